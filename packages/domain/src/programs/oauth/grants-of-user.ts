import { writeBatches } from '../../storage/database/batch-write.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { accessPattern, pagesOf, queryAllRecords } from '../../storage/database/query-records.ts'
import { transact } from '../../storage/database/transaction.ts'
import { type OAuthGrantRecord, oauthGrantEntity } from '../../storage/table/entities/oauth/oauth-grant.ts'
import { keyOfRecord } from '../../storage/table/entity.ts'
import { endOfGrant, isActiveGrant } from './grants.ts'
import { registrationAfterGrant } from './oauth-store.ts'

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
    await transact(database, { grant: endOfGrant({ now }, grant) })
    await endRegistration(database, grant, now)
  }
}

/** If it fails, the program is not registered any longer. */
async function endRegistration(database: Database, grant: OAuthGrantRecord, now: Date): Promise<void> {
  const client = registrationAfterGrant({ database, now }, grant)
  if (client) await transact(database, { client })
}

/** Deletes the grants of a user: all, or those in one organization. */
export async function deleteGrants(
  database: Database,
  { userId, organizationId }: { userId: string; organizationId?: string },
  now: Date,
): Promise<void> {
  const grants = accessPattern(database, oauthGrantEntity, 'byUser', { userKey: keyOf(userId) })
  for await (const page of pagesOf(grants.query)) {
    const found = page.filter(
      (grant: OAuthGrantRecord) => organizationId === undefined || grant.organizationId === organizationId,
    )
    for (const grant of found) if (isActiveGrant(grant, now)) await endRegistration(database, grant, now)
    await writeBatches(
      database,
      found.map((grant) => ({ DeleteRequest: { Key: keyOfRecord(oauthGrantEntity, grant) } })),
    )
  }
}
