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
  test.each<[string, GoalRow, Partial<typeof noFilters>, boolean]>([
    ['without filters', row, {}, true],
    ['of its health', row, { health: ['on_track', 'at_risk'] }, true],
    ['of another health', row, { health: ['none'] }, false],
    ['of no health', nobodys, { health: ['none'] }, true],
    ['of its owner', row, { ownerUserId: 'email:ada' }, true],
    ['of another owner', row, { ownerUserId: 'email:bob' }, false],
    ['of nobody', row, { ownerUserId: null }, false],
    ['of nobody', nobodys, { ownerUserId: null }, true],
    ['of its attention', row, { attention: 'at_risk' }, true],
    ['of another attention', row, { attention: 'overdue' }, false],
  ])('matches filters %s: %s', (_, goal, filters, expected) => {
    expect(matches(goal, { ...noFilters, ...filters }, new Map(), now)).toBe(expected)
  })

  test.each<[string, Partial<typeof noFilters>, boolean]>([
    ['none', {}, false],
    ['owner', { ownerUserId: 'email:ada' }, false],
    ['label', { labelId: 'red' }, false],
    ['label and owner', { labelId: 'red', ownerUserId: null }, true],
    ['health', { health: ['none'] }, true],
    ['attention', { attention: 'overdue' }, true],
    ['status and time', { statuses: ['active'], updatedSince: row.updatedAt }, false],
  ])('may be dropped by the filter %s: %s', (_, filters, expected) => {
    expect(dropsRows({ ...noFilters, ...filters })).toBe(expected)
  })
})

describe('a caller', () => {
  test.each<[string, Access, string | undefined, string | null | undefined]>([
    ['of a session sees all', session, undefined, undefined],
    ['of a session sees another’s', session, 'email:bob', 'email:bob'],
    ['of a session sees nobody’s', session, 'none', null],
    ['sees the own ones as “me”', wide, 'me', 'email:ada'],
    ['with goals:read:all sees all', wide, undefined, undefined],
    ['without it sees the own ones', narrow, undefined, 'email:ada'],
    ['without it sees the own ones as “me”', narrow, 'me', 'email:ada'],
    ['without it sees the own ones by id', narrow, 'email:ada', 'email:ada'],
  ])('%s', (_, by, ownerUserId, expected) => {
    expect(goalFilters(by, query({ ownerUserId }))).toEqual({ ...noFilters, ownerUserId: expected })
  })

  test.each(['email:bob', 'none'])('without goals:read:all sees nothing of %s', (ownerUserId) => {
    expect(goalFilters(narrow, query({ ownerUserId }))).toBeNull()
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
    ['sight', narrow, {}],
    ['goals', access('session', new Set(['g1'])), {}],
    ['organization', { ...session, organizationId: 'other' }, {}],
  ])('is for one %s', (_, by, fields) => {
    expect(bound(by, fields)).not.toBe(bound(session))
  })

  test('of a token with some goals is for these, in any order', () => {
    const of = (...goals: string[]) => bound(access('session', new Set(goals)))
    expect(of('b', 'a')).toBe(of('a', 'b'))
    expect(of('a')).not.toBe(of('a', 'b'))
  })
})
