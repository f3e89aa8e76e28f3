import type { DueServices } from '../../../background/due/sweep-records.ts'
import type { Database } from '../../../storage/database/client.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readPartition } from '../../../storage/database/read-partition.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../../storage/table/entities/organizations/membership.ts'
import { userEntity } from '../../../storage/table/entities/people/user.ts'
import { keyOfRecord, type RecordKey, toRecord } from '../../../storage/table/entity.ts'
import { readAddressee } from '../mail/addressee.ts'
import { deliverOnce } from '../mail/deliver-once.ts'
import type { Person } from '../person.ts'
import { digestMessage } from './digest-message.ts'
import { digestSince } from './digest-news.ts'
import { type DigestOrganization, readOrganization } from './read-organization.ts'

/** Mails the digest of the time since the last one, unless there is nothing to say. */
export async function mailDigest(services: DueServices, person: Person, now: Date): Promise<void> {
  const { database, webOrigin } = services
  const [addressee, memberships] = await Promise.all([
    readAddressee(database, person),
    readMemberships(database, person.userId),
  ])
  if (!addressee) return
  const since = digestSince(person, now)
  const organizations: DigestOrganization[] = []
  // One after the other, so that a person in a hundred organizations does not slow down the others.
  for (const membership of memberships) {
    const organization = await readOrganization(database, membership, since, now)
    if (organization && organization.goals.length + organization.events.length > 0) {
      organizations.push(organization)
    }
  }
  if (organizations.length === 0) return
  const hasOneOrganization = memberships.length === 1
  await deliverOnce(
    services,
    digestMessage(addressee, person, organizations, { webOrigin, hasOneOrganization }),
  )
}

/** The person's memberships, in the order in which the person joined. Strongly consistent. */
async function readMemberships(database: Database, userId: string): Promise<MembershipRecord[]> {
  const { pk } = keyOfRecord(userEntity, { userKey: keyOf(userId) })
  const memberships: MembershipRecord[] = []
  let after: RecordKey | undefined
  do {
    const { items, last } = await readPartition(database, pk, { after })
    memberships.push(...items.flatMap((item) => toRecord(membershipEntity, item) ?? []))
    after = last
  } while (after !== undefined)
  return memberships.toSorted((left, right) => (left.joinedAt < right.joinedAt ? -1 : 1))
}
