import type { Database } from '../../database/client.ts'
import { queryAllRecords } from '../../database/query-records.ts'
import {
  deletionList,
  type OrganizationDeletionRecord,
  organizationDeletionEntity,
} from '../../table/entities/due/organization-deletion.ts'
import { longId } from '../../table/short-id.ts'

/** Returns the organizations that were deleted and are being removed. Strongly consistent. */
export async function readDeletions(database: Database): Promise<Set<string>> {
  return idsOf(
    await queryAllRecords(database, organizationDeletionEntity, 'record', deletionList, { consistent: true }),
  )
}

export function idsOf(
  deletions: readonly Pick<OrganizationDeletionRecord, 'organizationKey'>[],
): Set<string> {
  return new Set(deletions.map(({ organizationKey }) => longId(organizationKey)))
}
