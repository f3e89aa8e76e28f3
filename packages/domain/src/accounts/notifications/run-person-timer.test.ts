import { describe, expect, test } from 'vitest'
import { digestDelay, type Person } from './person.ts'
import { afterEmails, isSettled } from './run-person-timer.ts'

const delay = digestDelay('ada')
const monday = Date.parse('2099-03-02T08:00:00.000Z') + delay
const claimedUntil = monday + 300_000
const person: Person = {
  personKey: 'ada',
  userId: 'email:ada',
  version: 3,
  preferences: {},
  digestAt: monday,
  digestedAt: monday - 7 * 86_400_000,
  reminderAt: monday - 1,
  remindedOn: '2099-02-20',
  claimedUntil,
  unsubscribeKey: 'key',
}
const after = (...[done, left = []]: [Parameters<typeof afterEmails>[1], { day?: string }[]?]) =>
  afterEmails(person, done, left, monday)

describe('after an email with reminders', () => {
  test('its day is remembered, the claim remains until the last email, and the digest is still due', () => {
    expect(after({ mailedOn: '2099-03-02', isLast: false })).toEqual({
      ...person,
      remindedOn: '2099-03-02',
      reminderAt: undefined,
    })
  })

  test('what waits is for the next morning', () => {
    const { reminderAt } = after({ mailedOn: '2099-03-02', isLast: true }, [{}, { day: '2099-03-09' }])
    expect(reminderAt).toBe(Date.parse('2099-03-03T08:00:00.000Z'))
  })

  test('what waits for a later day is for its morning, the first one first', () => {
    const { reminderAt } = after({ mailedOn: '2099-03-02', isLast: true }, [
      { day: '2099-03-09' },
      { day: '2099-03-08' },
    ])
    expect(reminderAt).toBe(Date.parse('2099-03-08T08:00:00.000Z'))
  })
})

test('items of inboxes that wait are for the next morning without an email', () => {
  const item = { addedAt: monday }
  const tuesday = Date.parse('2099-03-03T08:00:00.000Z')
  const next = (mailedOn?: string) =>
    afterEmails({ ...person, remindedOn: mailedOn }, { isLast: true }, [], monday, [item]).inboxAt
  expect([next(), next('2099-03-02'), next('2099-03-03')]).toEqual([tuesday, tuesday, tuesday + 86_400_000])
  expect(afterEmails({ ...person, inboxAt: 1 }, { isLast: true }, [], monday).inboxAt).toBeUndefined()
})

test('a digest that a version stored for 8 o’clock is spread', () => {
  const early = { ...person, digestAt: monday - delay }
  expect(afterEmails(early, { isLast: true }, [], monday - delay).digestAt).toBe(monday)
})

describe('after the digest', () => {
  const digested = after({ isDigested: true, isLast: true })

  test('the next one is due in a week, and the claim ends', () => {
    expect(digested).toEqual({
      ...person,
      digestAt: Date.parse('2099-03-09T08:00:00.000Z') + delay,
      digestedAt: monday,
      reminderAt: undefined,
      claimedUntil: undefined,
    })
  })

  test('the day of the last email with reminders is not forgotten: there is one a day', () => {
    const reminded = after({ mailedOn: '2099-03-02', isLast: false })
    const both = afterEmails(reminded, { isDigested: true, isLast: true }, [{}], monday)
    expect(both.remindedOn).toBe('2099-03-02')
    expect(both.reminderAt).toBe(Date.parse('2099-03-03T08:00:00.000Z'))
  })

  test('the next one is due by the person’s time zone', () => {
    const there = { ...person, preferences: { timeZone: 'Europe/Berlin' } }
    const { digestAt } = afterEmails(there, { isDigested: true, isLast: true }, [], monday)
    expect(digestAt).toBe(Date.parse('2099-03-09T07:00:00.000Z') + delay)
  })
})

describe('a reminder that waits', () => {
  const reminder = { goalKey: 'g', kind: 'report', due: 1 } as const

  test.each([
    ['the same', reminder, true],
    ['of another due date', { ...reminder, due: 2 }, false],
    ['of another goal', { ...reminder, goalKey: 'h' }, false],
    ['of another kind', { ...reminder, kind: 'deadline' }, false],
  ] as const)('%s is one of those that were mailed: %s', (_, mailed, expected) => {
    expect(isSettled(reminder, [{ ...reminder, due: 9 }, mailed])).toBe(expected)
  })

  test('is not mailed if none was', () => {
    expect(isSettled(reminder, [])).toBe(false)
  })
})
