import { compareRanks, rankOf } from '@cairn/contract/goals/rank-goals'
import type { BriefGoal } from '@cairn/contract/schemas/feed/brief'
import type { Access } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { readLabelDirectory } from '../labels/read-goal-labels.ts'
import { positionOf, queryActiveRowsOf } from '../list/goal-index.ts'
import { readRows } from '../list/read-rows.ts'
import { attentionOf, nextReportDueAt } from '../record/summarize.ts'
import { toGoalSummaryResponse } from '../record/to-goal-response.ts'
import { createPlaces } from '../tree/reading/places.ts'
import { goalsBelow } from '../tree/reading/sight.ts'
import { type GoalWork, noWork } from '../work/work.ts'
import type { GoalPlace, GoalsPosition } from './goals-cursor.ts'

type Owner = Pick<Access, 'organizationId' | 'userId' | 'goalIds' | 'scopes'>

/**
 * Reads the caller's active goals, in one round trip. `present` returns the most pressing ones; it reads labels by key if the
 * organization's directory lacks them. `next` returns where a list of the first of them goes on; undefined at its end.
 *
 * Going on, a goal that has changed since the first page comes after all others: it may be returned twice, but is not left out
 * because its rank is another one.
 */
export async function readOwnGoals(
  context: Pick<Context, 'database' | 'changes' | 'now'>,
  access: Owner,
  now: Date,
  from?: GoalsPosition,
) {
  const { database } = context
  const asOf = from?.asOf ?? now.getTime()
  const places = createPlaces(context, access)
  const [labelsOf, { rows, end }, work] = await Promise.all([
    readLabelDirectory(database, access.organizationId),
    readActiveRows(database, access, from),
    places.work,
  ])
  const placed = rows
    .map((row) => ({ row, place: placeOf(row, work.get(row.goalId) ?? noWork, asOf) }))
    .filter(({ place }) => from?.after === undefined || comparePlaces(place, from.after) > 0)
    .sort((one, other) => comparePlaces(one.place, other.place))
  return {
    /** The work on all goals of the organization. */
    work,
    present: async (limit: number): Promise<Omit<BriefGoal, 'owner'>[]> => {
      const pressing = placed.slice(0, limit).map(({ row }) => row)
      const [labels, relationsOf] = await Promise.all([
        labelsOf(pressing.flatMap(({ labelIds }) => labelIds)),
        places.relationsOf(pressing),
      ])
      return pressing.map((row) => {
        const summary = toGoalSummaryResponse(row, labels, relationsOf(row), now)
        return { ...summary, labels: summary.labels.map(({ id, name, color }) => ({ id, name, color })) }
      })
    },
    next: (shown: number): GoalsPosition | undefined => {
      if (shown >= placed.length) return end === undefined ? undefined : { asOf, above: end }
      const after = shown === 0 ? from?.after : placed[shown - 1]?.place
      return { asOf, above: from?.above, upTo: end, after }
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

/** The rows of the caller's active goals: by key if it is limited to some goals. `end`: where the rest of them begins. */
async function readActiveRows(
  database: Database,
  access: Owner,
  { above, upTo }: Partial<GoalsPosition> = {},
): Promise<{ rows: GoalRow[]; end?: string | undefined }> {
  const { organizationId, userId } = access
  const { goalIds } = access
  if (!goalIds) {
    const { rows, end } = await queryActiveRowsOf(database, organizationId, userId, above)
    if (upTo === undefined) return { rows, end }
    // Goals that have changed are in a later page of the index, and others have come into this one in their place.
    return { rows: rows.filter((row) => positionOf(row) <= upTo), end: upTo }
  }
  const [own, below] = await Promise.all([
    readRows(database, organizationId, goalIds),
    goalsBelow(database, organizationId, goalIds),
  ])
  const rows = [...own, ...(await readRows(database, organizationId, below))]
  return { rows: rows.filter((row) => row.ownerUserId === userId && row.status === 'active') }
}
