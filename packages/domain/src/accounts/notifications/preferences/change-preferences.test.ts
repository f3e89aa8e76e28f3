import { describe, expect, test } from 'vitest'
import { digestDelay, type Person } from '../person.ts'
import { changePreferences } from './change-preferences.ts'

const time = (text: string) => Date.parse(text)
// A Monday.
const monday = time('2099-03-02T08:00:00.000Z')
const person: Person = {
  personKey: 'ada',
  userId: 'email:ada',
  version: 1,
  preferences: { timeZone: 'UTC', weeklyDigest: true },
  digestAt: monday,
  unsubscribeKey: 'key',
}
const change = (changes: Person['preferences'], now: string, of: Partial<Person> = {}) =>
  changePreferences({ ...person, ...of }, changes, new Date(now))

describe('other preferences', () => {
  test('are kept with those that do not change, and move no email', () => {
    const now = '2099-03-01T10:00:00.000Z'
    expect(change({ reportReminders: false }, now, { reminderAt: 5 })).toEqual({
      ...person,
      reminderAt: 5,
      preferences: { timeZone: 'UTC', weeklyDigest: true, reportReminders: false },
    })
    expect(change({ weeklyDigest: false }, now).digestAt).toBe(monday)
    expect(change({ timeZone: 'UTC' }, now).digestAt).toBe(monday)
  })

  test('do not change the person that is given', () => {
    const copy = structuredClone(person)
    change({ timeZone: 'Europe/Berlin', weeklyDigest: false }, '2099-03-01T10:00:00.000Z')
    expect(person).toEqual(copy)
  })
})

describe('the next digest', () => {
  test.each<[string, Person['preferences'], string, Partial<Person>, string]>([
    [
      'is on Monday by the new time zone',
      { timeZone: 'Europe/Berlin' },
      '2099-03-01T10:00:00.000Z',
      {},
      '2099-03-02T07:00:00.000Z',
    ],
    [
      'is not a second one on the same Monday',
      { timeZone: 'America/New_York' },
      '2099-03-02T09:00:00.000Z',
      { digestedAt: monday },
      '2099-03-09T12:00:00.000Z',
    ],
    [
      'may be 5 days after the last',
      { timeZone: 'Pacific/Auckland' },
      '2099-03-06T10:00:00.000Z',
      { digestedAt: monday },
      '2099-03-08T19:00:00.000Z',
    ],
    [
      'is on the next Monday after it is turned on again',
      { weeklyDigest: true },
      '2099-03-20T10:00:00.000Z',
      { preferences: { weeklyDigest: false } },
      '2099-03-23T08:00:00.000Z',
    ],
  ])('%s', (_, changes, now, of, expected) => {
    const { digestAt } = change(changes, now, of)
    expect(new Date(digestAt - digestDelay(person.personKey)).toISOString()).toBe(expected)
  })
})

describe('reminders that wait', () => {
  const now = '2099-03-01T10:00:00.000Z'

  test('are looked at again at once in another time zone', () => {
    expect(change({ timeZone: 'Europe/Berlin' }, now, { reminderAt: monday }).reminderAt).toBe(time(now))
    expect(change({ timeZone: 'Europe/Berlin' }, now)).not.toHaveProperty('reminderAt')
  })

  test('wait on if only the digest is turned on', () => {
    const off = { preferences: { weeklyDigest: false }, reminderAt: monday }
    expect(change({ weeklyDigest: true }, now, off).reminderAt).toBe(monday)
  })
})
