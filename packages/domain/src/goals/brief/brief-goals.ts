import { compareRanks, rankOf } from '@cairn/contract/goals/rank-goals'
import type { BriefGoal, BriefScope } from '@cairn/contract/schemas/feed/brief'
import { formerMember, readNames } from '../../organizations/context/read-names.ts'
import type { Context } from '../../requests/context.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { readLabelDirectory } from '../labels/read-goal-labels.ts'
import { attentionOf, nextReportDueAt } from '../record/summarize.ts'
import { toGoalSummaryResponse } from '../record/to-goal-response.ts'
import { createPlaces } from '../tree/reading/places.ts'
import { type GoalWork, noWork } from '../work/work.ts'
import type { GoalPlace, GoalsPosition } from './goals-cursor.ts'
import { type Reader, readScopeRows } from './scope-rows.ts'

/**
 * Reads the active goals of a scope, in one round trip if they are one page of the index. `present` returns the most pressing ones with
 * the names of their owners; it reads labels by key if the organization's directory lacks them. `next` returns where a list of the first of them goes on; undefined at its end.
 *
 * Going on, a goal that has changed since the first page comes after all others: it may be returned twice, but is not left out
 * because its rank is another one.
 */
export async function readBriefGoals(
  context: Pick<Context, 'database' | 'changes' | 'now'>,
  access: Reader,
  scope: BriefScope,
  from?: GoalsPosition,
) {
  const { database, now } = context
  const { organizationId } = access
  const asOf = from?.asOf ?? now.getTime()
  const places = createPlaces(context, access)
  const [labelsOf, { rows, end }, work] = await Promise.all([
    readLabelDirectory(database, organizationId),
    readScopeRows(database, access, scope, from),
    places.work,
  ])
  const placed = rows
    .map((row) => ({ row, place: placeOf(row, work.get(row.goalId) ?? noWork, asOf) }))
    .filter(({ place }) => from?.after === undefined || comparePlaces(place, from.after) > 0)
    .sort((one, other) => comparePlaces(one.place, other.place))
  return {
    /** The work on all goals of the organization. */
    work,
    present: async (limit: number): Promise<BriefGoal[]> => {
      const pressing = placed.slice(0, limit).map(({ row }) => row)
      const owners = scope === 'mine' ? [] : pressing.flatMap(({ ownerUserId }) => ownerUserId ?? [])
      const [labels, relationsOf, nameOf] = await Promise.all([
        labelsOf(pressing.flatMap(({ labelIds }) => labelIds)),
        places.relationsOf(pressing),
        readNames(database, organizationId, owners),
      ])
      return pressing.map((row) => {
        const summary = toGoalSummaryResponse(row, labels, relationsOf(row), now)
        const { ownerUserId: id } = summary
        return {
          ...summary,
          labels: summary.labels.map((label) => ({ id: label.id, name: label.name, color: label.color })),
          owner: id === null ? null : { id, displayName: nameOf(id) ?? formerMember },
        }
      })
    },
    next: (shown: number): GoalsPosition | undefined => {
      if (shown >= placed.length) return end === undefined ? undefined : { asOf, ...end }
      const after = shown === 0 ? from?.after : placed[shown - 1]?.place
      const { above, aboveWatched } = from ?? {}
      return { asOf, above, aboveWatched, upTo: end?.above, dated: end?.dated ?? from?.dated, after }
    },
  }
}

function placeOf(row: GoalRow, work: GoalWork, asOf: number): GoalPlace {
  if (Date.parse(row.updatedAt) > asOf) return { changedAt: row.updatedAt, id: row.goalId }
  return {
    rank: rankOf({
      id: row.goalId,
      attention: attentionOf(row, work, new Date(asOf)),
      timeframe: row.timeframe,
      nextReportDueAt: nextReportDueAt(row),
      lastReport: row.lastReport ?? null,
      createdAt: row.createdAt,
    }),
  }
}

function comparePlaces(one: GoalPlace, other: GoalPlace): number {
  if ('rank' in one) return 'rank' in other ? compareRanks(one.rank, other.rank) : -1
  if ('rank' in other) return 1
  if (one.changedAt !== other.changedAt) return one.changedAt < other.changedAt ? -1 : 1
  return one.id < other.id ? -1 : one.id === other.id ? 0 : 1
}
