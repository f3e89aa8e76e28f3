import { revokeToken } from '../../programs/api-tokens/active-token.ts'
import { endGrantsIn } from '../../programs/oauth/grants-of-user.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { queryAllRecords } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { transact } from '../../storage/database/transaction.ts'
import { apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import type { MemberRemovalRecord } from '../../storage/table/entities/due/member-removal.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { longId } from '../../storage/table/short-id.ts'

/**
 * Revokes the API tokens, and ends the grants, that a removed member has left. No request accepts them any longer: this takes them off the lists
 * of somebody who was invited again. Tokens of the new membership stay.
 */
export async function revokeTokens(
  database: Database,
  { organizationKey, userId }: Pick<MemberRemovalRecord, 'organizationKey' | 'userId'>,
  now: Date,
): Promise<void> {
  const key = { userKey: keyOf(userId), organizationId: longId(organizationKey) }
  const membership = await readRecord(database, membershipEntity, key)
  for (const token of await queryAllRecords(database, apiTokenEntity, 'byUserAndOrganization', key)) {
    const { revokedAt, joinId } = token
    if (revokedAt !== undefined || (membership && membership.joinId === joinId)) continue
    // If it fails, somebody else has revoked the token, or it has expired and is gone.
    await transact(database, { token: revokeToken(token, timestampOf(now)) })
  }
  const member = { userId, organizationId: longId(organizationKey) }
  await endGrantsIn(database, member, membership?.joinId, now)
}
