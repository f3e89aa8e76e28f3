import { timestampOf } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { principalEntity, untilVerified } from '../../../storage/table/entities/people/principal.ts'

/**
 * Marks a principal as verified without its link, for the command `verify-email` on a machine that sends no email.
 *
 * @param address  The registered address, in any letter case, with or without surrounding white space.
 */
export async function verifyPrincipalByAddress(
  database: Database,
  address: string,
  now: Date,
): Promise<'verified' | 'already_verified' | 'unknown'> {
  const emailKey = keyOf(address.trim().toLowerCase())
  const failed = await transact(database, {
    principal: {
      Update: principalEntity
        .patch({ emailKey })
        .set({ verifiedAt: timestampOf(now) })
        .remove([...untilVerified])
        .where((principal, { notExists }) => notExists(principal.verifiedAt)),
    },
  })
  if (failed.length === 0) return 'verified'
  const principal = await readRecord(database, principalEntity, { emailKey })
  return principal ? 'already_verified' : 'unknown'
}
