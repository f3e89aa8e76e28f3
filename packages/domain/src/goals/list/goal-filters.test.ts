import { describe, expect, test } from 'vitest'
import type { Access } from '../../requests/access.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { dropsRows, goalFilters, goalListBinding, isIndexed, matches, noFilters } from './goal-filters.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const row = {
  status: 'active',
  health: 'at_risk',
  ownerUserId: 'email:ada',
  labelIds: ['red', 'blue'],
  timeframe: { kind: 'continuous' },
  counts: { criteria: 0, met: 0, notMet: 0, measures: 0 },
  updatedAt: '2026-11-19T10:00:00.000Z',
} as unknown as GoalRow
const access = (scopes: Access['scopes'], goalIds: Access['goalIds'] = null) =>
  ({ userId: 'email:ada', organizationId: 'acme', scopes, goalIds }) as Access
type Query = Parameters<typeof goalFilters>[1]
const query = (fields: Partial<Query>) => ({ view: 'full', limit: 50, ...fields }) as Query

const session = access('session')
const narrow = access(new Set(['goals:read'] as const))
const wide = access(new Set(['goals:read', 'goals:read:all'] as const))

describe('a row that was not read from an index', () => {
  test.each<[string, Partial<typeof noFilters>, boolean]>([
    ['without filters', {}, true],
    ['of its status', { statuses: ['paused', 'active'] }, true],
    ['of other statuses', { statuses: ['paused'] }, false],
    ['of its label', { labelId: 'blue' }, true],
    ['of another label', { labelId: 'green' }, false],
    ['of what was updated before', { updatedSince: '2026-11-19T09:59:59.999Z' }, true],
    ['of what was updated at this very time', { updatedSince: '2026-11-19T10:00:00.000Z' }, true],
    ['of what was updated later', { updatedSince: '2026-11-19T10:00:00.001Z' }, false],
  ])('is in the list %s: %s', (_, filters, expected) => {
    expect(isIndexed(row, { ...noFilters, ...filters })).toBe(expected)
  })
})

describe('a row of an index', () => {
  const nobodys = { ...row, health: undefined, ownerUserId: undefined } as GoalRow
  const dated = { ...row, timeframe: { kind: 'deadline', targetDate: '2026-11-20' } } as GoalRow
  test.each<[string, GoalRow, Partial<typeof noFilters>, boolean]>([
    ['without filters', row, {}, true],
    ['of its health', row, { health: ['on_track', 'at_risk'] }, true],
    ['of another health', row, { health: ['none'] }, false],
    ['of no health', nobodys, { health: ['none'] }, true],
    ['of its owner', row, { owners: ['email:ada'] }, true],
    ['of one of several owners', row, { owners: [null, 'email:ada'] }, true],
    ['of another owner', row, { owners: ['email:bob'] }, false],
    ['of nobody', row, { owners: [null] }, false],
    ['of nobody', nobodys, { owners: [null] }, true],
    ['of no target date', row, { due: 'none' }, true],
    ['of a target date', row, { due: '2026-01-01..2026-12-31' }, false],
    ['of no target date', dated, { due: 'none' }, false],
    ['of the first day', dated, { due: '2026-11-20..2026-11-30' }, true],
    ['of the last day', dated, { due: '2026-11-01..2026-11-20' }, true],
    ['of earlier days', dated, { due: '2026-11-01..2026-11-19' }, false],
    ['of later days', dated, { due: '2026-11-21..2026-12-31' }, false],
    ['of its attention', row, { attention: 'at_risk' }, true],
    ['of another attention', row, { attention: 'overdue' }, false],
  ])('matches filters %s: %s', (_, goal, filters, expected) => {
    expect(matches(goal, { ...noFilters, ...filters }, new Map(), now)).toBe(expected)
  })

  test.each<[string, Partial<typeof noFilters>, boolean]>([
    ['none', {}, false],
    ['owner', { owners: ['email:ada'] }, false],
    ['label', { labelId: 'red' }, false],
    ['label and owner', { labelId: 'red', owners: [null] }, true],
    ['target date', { due: 'none' }, true],
    ['health', { health: ['none'] }, true],
    ['attention', { attention: 'overdue' }, true],
    ['status and time', { statuses: ['active'], updatedSince: row.updatedAt }, false],
  ])('may be dropped by the filter %s: %s', (_, filters, expected) => {
    expect(dropsRows({ ...noFilters, ...filters })).toBe(expected)
  })
})

