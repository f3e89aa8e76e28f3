import type { Database } from '../../storage/database/client.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import {
  deletionList,
  type OrganizationDeletionRecord,
  organizationDeletionEntity,
} from '../../storage/table/entities/due/organization-deletion.ts'
import { longId } from '../../storage/table/short-id.ts'

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
