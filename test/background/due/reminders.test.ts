import { describe, expect, it } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { emailsIn } from '../../support/people/logged-emails.ts'
import { startWithInbox } from './support/inbox.ts'

// 1 March 2099 is a Sunday.
const start = '2099-03-01T10:00:00.000Z'
const deadline = (targetDate: string) => ({ timeframe: { kind: 'deadline' as const, targetDate } })
const every = (everyDays: number) => ({ cadence: { everyDays } })

describe('a late report', () => {
  it('reminds the owner once, as soon as it is late', async () => {
    const { people, publish, sweepAt, sweepUntil, take } = await startWithInbox(start)
    await publish(people.ada, { title: 'Halve the paper', ...every(7) })
    await sweepAt('2099-03-08T10:00:00.000Z')
    expect(take()).toEqual([])
    await sweepAt('2099-03-08T10:01:00.000Z')
    expect(take()).toEqual(['Report is late: Halve the paper'])
    await sweepUntil('2099-04-20T00:00:00.000Z')
    expect(take()).toEqual([])
  })

  it('reminds again of each due date that is missed, and not of those that are met', async () => {
    const { people, publish, report, sweepAt, sweepUntil, take } = await startWithInbox(start)
    const { id } = await publish(people.ada, { title: 'Halve the paper', ...every(7) })
    await sweepUntil('2099-03-08T09:00:00.000Z')
    await report(people.ada, id)
    await sweepUntil('2099-03-15T08:00:00.000Z')
    expect(take()).toEqual([])
    await sweepUntil('2099-03-15T10:00:00.000Z')
    expect(take()).toHaveLength(1)
    await sweepAt('2099-03-18T00:00:00.000Z')
    await report(people.ada, id)
    await sweepUntil('2099-03-25T00:00:00.000Z')
    expect(take()).toEqual([])
    await sweepUntil('2099-03-25T01:00:00.000Z')
    expect(take()).toHaveLength(1)
  })

  it('follows a cadence that changes', async () => {
    const { people, publish, sweepAt, sweepUntil, take, advanceTo } = await startWithInbox(start)
    const { id } = await publish(people.ada, { title: 'Halve the paper', ...every(30) })
    const params = { goalId: id }
    const set = (cadence: { everyDays: number } | null) =>
      people.ada.api.updateGoal({ params, body: { cadence } })
    advanceTo('2099-03-05T10:00:00.000Z')
    // Shorter, so that the report is late at once.
    await set({ everyDays: 3 })
    await sweepAt('2099-03-05T10:01:00.000Z')
    expect(take()).toHaveLength(1)
    // To and fro: the same due date again.
    await set({ everyDays: 30 })
    await set({ everyDays: 3 })
    await sweepUntil('2099-03-09T00:00:00.000Z')
    expect(take()).toEqual([])
    // Longer: another due date, the 11th.
    await set({ everyDays: 10 })
    await sweepUntil('2099-03-11T10:00:00.000Z')
    expect(take()).toEqual([])
    await sweepUntil('2099-03-11T11:00:00.000Z')
    expect(take()).toHaveLength(1)
    // None, and then one that was reminded of before.
    await set(null)
    await sweepUntil('2099-04-15T00:00:00.000Z')
    await set({ everyDays: 10 })
    await sweepUntil('2099-04-16T00:00:00.000Z')
    expect(take()).toEqual([])
  })

  it.each(['paused', 'completed', 'archived'] as const)(
    'never reminds of a goal that is %s',
    async (status) => {
      const { people, publish, report, sweepUntil, take } = await startWithInbox(start)
      const { id } = await publish(people.ada, {
        title: 'Halve the paper',
        ...every(7),
        ...deadline('2099-03-20'),
      })
      await sweepUntil('2099-03-02T00:00:00.000Z')
      await report(people.ada, id, { status })
      await sweepUntil('2099-03-25T00:00:00.000Z')
      expect(take()).toEqual([])
      // Resumed: the next report is due a week later.
      await report(people.ada, id, { status: 'active' })
      await sweepUntil('2099-04-01T00:00:00.000Z')
      expect(take()).toEqual([])
      await sweepUntil('2099-04-01T01:00:00.000Z')
      expect(take()).toEqual(['Report is late: Halve the paper'])
    },
  )
})

