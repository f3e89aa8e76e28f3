import { randomUUID } from 'node:crypto'
import { EmailRefusedError } from '@cairn/domain/accounts/email/email-delivery'
import { readPending } from '@cairn/domain/accounts/notifications/pending'
import { reminderEntity } from '@cairn/domain/storage/table/entities/due/reminder'
import { shortHash, shortId } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { removeMember } from '../../support/people/api-tokens.ts'
import { join } from '../../support/people/invite.ts'
import { writeRecords } from '../../support/table/write-records.ts'
import { sampleTitle } from '../../support/test-all.ts'
import { startWithInbox } from './support/inbox.ts'
import { createSweeper, type Death, deathsOf, momentOf, sweepAndDie } from './support/sweeper.ts'
import { findingsIn } from './support/team.ts'

const start = '2099-03-03T10:00:00.000Z'
const minutes = (count: number) => count * 60_000
const weekly = { cadence: { everyDays: 7 } }

/** Ada has goals whose reports are late. */
async function startLate(count = 1) {
  const world = await startWithInbox(start)
  // Digests are tests of their own.
  await world.people.ada.api.updateNotificationPreferences({ body: { weeklyDigest: false } })
  for (let number = 1; number <= count; number++) {
    await world.publish(world.people.ada, { title: `Goal ${number}`, ...weekly })
  }
  world.advanceTo('2099-03-10T10:01:00.000Z')
  return { ...world, database: world.service.table.database, now: world.clock.read() }
}

describe('two instances at once', () => {
  it('send one email about all goals, and none twice', async () => {
    const { database, now } = await startLate(30)
    const sweepers = Array.from({ length: 4 }, () => createSweeper(database))
    for (let round = 0; round < 5; round++) {
      const at = new Date(now.getTime() + minutes(round))
      await Promise.all(sweepers.map((sweeper) => sweeper.sweep(at)))
    }
    const sent = sweepers.flatMap((sweeper) => sweeper.sent)
    // The rest, if the first email was sent before all goals had been looked at, is in the next morning's.
    const next = new Date('2099-03-11T08:00:00.000Z')
    await Promise.all(sweepers.map((sweeper) => sweeper.sweep(next)))
    await Promise.all(sweepers.map((sweeper) => sweeper.sweep(new Date(next.getTime() + minutes(1)))))
    expect(sent).toHaveLength(1)
    const all = sweepers.flatMap((sweeper) => sweeper.sent)
    const named = all.flatMap(({ text }) => text.match(/^Goal \d+$/gm) ?? [])
    expect(named).toHaveLength(30)
    expect(new Set(named).size).toBe(30)
    expect(sweepers.flatMap((sweeper) => sweeper.errors)).toEqual([])
  })

  it('send one email while the other is sending it', async () => {
    const { database, now } = await startLate()
    const { promise, resolve } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow = createSweeper(database, () => {
      begun.resolve()
      return promise
    })
    const other = createSweeper(database)
    await other.sweep(now)
    const sweeping = slow.sweep(now)
    await begun.promise
    for (const later of [0, 1, 4]) await other.sweep(new Date(now.getTime() + minutes(later)))
    expect(other.sent).toEqual([])
    resolve()
    await sweeping
    await other.sweep(new Date(now.getTime() + minutes(10)))
    expect([slow.sent.length, other.sent.length]).toEqual([1, 0])
  })
})

