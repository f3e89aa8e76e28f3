import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { userEntity } from '../../../storage/table/entities/people/user.ts'
import type { Recipient } from '../../email/compose-email.ts'

/** The address of a person's emails, as the authentication provider said last. */
export type Addressee = Recipient & { displayName: string; hasOneOrganization: boolean }

/** Returns null if there is no such user, or the account was deleted. */
export async function readAddressee(
  database: Database,
  { userId }: { userId: string },
): Promise<Addressee | null> {
  const user = await readRecord(database, userEntity, { userKey: keyOf(userId) })
  if (!user || user.deletedAt !== undefined) return null
  const { email, language, displayName, organizationIds } = user
  return { email, language, displayName, hasOneOrganization: organizationIds.length === 1 }
}