describe('a deadline', () => {
  it('reminds at 8 in the owner’s morning, 7 days and 1 day before', async () => {
    const { people, publish, sweepAt, sweepUntil, take } = await startWithInbox(start)
    await people.ada.api.updateNotificationPreferences({ body: { timeZone: 'America/New_York' } })
    await publish(people.ada, { title: 'Halve the paper', ...deadline('2099-03-20') })
    // Summer time since the 8th: 8 o'clock is 12 UTC.
    await sweepUntil('2099-03-13T11:00:00.000Z')
    await sweepAt('2099-03-13T11:59:59.999Z')
    expect(take()).toEqual([])
    await sweepAt('2099-03-13T12:00:00.000Z')
    expect(take()).toEqual(['Deadline in 7 days: Halve the paper'])
    await sweepUntil('2099-03-19T11:59:00.000Z')
    expect(take()).toEqual([])
    await sweepAt('2099-03-19T12:00:00.000Z')
    expect(take()).toEqual(['Deadline tomorrow: Halve the paper'])
    await sweepUntil('2099-04-01T00:00:00.000Z')
    expect(take()).toEqual([])
  })

  it('is not reminded of if the morning was before the goal was published, or the deadline was set', async () => {
    const { people, publish, advanceTo, sweepUntil, take } = await startWithInbox(start)
    await publish(people.ada, { title: 'In a week', ...deadline('2099-03-08') })
    const { id } = await publish(people.ada, { title: 'Some day', ...deadline('2099-12-31') })
    await sweepUntil('2099-03-06T09:00:00.000Z')
    expect(take()).toEqual([])
    await people.ada.api.updateGoal({ params: { goalId: id }, body: deadline('2099-03-09') })
    await sweepUntil('2099-03-07T08:00:00.000Z')
    expect(take()).toEqual(['Deadline tomorrow: In a week'])
    await sweepUntil('2099-03-08T08:00:00.000Z')
    expect(take()).toEqual(['Deadline tomorrow: Some day'])
    advanceTo('2099-03-08T20:00:00.000Z')
  })

  it('is reminded of on the same morning if it was set before 8 o’clock', async () => {
    const { people, publish, advanceTo, sweepAt, take } = await startWithInbox(start)
    advanceTo('2099-03-02T07:59:00.000Z')
    await publish(people.ada, { title: 'Soon', ...deadline('2099-03-03') })
    await sweepAt('2099-03-02T08:00:00.000Z')
    expect(take()).toEqual(['Deadline tomorrow: Soon'])
  })

  it('that moves is reminded of again, and not if it moves back', async () => {
    const { people, publish, sweepUntil, take } = await startWithInbox(start)
    const { id } = await publish(people.ada, { title: 'Move', ...deadline('2099-03-10') })
    await sweepUntil('2099-03-03T08:00:00.000Z')
    expect(take()).toEqual(['Deadline in 7 days: Move'])
    await people.ada.api.updateGoal({ params: { goalId: id }, body: deadline('2099-03-20') })
    await sweepUntil('2099-03-08T00:00:00.000Z')
    await people.ada.api.updateGoal({ params: { goalId: id }, body: deadline('2099-03-10') })
    await sweepUntil('2099-03-09T08:00:00.000Z')
    expect(take()).toEqual(['Deadline tomorrow: Move'])
    await people.ada.api.updateGoal({ params: { goalId: id }, body: deadline('2099-03-20') })
    await sweepUntil('2099-03-13T08:00:00.000Z')
    expect(take()).toEqual(['Deadline in 7 days: Move'])
  })

  it('on a day that follows a change of clocks, or 29 February, is reminded of once', async () => {
    const { people, publish, sweepUntil, take } = await startWithInbox('2096-02-15T10:00:00.000Z')
    await people.ada.api.updateNotificationPreferences({ body: { timeZone: 'Europe/Berlin' } })
    await publish(people.ada, { title: 'Leap', ...deadline('2096-03-01') })
    await publish(people.ada, { title: 'Spring', ...deadline('2096-03-25') })
    await sweepUntil('2096-02-23T07:00:00.000Z')
    expect(take()).toEqual(['Deadline in 7 days: Leap'])
    await sweepUntil('2096-02-29T06:00:00.000Z')
    expect(take()).toEqual([])
    await sweepUntil('2096-02-29T07:00:00.000Z')
    expect(take()).toEqual(['Deadline tomorrow: Leap'])
    await sweepUntil('2096-03-18T07:00:00.000Z')
    expect(take()).toEqual(['Deadline in 7 days: Spring'])
    // Clocks go forward on the 25th; the morning before is still winter's.
    await sweepUntil('2096-03-24T06:00:00.000Z')
    expect(take()).toEqual([])
    await sweepUntil('2096-04-01T00:00:00.000Z')
    expect(take()).toEqual(['Deadline tomorrow: Spring'])
  })
})