describe('a crash or a fault', () => {
  it(`before or after any call of the database loses no email, and sends none twice but after it was sent (${sampleTitle})`, async () => {
    const calls = await crash(undefined)
    for (const death of deathsOf(calls)) await crash(death)
  })

  /** Returns how many calls the sweeps made until then. */
  async function crash(death: Death | undefined): Promise<number> {
    const { database, now } = await startLate(2)
    const dead = await sweepAndDie(database, [now, now], death)
    const next = createSweeper(database)
    for (const later of [1, 2, 6, 7, 12, 13]) {
      await next.sweep(new Date(now.getTime() + minutes(later)))
    }
    // A goal that was looked at after the email of the day waits for the next morning.
    for (const morning of ['2099-03-11T08:00:00.000Z', '2099-03-11T08:06:00.000Z']) {
      await next.sweep(new Date(morning))
    }
    const sent = [...dead.sent, ...next.sent]
    expect(next.errors).toEqual([])
    const about = sent.flatMap(({ text }) => text.match(/^Goal \d$/gm) ?? []).toSorted()
    expect(new Set(about).size, momentOf(death)).toBe(2)
    // Twice only what was sent and could not be recorded.
    if (dead.sent.length === 0 || !death) expect(about, momentOf(death)).toEqual(['Goal 1', 'Goal 2'])
    expect(await findingsIn(database)).toEqual([])
    return dead.calls
  }

  it('while the email is sent is retried after the claim, until it is sent', async () => {
    const { database, now } = await startLate()
    let isDown = true
    const sweeper = createSweeper(database, async () => {
      if (isDown) throw new Error('connection refused')
    })
    await sweeper.sweep(now)
    for (let later = 1; later <= 4; later++) await sweeper.sweep(new Date(now.getTime() + minutes(later)))
    expect(sweeper.errors).toHaveLength(1)
    isDown = false
    await sweeper.sweep(new Date(now.getTime() + minutes(7)))
    await sweeper.sweep(new Date(now.getTime() + minutes(14)))
    expect(sweeper.sent).toHaveLength(1)
  })

  it('of one person does not keep others waiting', async () => {
    const { database, now, people, publish, advanceTo } = await startLate()
    await join(people.ada, people.bob)
    await publish(people.bob, { title: 'Goal of Bob', cadence: { everyDays: 1 } })
    advanceTo('2099-03-11T10:02:00.000Z')
    const sweeper = createSweeper(database, async ({ to }) => {
      if (to === people.ada.email) throw new Error('connection reset')
    })
    await sweeper.sweep(new Date('2099-03-11T10:02:00.000Z'))
    await sweeper.sweep(new Date('2099-03-11T10:03:00.000Z'))
    expect(sweeper.sent.map(({ to }) => to)).toContain(people.bob.email)
    expect(now.getTime()).toBeLessThan(Date.parse('2099-03-11T10:02:00.000Z'))
  })

  it('that is a refusal for good ends the email', async () => {
    const { database, now } = await startLate()
    let tries = 0
    const sweeper = createSweeper(database, async () => {
      tries++
      throw new EmailRefusedError('no such mailbox')
    })
    for (const later of [0, 1, 7, 20]) await sweeper.sweep(new Date(now.getTime() + minutes(later)))
    expect(tries).toBe(1)
    expect(sweeper.errors).toEqual([
      { message: 'an email was refused', kind: 'reminders', cause: 'EmailRefusedError' },
    ])
  })
})

it('more reminders than one transaction takes are done with one email', async () => {
  const { database, now, people } = await startLate()
  const personKey = shortHash(people.ada.userId)
  // Of goals that were deleted meanwhile.
  const others = Array.from({ length: 91 }, (_, index) => ({
    personKey,
    organizationKey: shortId(randomUUID()),
    goalKey: shortId(randomUUID()),
    kind: 'report' as const,
    due: index,
  }))
  await writeRecords(database, reminderEntity, others)
  const sweeper = createSweeper(database)
  for (const later of [0, 1, 2]) await sweeper.sweep(new Date(now.getTime() + minutes(later)))
  expect(sweeper.errors).toEqual([])
  expect(sweeper.sent).toHaveLength(1)
  expect(await readPending(database, personKey)).toEqual([])
})

describe('an owner who is no longer a member', () => {
  it('gets no reminder, also not one that waited', async () => {
    const { service, people, publish, advanceTo, sweepUntil, take } = await startWithInbox(start)
    const organizationId = await join(people.ada, people.bob)
    await people.bob.api.updateNotificationPreferences({ body: { weeklyDigest: false } })
    await publish(people.bob, { title: 'First', cadence: { everyDays: 1 } })
    advanceTo('2099-03-03T12:00:00.000Z')
    await publish(people.bob, { title: 'Waits', cadence: { everyDays: 1 } })
    await sweepUntil('2099-03-04T13:00:00.000Z')
    expect(take('reminders', people.bob)).toEqual(['Report is late: First'])
    await removeMember(service, people.bob.userId, organizationId)
    await sweepUntil('2099-03-12T00:00:00.000Z')
    expect(take('reminders', people.bob)).toEqual([])
  })
})
