import type { Database } from '../database/client.ts'
import { readRecord } from '../database/read-record.ts'
import { type MembershipRecord, membershipEntity } from '../table/entities/membership.ts'

/** Returns a user's membership in an organization, or null. Strongly consistent. */
export type ReadMembership = (
  key: Pick<MembershipRecord, 'userKey' | 'organizationId'>,
) => Promise<MembershipRecord | null>

/**
 * Returns a function that reads each membership once, so that a read can start before the credential is verified. It
 * must not be used for more than one request: a role may change at any time.
 */
export function createMembershipReader(database: Database): ReadMembership {
  const reads = new Map<string, Promise<MembershipRecord | null>>()
  return ({ userKey, organizationId }) => {
    const key = `${userKey} ${organizationId}`
    const started = reads.get(key)
    if (started) return started
    const read = readRecord(database, membershipEntity, { userKey, organizationId })
    // If the credential turns out to be invalid, nobody awaits it.
    read.catch(() => undefined)
    reads.set(key, read)
    return read
  }
}