describe('emails of a day', () => {
  it('are one: what comes due later goes into the next morning’s, which lists all goals', async () => {
    const { people, publish, service, sweepAt, sweepUntil, take, advanceTo } = await startWithInbox(start)
    await people.ada.api.updateNotificationPreferences({ body: { timeZone: 'Europe/Berlin' } })
    await publish(people.ada, { title: 'First', ...every(1) })
    advanceTo('2099-03-01T12:00:00.000Z')
    await publish(people.ada, { title: 'Second', ...every(1) })
    advanceTo('2099-03-01T14:00:00.000Z')
    await publish(people.ada, { title: 'Third', ...every(1) })
    await sweepAt('2099-03-02T10:01:00.000Z')
    expect(take()).toEqual(['Report is late: First'])
    await sweepUntil('2099-03-03T06:59:59.999Z')
    expect(take()).toEqual([])
    await sweepAt('2099-03-03T07:00:00.000Z')
    const email = emailsIn(service.lines, people.ada.email).find(({ kind }) => kind === 'reminders')
    expect(email).toMatchObject({ subject: '2 reports are late', link: `${service.origin}/home` })
    take()
    await sweepUntil('2099-03-10T00:00:00.000Z')
    expect(take()).toEqual([])
  })

  it('contain a reminder of the same morning, even if it is early', async () => {
    const { people, publish, sweepAt, sweepUntil, take, advanceTo } = await startWithInbox(start)
    advanceTo('2099-03-01T12:00:00.000Z')
    await publish(people.ada, { title: 'Near', ...deadline('2099-03-09') })
    advanceTo('2099-03-02T06:00:00.000Z')
    await publish(people.ada, { title: 'Late', ...every(6) })
    await sweepUntil('2099-03-08T06:00:00.000Z')
    take()
    await sweepAt('2099-03-08T06:01:00.000Z')
    expect(take()).toEqual(['1 report is late, 1 deadline is near'])
    await sweepUntil('2099-03-20T00:00:00.000Z')
    expect(take()).toEqual([])
  })

  it('drop what no longer holds', async () => {
    const { people, publish, report, sweepAt, sweepUntil, take, advanceTo } = await startWithInbox(start)
    await publish(people.ada, { title: 'First', ...every(1) })
    advanceTo('2099-03-01T12:00:00.000Z')
    const second = await publish(people.ada, { title: 'Second', ...every(1) })
    const third = await publish(people.ada, { title: 'Third', ...every(1) })
    await publish(people.ada, { title: 'Fourth', ...every(1) })
    await sweepAt('2099-03-02T10:01:00.000Z')
    expect(take()).toEqual(['Report is late: First'])
    await sweepAt('2099-03-02T13:00:00.000Z')
    await report(people.ada, second.id)
    await people.ada.api.deleteGoal({ params: { goalId: third.id } })
    await sweepUntil('2099-03-03T08:00:00.000Z')
    expect(take()).toEqual(['Report is late: Fourth'])
  })
})

