import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecords } from '../../storage/database/read-record.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'

/** The name of a user as the other members see it; undefined for somebody who is no member. */
export type NameOf = (userId: string) => string | undefined

/** Reads the names of members of an organization, in one round trip. */
export async function readNames(
  database: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<NameOf> {
  const members = await readRecords(
    database,
    membershipEntity,
    [...new Set(userIds)].map((userId) => ({ userKey: keyOf(userId), organizationId })),
  )
  const names = new Map(members.map(({ userId, displayName }) => [userId, shortName(displayName)]))
  return (userId) => names.get(userId)
}

/** The name of somebody who is no member any more. */
export const formerMember = 'Former member'

/** Providers may accept longer names than we do, which would fill a brief. */
const maximumNameLength = 100

/** The name, cut to 100 characters. */
export function shortName(name: string): string {
  if (name.length <= maximumNameLength) return name
  return [...name].slice(0, maximumNameLength).join('')
}
