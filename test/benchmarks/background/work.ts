import { marshall } from '@aws-sdk/util-dynamodb'
import { newPerson, personRecord } from '@cairn/domain/accounts/notifications/person'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { newMembership } from '@cairn/domain/organizations/session/user-organizations'
import { createDatabase } from '@cairn/domain/storage/database/client'
import { personTimerEntity } from '@cairn/domain/storage/table/entities/due/person-timer'
import { eventEntity } from '@cairn/domain/storage/table/entities/events/event'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { organizationEntity } from '@cairn/domain/storage/table/entities/organizations/organization'
import { userEntity } from '@cairn/domain/storage/table/entities/people/user'
import { toItem } from '@cairn/domain/storage/table/entity'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { attachEngine, type Engine } from '@cairn/engine'
import { ensureTable } from '@cairn/local/database/table'
import { eventNumber } from '../../background/feed/support/events.ts'
import { writeRecords } from '../../support/table/write-records.ts'
import { localTable } from '../support/in-process.ts'

const batchSize = 100
const organizationIds = Array.from(
  { length: 10 },
  (_, index) => `00000000-0000-4000-8000-0000000000b${index}`,
)
const [first = ''] = organizationIds
const createdAt = '2026-06-01T12:00:00.000Z'
const eventsOfDigest = 20

/** Creates organizations with a feed, and what makes work in them. */
export async function createWork(engine: Engine) {
  const address = {
    ...localTable,
    attach: (client: Parameters<typeof attachEngine>[0]) => attachEngine(client, engine),
  }
  await ensureTable(address)
  const database = createDatabase(address)
  const now = new Date()
  await writeRecords(
    database,
    organizationEntity,
    organizationIds.map((organizationId) => ({
      organizationId,
      name: 'Acme',
      createdAt,
      createdByUserId: 'ada',
      updatedAt: createdAt,
    })),
  )
  const told = Array.from({ length: eventsOfDigest }, (_, index) =>
    eventNumber(index + 1, new Date(now.getTime() - 60_000).toISOString()),
  )
  await appendEvents(database, first, told, now)
  let events = 1_000

  /** An event in the table's stream. */
  function record() {
    const number = ++events
    const organizationId = organizationIds[number % organizationIds.length] ?? ''
    const event = eventNumber(number, new Date().toISOString())
    const item = toItem(eventEntity, {
      organizationKey: shortId(organizationId),
      eventId: event.id,
      events: [event],
      expiresAt: createdAt,
      ttl: 0,
    })
    return {
      eventID: String(number),
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: String(number), NewImage: marshall(item) },
    }
  }

  return {
    batch: () => ({ Records: Array.from({ length: batchSize }, record) }),

    /** Lets digests be due for so many people. */
    async letDigestsBeDue(count: number): Promise<void> {
      for (let number = 0; number < count; number++) {
        const userId = `user ${number}`
        const membership = newMembership(
          { id: userId, displayName: `Person ${number}`, email: `person${number}@example.com` },
          first,
          'member',
          createdAt,
        )
        const { userKey, displayName, email } = membership
        const user = { userKey, userId, displayName, email, activeOrganizationId: first, createdAt }
        await writeRecords(database, membershipEntity, [membership])
        await writeRecords(database, userEntity, [{ ...user, organizationIds: [first] }])
        const due = { ...newPerson(userId, now), digestAt: Date.now() - 2 * 3_600_000 - 1 }
        await writeRecords(database, personTimerEntity, [personRecord(due)])
      }
    },
  }
}
