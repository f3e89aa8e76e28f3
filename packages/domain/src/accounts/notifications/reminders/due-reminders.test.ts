import { describe, expect, test } from 'vitest'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import { dueReminders, fateOf, type Reminder } from './due-reminders.ts'

const time = (text: string) => Date.parse(text)
const row = (fields: Partial<GoalRow> = {}): GoalRow =>
  ({
    status: 'active',
    timeframe: { kind: 'deadline', targetDate: '2099-03-10' },
    ownerUserId: 'email:ada',
    createdAt: '2099-02-01T10:00:00.000Z',
    ...fields,
  }) as GoalRow
const weekly = row({ cadence: 7, timeframe: { kind: 'continuous' } })
const reportKey = `report ${time('2099-02-08T10:00:00.000Z')}`
const [weekKey, dayKey] = ['deadline 2099-03-10 7', 'deadline 2099-03-10 1']

describe('reminders of a deadline', () => {
  const dayBefore = { kind: 'deadline', due: '2099-03-10', day: '2099-03-09' } as const
  const weekBefore = { ...dayBefore, day: '2099-03-03' }

  test.each<[string, string, Partial<{ since: string; reminded: string[] }>, Reminder[], string[]]>([
    ['none is due before the day begins anywhere', '2099-03-02T09:59:59.999Z', {}, [], []],
    ['one is due as soon as it does', '2099-03-02T10:00:00.000Z', {}, [weekBefore], [weekKey]],
    ['none is due again', '2099-03-05T10:00:00.000Z', { reminded: [weekKey] }, [], []],
    [
      'one is due on the day before',
      '2099-03-09T08:00:00.000Z',
      { reminded: [weekKey] },
      [dayBefore],
      [dayKey],
    ],
    ['one stands for two that nobody saw', '2099-03-09T08:00:00.000Z', {}, [dayBefore], [weekKey, dayKey]],
    ['one is due on the day itself', '2099-03-10T23:59:59.999Z', {}, [dayBefore], [weekKey, dayKey]],
    ['none is due after the day', '2099-03-11T00:00:00.000Z', {}, [], []],
    [
      'none is due of a morning before the deadline was set',
      '2099-03-05T08:00:00.000Z',
      { since: '2099-03-03T08:00:00.000Z' },
      [],
      [],
    ],
    [
      'one is due of the morning after',
      '2099-03-05T08:00:00.000Z',
      { since: '2099-03-03T07:59:59.999Z' },
      [weekBefore],
      [weekKey],
    ],
  ])('%s: %s', (_, now, { since = '2099-02-01T10:00:00.000Z', reminded }, reminders, keys) => {
    expect(dueReminders(row(), { since: time(since), reminded }, 'UTC', time(now))).toEqual({
      reminders,
      keys,
    })
  })

  test('follow the day of the person', () => {
    const due = (timeZone: string) =>
      dueReminders(row(), { since: 0, reminded: [weekKey] }, timeZone, time('2099-03-11T02:00:00.000Z'))
        .reminders
    expect(due('America/New_York')).toEqual([dayBefore])
    expect(due('UTC')).toEqual([])
  })
})

describe('reminders of a report', () => {
  const late = { kind: 'report', due: time('2099-02-08T10:00:00.000Z') } as const
  const due = (now: string, of = weekly, reminded?: string[]) =>
    dueReminders(of, { since: 0, reminded }, 'UTC', time(now))

  test('are due after the due time, not at it, and once', () => {
    expect(due('2099-02-08T10:00:00.000Z')).toEqual({ reminders: [], keys: [] })
    expect(due('2099-02-08T10:00:00.001Z')).toEqual({ reminders: [late], keys: [reportKey] })
    expect(due('2099-02-09T10:00:00.000Z', weekly, [reportKey])).toEqual({ reminders: [], keys: [] })
  })

  test('may be due with one of a deadline', () => {
    const both = row({ cadence: 7 })
    expect(due('2099-03-09T08:00:00.000Z', both).reminders.map(({ kind }) => kind)).toEqual([
      'report',
      'deadline',
    ])
  })

  test('are not due of a goal that is not active', () => {
    const paused = row({ cadence: 7, status: 'paused' })
    expect(due('2099-03-09T08:00:00.000Z', paused)).toEqual({ reminders: [], keys: [] })
  })
})

describe('a reminder that waited', () => {
  const report: Reminder = { kind: 'report', due: time('2099-02-08T10:00:00.000Z') }
  const deadline: Reminder = { kind: 'deadline', due: '2099-03-10', day: '2099-03-09' }
  const noon = '2099-03-09T12:00:00.000Z'

  test.each<
    [string, Reminder, GoalRow | null, { isMember?: boolean; preferences?: object; now?: string }, unknown]
  >([
    ['of a late report is mailed', report, weekly, {}, 'mail'],
    ['of a deadline is mailed', deadline, row(), {}, 'mail'],
    ['of a goal that is gone is dropped', deadline, null, {}, 'drop'],
    ['to somebody who was removed is dropped', report, weekly, { isMember: false }, 'drop'],
    ['of a goal that somebody paused is dropped', report, { ...weekly, status: 'paused' }, {}, 'drop'],
    ['of a report that came is dropped', report, { ...weekly, createdAt: noon }, {}, 'drop'],
    ['of a report that is due now is dropped', report, weekly, { now: '2099-02-08T10:00:00.000Z' }, 'drop'],
    ['of a report without a cadence is dropped', report, { ...weekly, cadence: undefined }, {}, 'drop'],
    ['of a deadline that moved is dropped', { ...deadline, due: '2099-03-12' }, row(), {}, 'drop'],
    ['of no deadline is dropped', deadline, weekly, {}, 'drop'],
    ['is mailed on the day of the deadline', deadline, row(), { now: '2099-03-10T23:59:59.999Z' }, 'mail'],
    ['is dropped after it', deadline, row(), { now: '2099-03-11T00:00:00.000Z' }, 'drop'],
    [
      'is mailed while it is the day of the person',
      deadline,
      row(),
      { now: '2099-03-11T00:00:00.000Z', preferences: { timeZone: 'America/New_York' } },
      'mail',
    ],
    [
      'of a goal of another owner is that owner’s',
      report,
      { ...weekly, ownerUserId: 'email:bob' },
      {},
      { newOwner: 'email:bob' },
    ],
    [
      'of another owner’s goal is not lost by a removal',
      report,
      { ...weekly, ownerUserId: 'email:bob' },
      { isMember: false },
      { newOwner: 'email:bob' },
    ],
    ['of a goal that nobody owns is dropped', report, { ...weekly, ownerUserId: undefined }, {}, 'drop'],
    [
      'of reports that are not wanted is dropped',
      report,
      weekly,
      { preferences: { reportReminders: false } },
      'drop',
    ],
    [
      'of deadlines that are not wanted is dropped',
      deadline,
      row(),
      { preferences: { deadlineReminders: false } },
      'drop',
    ],
    [
      'of reports is mailed without those of deadlines',
      report,
      weekly,
      { preferences: { deadlineReminders: false } },
      'mail',
    ],
    [
      'of deadlines is mailed without those of reports',
      deadline,
      row(),
      { preferences: { reportReminders: false } },
      'mail',
    ],
  ])('%s', (_, reminder, goal, { isMember = true, preferences = {}, now = noon }, fate) => {
    const person = { userId: 'email:ada', preferences }
    expect(fateOf(reminder, goal, { person, isMember }, time(now))).toEqual(fate)
  })
})
