import { revokeToken } from '../../api-tokens/active-token.ts'
import { timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { queryAllRecords } from '../../database/query-records.ts'
import { readRecord } from '../../database/read-record.ts'
import { transact } from '../../database/transaction.ts'
import { endGrantsIn } from '../../oauth/grants-of-user.ts'
import { apiTokenEntity } from '../../table/entities/api-token.ts'
import type { MemberRemovalRecord } from '../../table/entities/due/member-removal.ts'
import { membershipEntity } from '../../table/entities/membership.ts'
import { longId } from '../../table/short-id.ts'

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
    const { tokenId, revokedAt, joinId } = token
    if (revokedAt !== undefined || (membership && membership.joinId === joinId)) continue
    // If it fails, somebody else has revoked the token, or it has expired and is gone.
    await transact(database, {
      token: revokeToken({ database }, { tokenId }, timestampOf(now)),
    })
  }
  const member = { userId, organizationId: longId(organizationKey) }
  await endGrantsIn(database, member, membership?.joinId, now)
}
