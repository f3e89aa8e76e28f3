import { expect, test } from 'vitest'
import { auditFilters, parseAuditSearch } from './audit-search.ts'

test('ignores what is no filter', () => {
  const search = { userId: 'email:ann', kind: 'member', from: '2026-11-20', until: '2026-11-21' }
  expect(parseAuditSearch(search)).toEqual(search)
  for (const [name, value] of [
    ['userId', ''],
    ['userId', 'x'.repeat(201)],
    ['kind', 'label'],
    ['kind', ['member']],
    ['from', 'yesterday'],
    ['from', '2026-13-40'],
    ['until', '2026-11-20T10:00:00Z'],
  ] as const) {
    expect(parseAuditSearch({ [name]: value })).toEqual({})
  }
})

test('days are whole days of the reader, the last one included', () => {
  const { from, until } = auditFilters({ from: '2026-11-20', until: '2026-11-20' })
  expect(new Date(from ?? '').getTime()).toBe(new Date(2026, 10, 20).getTime())
  expect(new Date(until ?? '').getTime()).toBe(new Date(2026, 10, 21).getTime())
  expect(auditFilters({})).toEqual({ userId: undefined, kind: undefined, from: undefined, until: undefined })
})

test.each(['0001-01-01', '0099-06-01', '9999-12-31'])('%s is a time that the service accepts', (date) => {
  const { from, until } = auditFilters({ from: date, until: date })
  for (const time of [from, until]) expect(time).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z$/)
})
