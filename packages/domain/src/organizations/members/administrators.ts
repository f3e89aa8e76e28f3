import type { Database } from '../../storage/database/client.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../storage/table/entities/organizations/membership.ts'

/** The range of sort keys of owner and admins (`memberSortOf`). Nobody has one of the two keys. */
export const administratorSorts = { from: '0', to: '2' }

/**
 * Returns the owner and the admins, by the index of members. It takes one query for up to about two thousand of them. The index
 * may be behind.
 */
export async function readAdministrators(
  database: Database,
  organizationId: string,
): Promise<MembershipRecord[]> {
  return queryAllRecords(
    database,
    membershipEntity,
    'byOrganization',
    { organizationId },
    { between: [{ memberSort: administratorSorts.from }, { memberSort: administratorSorts.to }] },
  )
}
