import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'

/**
 * Returns a user's membership in an organization, or null. Strongly consistent. It reads the organization beside it, in the same
 * call: one that was deleted has no members, although their records are removed later. That costs one read unit a request.
 */
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
    const read = readInOrganization(database, { userKey, organizationId })
    // If the credential turns out to be invalid, nobody awaits it.
    read.catch(() => undefined)
    reads.set(key, read)
    return read
  }
}

async function readInOrganization(
  database: Database,
  key: Pick<MembershipRecord, 'userKey' | 'organizationId'>,
): Promise<MembershipRecord | null> {
  const [membership, organization] = await Promise.all([
    readRecord(database, membershipEntity, key),
    readRecord(database, organizationEntity, { organizationId: key.organizationId }),
  ])
  return organization && membership
}
