import type { Database } from '../../database/client.ts'
import { type Position, type QueryResult, queryRecords } from '../../database/query-records.ts'
import {
  deletionList,
  type OrganizationDeletionRecord,
  organizationDeletionEntity,
} from '../../table/entities/due/organization-deletion.ts'
import { longId } from '../../table/short-id.ts'

/** Returns the organizations that were deleted and are being removed. Strongly consistent. */
export async function readDeletions(database: Database): Promise<Set<string>> {
  const deletions: OrganizationDeletionRecord[] = []
  let cursor: Position | null = null
  do {
    const page: QueryResult<OrganizationDeletionRecord> = await queryRecords(
      database,
      organizationDeletionEntity,
      'record',
      deletionList,
      { cursor, consistent: true },
    )
    deletions.push(...page.data)
    cursor = page.cursor
  } while (cursor !== null)
  return idsOf(deletions)
}

export function idsOf(
  deletions: readonly Pick<OrganizationDeletionRecord, 'organizationKey'>[],
): Set<string> {
  return new Set(deletions.map(({ organizationKey }) => longId(organizationKey)))
}