describe('a caller', () => {
  test.each<[string, Access, string | undefined, string[] | undefined, (string | null)[] | undefined]>([
    ['of a session sees all', session, undefined, undefined, undefined],
    ['of a session sees another’s', session, 'email:bob', undefined, ['email:bob']],
    ['of a session sees nobody’s', session, 'none', undefined, [null]],
    ['sees those of several, each once', wide, undefined, ['me', 'none', 'me'], ['email:ada', null]],
    ['sees those of whom both filters name', wide, 'me', ['email:bob', 'email:ada'], ['email:ada']],
    ['sees the own ones as “me”', wide, 'me', undefined, ['email:ada']],
    ['with goals:read:all sees all', wide, undefined, undefined, undefined],
    ['without it sees the own ones', narrow, undefined, undefined, ['email:ada']],
    ['without it sees the own ones as “me”', narrow, 'me', undefined, ['email:ada']],
    ['without it sees the own ones by id', narrow, 'email:ada', undefined, ['email:ada']],
    ['without it sees the own ones of several', narrow, undefined, ['email:bob', 'me'], ['email:ada']],
  ])('%s', (_, by, ownerUserId, owner, expected) => {
    expect(goalFilters(by, query({ ownerUserId, owner }))).toEqual({ ...noFilters, owners: expected })
  })

  test.each<[string, Access, Partial<Query>]>([
    ['of a colleague without goals:read:all', narrow, { ownerUserId: 'email:bob' }],
    ['of nobody without goals:read:all', narrow, { ownerUserId: 'none' }],
    ['of several others without goals:read:all', narrow, { owner: ['email:bob', 'none'] }],
    ['that two filters exclude', session, { ownerUserId: 'me', owner: ['email:bob', 'none'] }],
  ])('sees nothing %s', (_, by, fields) => {
    expect(goalFilters(by, query(fields))).toBeNull()
  })

  test('who asks for attention gets active goals only', () => {
    const statusesOf = (fields: Partial<Query>) => goalFilters(session, query(fields))?.statuses
    expect(statusesOf({ attention: 'overdue' })).toEqual(['active'])
    expect(statusesOf({ attention: 'overdue', status: ['paused'] })).toEqual([])
    expect(statusesOf({ status: ['paused', 'active'] })).toEqual(['paused', 'active'])
  })

  test('gets the filters of the request', () => {
    const fields = { health: ['none'], labelId: 'red', updatedSince: row.updatedAt } as const
    expect(goalFilters(session, query({ ...fields, health: ['none'] }))).toEqual({ ...noFilters, ...fields })
  })
})

describe('the cursor of a list', () => {
  const bound = (by: Access, fields: Partial<Query> = {}) =>
    JSON.stringify(goalListBinding(by, query(fields)))

  test('is for the same filters, whatever their order and the view', () => {
    const one = bound(session, {
      status: ['active', 'paused'],
      health: ['none', 'at_risk'],
      ownerUserId: 'me',
    })
    const other = {
      status: ['paused', 'active'],
      health: ['at_risk', 'none'],
      ownerUserId: 'email:ada',
    } as const
    expect(
      bound(session, {
        ...other,
        status: ['paused', 'active'],
        health: ['at_risk', 'none'],
        view: 'summary',
      }),
    ).toBe(one)
  })

  test.each<[string, Access, Partial<Query>]>([
    ['status', session, { status: ['active'] }],
    ['health', session, { health: ['none'] }],
    ['owner', session, { ownerUserId: 'me' }],
    ['label', session, { labelId: 'red' }],
    ['attention', session, { attention: 'overdue' }],
    ['time', session, { updatedSince: row.updatedAt }],
    ['words', session, { q: 'trees' }],
    ['set of owners', session, { owner: ['me'] }],
    ['period', session, { due: 'none' }],
    ['sight', narrow, {}],
    ['goals', access('session', new Set(['g1'])), {}],
    ['organization', { ...session, organizationId: 'other' }, {}],
  ])('is for one %s', (_, by, fields) => {
    expect(bound(by, fields)).not.toBe(bound(session))
  })

  test('is for the same owners in any order', () => {
    const one = bound(session, { owner: ['me', 'none', 'email:bob'] })
    expect(bound(session, { owner: ['email:bob', 'none', 'email:ada', 'me'] })).toBe(one)
    expect(bound(session, { owner: ['email:bob', 'none'] })).not.toBe(one)
  })

  test('of a token with some goals is for these, in any order', () => {
    const of = (...goals: string[]) => bound(access('session', new Set(goals)))
    expect(of('b', 'a')).toBe(of('a', 'b'))
    expect(of('a')).not.toBe(of('a', 'b'))
  })
})