describe('the owner', () => {
  it('who gets a goal gets its reminders, also one that waited for the owner before', async () => {
    const { people, publish, sweepAt, sweepUntil, take, advanceTo } = await startWithInbox(start)
    await join(people.ada, people.bob)
    await publish(people.ada, { title: 'First', ...every(1) })
    advanceTo('2099-03-01T12:00:00.000Z')
    const { id } = await publish(people.ada, { title: 'Second', ...every(1) })
    await sweepAt('2099-03-02T13:00:00.000Z')
    expect(take()).toEqual(['2 reports are late'])
    const third = await publish(people.ada, { title: 'Third', ...every(1) })
    const give = (goalId: string) =>
      people.ada.api.updateGoal({ params: { goalId }, body: { ownerUserId: people.bob.userId } })
    await give(id)
    await sweepAt('2099-03-02T14:00:00.000Z')
    // Of this due date somebody was reminded already.
    expect(take('reminders', people.bob)).toEqual([])
    await sweepAt('2099-03-03T08:00:00.000Z')
    advanceTo('2099-03-03T09:00:00.000Z')
    await give(third.id)
    await sweepUntil('2099-03-04T09:00:00.000Z')
    expect(take()).toEqual([])
    expect(take('reminders', people.bob)).toEqual(['Report is late: Third'])
  })

  it('of a reminder that waits for the next morning may change', async () => {
    const { people, publish, sweepAt, sweepUntil, take, advanceTo } = await startWithInbox(start)
    await join(people.ada, people.bob)
    await publish(people.ada, { title: 'First', ...every(1) })
    advanceTo('2099-03-01T12:00:00.000Z')
    const { id } = await publish(people.ada, { title: 'Second', ...every(1) })
    await sweepAt('2099-03-02T10:01:00.000Z')
    expect(take()).toEqual(['Report is late: First'])
    await sweepAt('2099-03-02T13:00:00.000Z')
    await people.ada.api.updateGoal({ params: { goalId: id }, body: { ownerUserId: people.bob.userId } })
    await sweepUntil('2099-03-10T00:00:00.000Z')
    expect(take()).toEqual([])
    expect(take('reminders', people.bob)).toEqual(['Report is late: Second'])
  })

  it('may turn reminders off, each kind for itself', async () => {
    const { people, publish, sweepUntil, take } = await startWithInbox(start)
    await people.ada.api.updateNotificationPreferences({ body: { reportReminders: false } })
    await publish(people.ada, { title: 'Both', ...every(1), ...deadline('2099-03-09') })
    await sweepUntil('2099-03-08T07:00:00.000Z')
    expect(take()).toEqual(['Deadline in 7 days: Both'])
    await people.ada.api.updateNotificationPreferences({ body: { deadlineReminders: false } })
    await sweepUntil('2099-03-20T00:00:00.000Z')
    expect(take()).toEqual([])
  })

  it('need not exist', async () => {
    const { people, publish, sweepUntil, take } = await startWithInbox(start)
    const { id } = await publish(people.ada, { title: 'Nobody', ownerUserId: null, ...every(1) })
    await sweepUntil('2099-03-05T00:00:00.000Z')
    expect(take()).toEqual([])
    const { userId } = people.ada
    await people.ada.api.updateGoal({ params: { goalId: id }, body: { ownerUserId: userId ?? null } })
    await sweepUntil('2099-03-06T00:00:00.000Z')
    expect(take()).toEqual(['Report is late: Nobody'])
  })
})
