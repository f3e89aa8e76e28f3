import type { CairnClient, CreateGoalRequest, Me } from '@cairn/client'
import type { Remark } from '../table/read-row.ts'
import type { KnownRow } from './existing-goals.ts'
import { type Labels, readLabels } from './labels.ts'
import { type Owner, ownerFinder } from './owners.ts'

/** A row that is no goal yet. */
export type NewRow = KnownRow & { owner: Owner }

export type NewRows = { rows: NewRow[]; labels: Labels; warnings: Remark[] }

/**
 * Finds owners and labels of the rows that are no goals yet.
 * @param column  The column with the owners; undefined if there is none.
 */
export async function readNewRows(
  cairn: CairnClient,
  me: Me,
  known: readonly KnownRow[],
  column: string | undefined,
): Promise<NewRows> {
  const fresh = known.filter(({ existing }) => !existing)
  const findOwner = await ownerFinder(
    cairn,
    me,
    column !== undefined,
    fresh.map(({ goal }) => goal.owners),
  )
  const rows = fresh.map((row) => ({ ...row, owner: findOwner(row.goal.owners) }))
  const warnings = rows.flatMap(({ goal: { line }, owner }) =>
    owner.warning === undefined ? [] : [{ line, column: column ?? null, message: owner.warning }],
  )
  const labels = await readLabels(
    cairn,
    fresh.map(({ goal }) => goal),
  )
  return { rows, labels, warnings }
}

/** Returns the request that creates the goal of a row. */
export function bodyOf({ goal: { body, labels: names }, owner }: NewRow, labels: Labels): CreateGoalRequest {
  const labelIds = labels.idsOf(names)
  return { ...body, ownerUserId: owner.userId, ...(labelIds.length > 0 && { labelIds }) }
}
