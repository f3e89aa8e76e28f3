import { ServiceError } from '@cairn/contract/errors/errors'
import type { Database } from '../../storage/database/client.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { goalKeyOf, goalRowEntity } from '../../storage/table/entities/goals/goal-row.ts'
import { longId } from '../../storage/table/short-id.ts'

/**
 * Requires that goals exist in the organization, whose members see all of them. Strongly consistent, in one call with the reads
 * beside it. A goal that is deleted meanwhile is one that the token does not find.
 * @throws `invalid_request` that names each goal that does not exist.
 */
export async function requireGoals(
  database: Database,
  organizationId: string,
  goalIds: readonly string[],
): Promise<void> {
  const keys = goalIds.map((goalId) => goalKeyOf({ organizationId, goalId }))
  const rows = await readRecords(database, goalRowEntity, keys)
  const known = new Set(rows.map(({ goalKey }) => longId(goalKey)))
  const details = goalIds.flatMap((goalId, index) =>
    known.has(goalId) ? [] : [{ path: `goalIds.${index}`, message: 'Choose a goal of the organization.' }],
  )
  if (details.length === 0) return
  throw new ServiceError('invalid_request', 'Some of the goals do not exist.', { details })
}
