import type { OutputOf } from '@cairn/contract/registry/registry'
import type { Implementation } from '../../../requests/operation.ts'
import type { Position } from '../../../storage/database/query-records.ts'
import { readPage } from '../../../storage/pagination/read-page.ts'
import type { GoalClaimRecord } from '../../../storage/table/entities/goals/work/goal-work.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { readRows } from '../../list/read-rows.ts'
import { maySee } from '../../rules/authority.ts'
import { readWholeAuthority } from '../../tree/reading/sight.ts'
import { isCurrent, readOrganizationWork, toClaimResponse } from '../work.ts'

type ListedClaim = OutputOf<'listGoalClaims'>['claims'][number]

/**
 * Lists who works on which goal, those whose lease ends first at the beginning. Reads all claims of the organization, which are small, and the
 * rows of the goals of one page.
 */
export const listGoalClaims: Implementation<'listGoalClaims'> = async (context, access, { query }) => {
  const { database, now } = context
  const { organizationId } = access
  const [authority, work] = await Promise.all([
    readWholeAuthority(database, access),
    readOrganizationWork(database, organizationId),
  ])
  const claims = [...work.values()].flatMap(({ claim }) => (isCurrent(claim, now) ? [claim] : []))

  const present = async (page: GoalClaimRecord[]): Promise<(ListedClaim | null)[]> => {
    const goalIds = page.map(({ goalKey }) => longId(goalKey))
    const rows = new Map((await readRows(database, organizationId, goalIds)).map((row) => [row.goalId, row]))
    return page.map((claim) => {
      const row = rows.get(longId(claim.goalKey))
      const shown = toClaimResponse(claim, now)
      if (!row || !shown || !maySee(authority, row)) return null
      return { goal: { id: row.goalId, title: row.title }, ...shown }
    })
  }
  const { items, nextCursor } = await readPage(context, query, {
    binding: ['listGoalClaims', organizationId],
    filtered: true,
    present,
    query: async ({ cursor }) => ({
      data: claims
        .filter((claim) => cursor === null || positionOf(claim) > cursor)
        .sort((one, other) => (positionOf(one) < positionOf(other) ? -1 : 1)),
      cursor: null,
    }),
    cursorAt: positionOf,
  })
  return { claims: items, nextCursor }
}

/** Sorts by the end of the lease. */
function positionOf({ endsAt, goalKey }: GoalClaimRecord): Position {
  return `${endsAt}#${goalKey}`
}
