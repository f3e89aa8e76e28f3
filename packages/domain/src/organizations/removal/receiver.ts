import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import {
  type MemberRemovalRecord,
  memberRemovalEntity,
} from '../../storage/table/entities/due/member-removal.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { longId } from '../../storage/table/short-id.ts'
import { readRemovals } from './removal-record.ts'

type RemovalKey = Pick<MemberRemovalRecord, 'organizationKey' | 'removalKey'>

/** A removal that is finished in between changes those that lead to it, once. */
const maximumAttempts = 3

/**
 * Returns who gets the goals of a removed member now: a member, or undefined for nobody. If who was to get them was removed
 * in the meantime, it is whoever gets that member's goals.
 */
export async function currentReceiver(database: Database, key: RemovalKey): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const removal = await readRecord(database, memberRemovalEntity, key)
    const { receiver, isLost } = await followReceivers(database, key, removal?.receiverUserId)
    if (!isLost || attempt === maximumAttempts) return receiver
  }
}

/**
 * Follows receivers who were removed to whoever gets their goals. `isLost`: somebody is no member, and no removal says who
 * gets the goals. It may just have been finished (`finish-removal.ts`).
 */
export async function followReceivers(
  database: Database,
  { organizationKey }: Pick<RemovalKey, 'organizationKey'>,
  first: string | undefined,
): Promise<{ receiver: string | undefined; isLost: boolean }> {
  const organizationId = longId(organizationKey)
  const seen = new Set<string>()
  let userId = first
  while (userId !== undefined && !seen.has(userId)) {
    const candidate = userId
    // In this order: who is no member by then is in the list that is read afterwards.
    const member = { userKey: keyOf(candidate), organizationId }
    if (await readRecord(database, membershipEntity, member)) return { receiver: candidate, isLost: false }
    seen.add(candidate)
    const removals = await readRemovals(database, { organizationKey })
    const next = removals.find((removal) => removal.userId === candidate)
    if (!next) return { receiver: undefined, isLost: true }
    userId = next.receiverUserId
  }
  return { receiver: undefined, isLost: false }
}
