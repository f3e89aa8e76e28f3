import { afterEach, describe, expect, test, vi } from 'vitest'
import { goalFilters, parseGoalsSearch } from './goals-search.ts'

afterEach(() => vi.unstubAllEnvs())

describe('the address of the goal list', () => {
  test.each<[string, Record<string, unknown>, ReturnType<typeof parseGoalsSearch>]>([
    [
      'several values',
      { status: 'paused,active', health: 'none' },
      { status: ['active', 'paused'], health: ['none'] },
    ],
    ['parsed values', { status: ['active'], changedDays: '7' }, { status: ['active'], changedDays: '7' }],
    ['a search', { q: ' two words ' }, { q: 'two words' }],
    ['the title filter of old addresses', { title: 'number 7' }, { q: 'number 7' }],
    ['a search and an old title filter', { q: 'new', title: 'old' }, { q: 'new' }],
    [
      'an owner, a label, and a reason',
      { ownerUserId: 'none', labelId: '0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e', attention: 'overdue' },
      { ownerUserId: 'none', labelId: '0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e', attention: 'overdue' },
    ],
    ['known values among others', { status: 'active,nonsense,active' }, { status: ['active'] }],
    [
      'nothing valid',
      {
        q: ' ',
        status: 'nonsense',
        health: 1,
        ownerUserId: '',
        labelId: '1',
        attention: 'x',
        changedDays: '2',
      },
      {},
    ],
    ['the organization, which is no filter', { organization: 'o' }, {}],
  ])('%s', (_, search, expected) => {
    expect(parseGoalsSearch(search)).toEqual(expected)
  })
})

test('several values are one parameter of the service', () => {
  const search = { status: ['active', 'paused'], health: ['none'], q: 'x' } as const
  expect(goalFilters(parseGoalsSearch(search))).toEqual({ status: 'active,paused', health: 'none', q: 'x' })
})

test.each([
  ['1', '2026-10-31T23:00:00.000Z'],
  // Before the end of daylight saving time.
  ['30', '2026-10-02T22:00:00.000Z'],
] as const)('changes of %s days begin at midnight, so the list is the same all day', (changedDays, since) => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  for (const now of ['2026-11-01T23:30:00.000Z', '2026-11-02T20:00:00.000Z']) {
    expect(goalFilters({ changedDays }, new Date(now)).updatedSince).toBe(since)
  }
})
