import { evaluationResults, goalHealths, goalStatuses } from '@cairn/contract/schemas/goals/goal-values'
import {
  array,
  assert,
  constant,
  constantFrom,
  date,
  double,
  integer,
  oneof,
  option,
  property,
  record,
  string,
  uint8Array,
  uuid,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Item, toItem, toRecord } from '../../entity.ts'
import { shortId } from '../../short-id.ts'
import {
  decodeRow,
  encodeRow,
  type GoalRow,
  type GoalRowRecord,
  goalLabelRowEntity,
  goalRowEntity,
  ownerKeyOf,
} from './goal-row.ts'

const itemOf = (row: GoalRow) => toItem(goalRowEntity, encodeRow(row))
const labelItemOf = (row: GoalRow, labelId: string) =>
  toItem(goalLabelRowEntity, { ...encodeRow(row), labelKey: shortId(labelId) })

const time = () =>
  date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2200-01-01T00:00:00Z'),
    noInvalidDate: true,
  }).map((at) => at.toISOString())
/** Few users, so that one often has several parts. */
const userId = () => oneof(constantFrom('email:ada', 'email:bob', 'cem'), string({ minLength: 1 }))
const maybe = <T>(arbitrary: Parameters<typeof option<T>>[0]) => option(arbitrary, { nil: undefined })
const count = () => integer({ min: 0, max: 100 })
const version = () => integer({ min: 1, max: 1e9 })

const rows = record({
  organizationId: uuid(),
  goalId: uuid(),
  title: string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  status: constantFrom(...goalStatuses),
  health: maybe(constantFrom(...goalHealths)),
  timeframe: oneof(
    constant({ kind: 'continuous' as const }),
    constant({ kind: 'unspecified' as const }),
    date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map((day) => ({
      kind: 'deadline' as const,
      targetDate: day.toISOString().slice(0, 10),
    })),
  ),
  currentEvaluation: maybe(record({ result: constantFrom(...evaluationResults), asOf: time() })),
  ownerUserId: maybe(userId()),
  labelIds: array(uuid(), { maxLength: 20 }),
  parentGoalId: maybe(uuid()),
  blockedByGoalIds: array(uuid(), { maxLength: 20 }),
  rollupWeight: maybe(integer({ min: 0, max: 1_000 })),
  cadence: maybe(integer({ min: 1, max: 366 })),
  counts: record({ criteria: count(), met: count(), notMet: count(), measures: count(), confirmed: count() }),
  progress: maybe(double({ min: 0, max: 1, noNaN: true })),
  lastReport: maybe(
    record({ revision: version(), summary: string(), createdAt: time(), authorityUserId: userId() }),
  ),
  recentHealth: array(constantFrom(null, ...goalHealths), { maxLength: 20 }),
  revision: version(),
  version: version(),
  textVersion: version(),
  standingVersion: version(),
  textBytes: integer({ min: 0, max: 262_144 }),
  historyHash: uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) =>
    Buffer.from(bytes).toString('hex'),
  ),
  createdAt: time(),
  createdByUserId: userId(),
  updatedAt: time(),
  updatedByUserId: userId(),
})

test('a row comes back from its record, from its item, and from a label’s copy', () => {
  assert(
    property(rows, (row) => {
      expect(decodeRow(encodeRow(row))).toEqual(row)
      const stored = toRecord(goalRowEntity, itemOf(row))
      expect(decodeRow(stored as GoalRowRecord)).toEqual(row)
      const copy = toRecord(goalLabelRowEntity, labelItemOf(row, row.goalId))
      expect(decodeRow(copy as GoalRowRecord)).toEqual(row)
    }),
  )
})

test('a row without reports has no recent health', () => {
  const { content, ...record } = encodeRow({ ...typical, recentHealth: ['on_track', null] })
  const { j, ...without } = content
  expect(j).toBe('on')
  expect(decodeRow({ ...record, content: without }).recentHealth).toEqual([])
})

test('no owner has a key that no user has', () => {
  expect(ownerKeyOf(null)).toBe(ownerKeyOf(undefined))
  assert(
    property(userId(), (id) => {
      expect(ownerKeyOf(id)).not.toBe(ownerKeyOf(null))
    }),
  )
  expect(ownerKeyOf('nobody')).not.toBe(ownerKeyOf(null))
})

/**
 * Bytes of an item as DynamoDB counts them (Developer Guide, "DynamoDB item sizes and formats"): names and texts in UTF-8; a
 * number one byte for two digits and one more; 3 bytes for a list or map, and 1 for each element.
 */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') {
    const digits = String(Math.abs(value))
      .replace('.', '')
      .replace(/^0+|0+$/g, '')
    return Math.ceil(Math.max(1, digits.length) / 2) + 1 + (value < 0 ? 1 : 0)
  }
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + 1 + sizeOf(one), 3)
  const entries = Object.entries(value as Item)
  return entries.reduce((sum, [name, one]) => sum + 1 + Buffer.byteLength(name) + sizeOf(one), 3)
}

function bytesOf(item: Item): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0)
}

const id = (digit: number) => `${digit}f177d45-1234-4abc-8def-9a27d0c1b2e3`

/** A goal with everything, whose title and last summary are of usual length. */
const typical: GoalRow = {
  organizationId: id(1),
  goalId: id(2),
  title: 'Every new customer is productive in their first week',
  status: 'active',
  health: 'on_track',
  timeframe: { kind: 'deadline', targetDate: '2027-03-31' },
  currentEvaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00.123Z' },
  ownerUserId: `email:${id(3)}`,
  labelIds: [id(5), id(6)],
  blockedByGoalIds: [],
  cadence: 7,
  counts: { criteria: 5, met: 2, notMet: 1, measures: 2, confirmed: 0 },
  progress: 0.372_549_019_607_843_1,
  lastReport: {
    revision: 23,
    summary:
      'Seven of ten pilot customers finished the setup alone; the import step still needs help. '.repeat(2),
    createdAt: '2026-11-20T10:00:00.123Z',
    authorityUserId: `email:${id(4)}`,
  },
  recentHealth: Array.from({ length: 20 }, () => 'on_track'),
  revision: 23,
  version: 31,
  textVersion: 12,
  standingVersion: 31,
  textBytes: 3412,
  historyHash: '0f'.repeat(32),
  createdAt: '2026-06-20T10:00:00.123Z',
  createdByUserId: `email:${id(3)}`,
  updatedAt: '2026-11-20T10:00:00.123Z',
  updatedByUserId: `email:${id(4)}`,
}

describe('the size of a typical row with its keys', () => {
  test.each([
    ['the row', itemOf(typical)],
    ['its copy for a label', labelItemOf(typical, id(5))],
  ])('%s takes less than 1 KB, one write unit', (_, item) => {
    expect(bytesOf(item)).toBeLessThan(1024)
    // Not because something is missing.
    expect(bytesOf(item)).toBeGreaterThan(700)
  })
})
