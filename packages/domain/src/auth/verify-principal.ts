import { timestampOf } from '../context.ts'
import type { Database } from '../database/client.ts'
import { keyOf } from '../database/keys.ts'
import { readRecord } from '../database/read-record.ts'
import { transact } from '../database/transaction.ts'
import { principalEntity, untilVerified } from '../table/entities/principal.ts'

/**
 * Marks a principal verified without its link: the operator's command, for one machine without mail.
 *
 * @param address  As its owner registered it; case and surrounding white space do not matter.
 */
export async function verifyPrincipalByAddress(
  database: Database,
  address: string,
  now: Date,
): Promise<'verified' | 'already_verified' | 'unknown'> {
  const emailKey = keyOf(address.trim().toLowerCase())
  const failed = await transact(database, {
    principal: {
      Update: principalEntity(database)
        .patch({ emailKey })
        .set({ verifiedAt: timestampOf(now) })
        .remove([...untilVerified])
        .where((principal, { notExists }) => notExists(principal.verifiedAt))
        .params(),
    },
  })
  if (failed.length === 0) return 'verified'
  const principal = await readRecord(database, principalEntity, { emailKey })
  return principal ? 'already_verified' : 'unknown'
}
