import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { userEntity } from '../../table/entities/user.ts'

/** Where a person's emails go, as the authentication provider said last. */
export type Addressee = { email: string; displayName: string; hasOneOrganization: boolean }

/** Returns null if there is no such user, or the account was deleted. */
export async function readAddressee(
  database: Database,
  { userId }: { userId: string },
): Promise<Addressee | null> {
  const user = await readRecord(database, userEntity, { userKey: keyOf(userId) })
  if (!user || user.deletedAt !== undefined) return null
  const { email, displayName, organizationIds } = user
  return { email, displayName, hasOneOrganization: organizationIds?.length === 1 }
}
