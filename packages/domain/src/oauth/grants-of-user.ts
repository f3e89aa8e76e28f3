import { writeBatches } from '../database/batch-write.ts'
import type { Database } from '../database/client.ts'
import { keyOf } from '../database/keys.ts'
import { accessPattern, pagesOf, queryAllRecords } from '../database/query-records.ts'
import { transact } from '../database/transaction.ts'
import { type OAuthGrantRecord, oauthGrantEntity } from '../table/entities/oauth/oauth-grant.ts'
import { keyOfRecord } from '../table/entity/keys.ts'
import { endOfGrant } from './grants.ts'

/**
 * Ends the grants of a user in an organization but those of a membership. No request accepts them any longer: this takes them off
 * the user's list.
 *
 * @param joinId  The current membership's; undefined if there is none.
 */
export async function endGrantsIn(
  database: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
  joinId: string | undefined,
  now: Date,
): Promise<void> {
  const grants = await queryAllRecords(database, oauthGrantEntity, 'byUser', { userKey: keyOf(userId) })
  for (const grant of grants) {
    if (grant.organizationId !== organizationId || grant.endedAt !== undefined) continue
    if (joinId !== undefined && grant.joinId === joinId) continue
    // If it fails, somebody else has ended it.
    await transact(database, { grant: endOfGrant({ database, now }, grant) })
  }
}

/** Deletes the grants of a user: all, or those in one organization. */
export async function deleteGrants(
  database: Database,
  { userId, organizationId }: { userId: string; organizationId?: string },
): Promise<void> {
  const grants = accessPattern(database, oauthGrantEntity, 'byUser', { userKey: keyOf(userId) })
  for await (const page of pagesOf(grants.query)) {
    const found = page.filter(
      (grant: OAuthGrantRecord) => organizationId === undefined || grant.organizationId === organizationId,
    )
    await writeBatches(
      database,
      found.map((grant) => ({ DeleteRequest: { Key: keyOfRecord(oauthGrantEntity, grant) } })),
    )
  }
}
