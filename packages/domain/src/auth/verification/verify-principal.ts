import { timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { transact } from '../../database/transaction.ts'
import { principalEntity, untilVerified } from '../../table/entities/principal.ts'
import { updateRecord } from '../../table/entity/writes.ts'

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
    principal: updateRecord(
      database,
      principalEntity,
      { emailKey },
      {
        set: { verifiedAt: timestampOf(now) },
        remove: [...untilVerified],
        where: (principal, { notExists }) => notExists(principal.verifiedAt),
      },
    ),
  })
  if (failed.length === 0) return 'verified'
  const principal = await readRecord(database, principalEntity, { emailKey })
  return principal ? 'already_verified' : 'unknown'
}
