import type { BriefGoal } from '@cairn/contract/schemas/feed/brief'
import type { NamedEvent } from '@cairn/contract/schemas/feed/events'
import { readFeed } from '../../../events/feed/read-feed.ts'
import { toEventResponse } from '../../../events/to-event-response.ts'
import { readBriefGoals } from '../../../goals/brief/brief-goals.ts'
import { readEventNames } from '../../../goals/brief/read-event-names.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import type { MembershipRecord } from '../../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../../storage/table/entities/organizations/organization.ts'
import { digestNews } from './digest-news.ts'

export type DigestGoal = Omit<BriefGoal, 'owner'>

/** One organization's part of a digest. */
export type DigestOrganization = {
  id: string
  name: string
  /** Goals of the person that need attention, most pressing first. */
  goals: DigestGoal[]
  /** Events by others, newest first. */
  events: NamedEvent[]
  moreEvents: boolean
  nameOf: (userId: string) => string | undefined
}

const maximumGoals = 10
const maximumEvents = 10
/** Some of them may be the person's own, or for administrators. */
const eventsToRead = 50

/** Reads what needs a person in an organization, and what others did there since a time. Null if the organization is gone. */
export async function readOrganization(
  database: Database,
  { organizationId, userId, role }: MembershipRecord,
  since: Date,
  now: Date,
): Promise<DigestOrganization | null> {
  const [organization, own, feed] = await Promise.all([
    readRecord(database, organizationEntity, { organizationId }),
    readBriefGoals({ database, now }, { organizationId, userId, goalIds: null, scopes: 'session' }, 'mine'),
    readFeed(database, organizationId, { since, order: 'desc', limit: eventsToRead, now }),
  ])
  if (!organization) return null
  const visible = digestNews(feed.events, { userId, role }, now)
  const shown = visible.slice(0, maximumEvents)
  const [goals, names] = await Promise.all([
    own.present(maximumGoals),
    readEventNames(database, organizationId, shown),
  ])
  const people = new Map(
    shown.flatMap(({ event }) => names.people(event)).map(({ id, displayName }) => [id, displayName]),
  )
  return {
    id: organizationId,
    name: organization.name,
    goals: goals.filter(({ attention }) => attention.length > 0),
    events: shown.map(({ event }) => names.named(toEventResponse(event))),
    moreEvents: feed.more || visible.length > shown.length,
    nameOf: (userId) => people.get(userId),
  }
}
