import type { InboxKind } from '@cairn/contract/goals/inbox-kinds'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { InboxRef } from '@cairn/contract/schemas/people/inbox'
import { newPerson, type Person, preferencesOf, writePerson } from '../accounts/notifications/person.ts'
import type { Database } from '../storage/database/client.ts'
import { keyOf } from '../storage/database/keys.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { inboxMailEntity } from '../storage/table/entities/due/inbox-mail.ts'
import { personTimerEntity } from '../storage/table/entities/due/person-timer.ts'
import { inboxCountEntity } from '../storage/table/entities/inbox/inbox-count.ts'
import { inboxItemEntity } from '../storage/table/entities/inbox/inbox-item.ts'
import { membershipEntity } from '../storage/table/entities/organizations/membership.ts'
import { createRecord, putRecord, type TransactionItem } from '../storage/table/entity.ts'
import { shortHash, shortId } from '../storage/table/short-id.ts'
import { firstKeptId, itemIdOf, itemTimeToLive, timeOfItem } from './item-id.ts'
import { countState, writeCount } from './read-inbox.ts'
import { withUnread } from './unread.ts'

/** Something that happened, and the people that it concerns. */
export type Happening = {
  organizationId: string
  goalId: string
  event: { id: string; createdAt: string }
  actor: GoalUpdate['actor']
  actorName?: string | undefined
  ref: InboxRef
  people: ReadonlyMap<string, InboxKind>
}

/** Each person takes at most four writes: the item, the count, the email and its timer. */
const peopleAtOnce = 24
/** Transactions that run at once. */
const batchesAtOnce = 4

/**
 * Puts a happening into the inboxes of people, exactly once, also if it is repeated after a crash anywhere: each item has an id that follows
 * from the event, and is written in one transaction with the number of unread ones. People who are no members, or do not want the kind, get
 * none.
 * @throws if the database fails. Those who have it then keep it.
 */
export async function deliver(database: Database, happening: Happening, now: Date): Promise<void> {
  const itemId = itemIdOf(happening.event)
  if (itemId < firstKeptId(now)) return
  const people = [...happening.people]
  const batches: (typeof people)[] = []
  for (let start = 0; start < people.length; start += peopleAtOnce) {
    batches.push(people.slice(start, start + peopleAtOnce))
  }
  const work = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      await deliverTo(database, happening, itemId, batch, now)
    }
  }
  await Promise.all(Array.from({ length: Math.min(batchesAtOnce, batches.length) }, work))
}

async function deliverTo(
  database: Database,
  happening: Happening,
  itemId: string,
  batch: readonly [userId: string, kind: InboxKind][],
  now: Date,
): Promise<void> {
  await retryOnLostRace(database, async () => {
    const writes = await Promise.all(
      batch.map(([userId, kind]) => writesFor(database, happening, { itemId, userId, kind }, now)),
    )
    const items = Object.assign({}, ...writes)
    if (Object.keys(items).length === 0) return undefined
    const failed = await transact<string>(database, items)
    return failed.length > 0 ? lostRace : undefined
  })
}

type Addressed = { itemId: string; userId: string; kind: InboxKind }

/** Returns the writes of one person's item: none if it is there. */
async function writesFor(
  database: Database,
  { organizationId, goalId, actor, actorName, ref }: Happening,
  { itemId, userId, kind }: Addressed,
  now: Date,
): Promise<Record<string, TransactionItem>> {
  const personKey = shortHash(userId)
  const holder = { organizationKey: shortId(organizationId), personKey }
  const goalKey = shortId(goalId)
  const userKey = keyOf(userId)
  const [membership, person, count, item] = await Promise.all([
    readRecord(database, membershipEntity, { userKey, organizationId }),
    readRecord(database, personTimerEntity, { personKey }),
    readRecord(database, inboxCountEntity, holder),
    readRecord(database, inboxItemEntity, { ...holder, itemId }),
  ])
  if (!membership) return {}
  const { joinId } = membership
  if (item?.joinId === joinId) return {}
  const wanted = preferencesOf(person ?? { preferences: {} }).inbox[kind]
  if (wanted === 'none') return {}
  const record = {
    ...holder,
    itemId,
    goalKey,
    kind,
    actor,
    ...(actorName !== undefined && { actorName }),
    ref,
    joinId,
    ttl: itemTimeToLive(itemId),
  }
  const state = countState(count, { ...holder, userId, joinId })
  return {
    // One of a former membership is in its place.
    [`item:${personKey}`]: {
      Put: item ? putRecord(inboxItemEntity, record) : createRecord(inboxItemEntity, record),
    },
    [`count:${personKey}`]: writeCount(state, withUnread(state.count, itemId, now)),
    ...(wanted === 'daily_email' && mailItems(person ?? newPerson(userId, now), { ...holder, itemId, kind })),
  }
}

type Mailed = { organizationKey: string; itemId: string; kind: InboxKind }

/**
 * The writes by which an item waits for the person's next email. The first one lets the sweep look at the person, which knows their time zone:
 * it sets the time of the email. Later ones advance the person's version too, so that a sweep overlooks none.
 */
function mailItems(
  person: Person,
  { organizationKey, itemId, kind }: Mailed,
): Record<string, TransactionItem> {
  const addedAt = timeOfItem(itemId)
  const { personKey, inboxAt = addedAt } = person
  return {
    [`mail:${personKey}`]: {
      Put: putRecord(inboxMailEntity, { personKey, organizationKey, itemId, kind, addedAt }),
    },
    [`person:${personKey}`]: writePerson({ ...person, inboxAt }),
  }
}
