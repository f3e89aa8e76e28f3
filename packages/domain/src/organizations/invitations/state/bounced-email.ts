import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { pagesOf, queryRecords } from '../../../storage/database/query-records.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { invitationEntity } from '../../../storage/table/entities/organizations/invitation.ts'
import { invitedAddressOf } from '../rules.ts'

/**
 * Marks the pending invitations of an address to which an email could not be delivered, so that administrators see it. An invitation
 * stays valid: its link can be sent in another way. Sending it again removes the mark. Safe to repeat.
 *
 * @returns How many were marked.
 */
export async function markBounced(database: Database, email: string, bouncedAt: Date): Promise<number> {
  let marked = 0
  const pages = pagesOf(({ cursor }) =>
    queryRecords(
      database,
      invitationEntity,
      'byAddress',
      { emailKey: keyOf(invitedAddressOf(email)) },
      { cursor },
    ),
  )
  for await (const page of pages) {
    for (const { organizationId, invitationId, status, tokenHash } of page) {
      if (status !== 'pending') continue
      const failed = await transact(database, {
        invitation: {
          Update: invitationEntity
            .patch({ organizationId, invitationId })
            .set({ bouncedAt: bouncedAt.toISOString() })
            // The index may be behind: whoever has accepted or been sent a new link since is left alone.
            .where(
              (stored, { eq }) => `${eq(stored.status, 'pending')} AND ${eq(stored.tokenHash, tokenHash)}`,
            ),
        },
      })
      if (failed.length === 0) marked++
    }
  }
  return marked
}
