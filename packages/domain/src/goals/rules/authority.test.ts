import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import { expect, test } from 'vitest'
import {
  goalAuthority,
  mayReadHistory,
  requireMayAssignTo,
  requireUnlimited,
  requireVisible,
  requireWritable,
} from './authority.ts'

const goalId = '20000000-0000-4000-8000-000000000002'
const own = { goalId, ownerUserId: 'me' }
const foreign = { goalId, ownerUserId: 'somebody' }
const unowned = { goalId, ownerUserId: null }

type Scopes = 'session' | ApiTokenScope[]

const accessOf = (scopes: Scopes, goalIds: string[] | null = null) => ({
  userId: 'me',
  scopes: scopes === 'session' ? scopes : new Set(scopes),
  goalIds: goalIds && new Set(goalIds),
})

function authorityOf(role: OrganizationRole, scopes: Scopes, goalIds: string[] | null = null) {
  return goalAuthority(accessOf(scopes, goalIds), role)
}

function isSeen(authority: ReturnType<typeof goalAuthority>, goal: Parameters<typeof requireVisible>[1]) {
  try {
    return requireVisible(authority, goal) === goal
  } catch {
    return false
  }
}

function writing(authority: ReturnType<typeof goalAuthority>, goal: typeof own | typeof unowned): string {
  try {
    requireWritable(authority, goal)
    return 'written'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each([
  ['owner', 'session', true],
  ['member', 'session', true],
  ['member', ['goals:read:all'], true],
  ['owner', ['goals:read'], false],
  ['owner', ['goals:read', 'goals:write:all'], false],
] as [OrganizationRole, Scopes, boolean][])(
  "%s with %j sees another user's goal: %s",
  (role, scopes, seen) => {
    const authority = authorityOf(role, scopes)
    expect(isSeen(authority, foreign)).toBe(seen)
    expect(isSeen(authority, unowned)).toBe(seen)
    expect(isSeen(authority, { row: foreign })).toBe(seen)
    expect(isSeen(authority, own)).toBe(true)
    expect(isSeen(authority, { row: own })).toBe(true)
    expect(isSeen(authority, null)).toBe(false)
  },
)

test.each([
  ['owner', 'session', 'written'],
  ['admin', 'session', 'written'],
  ['member', 'session', 'permission_denied'],
  ['admin', ['goals:write:all'], 'written'],
  ['admin', ['goals:write', 'goals:read:all'], 'permission_denied'],
  ['admin', ['goals:write', 'goals:read'], 'goal_not_found'],
  ['member', ['goals:write:all', 'goals:read:all'], 'permission_denied'],
  ['member', ['goals:write:all'], 'goal_not_found'],
] as [OrganizationRole, Scopes, string][])(
  "%s with %j writes another user's goal: %s",
  (role, scopes, outcome) => {
    const authority = authorityOf(role, scopes)
    expect(writing(authority, foreign)).toBe(outcome)
    expect(writing(authority, unowned)).toBe(outcome)
    expect(writing(authority, own)).toBe('written')
  },
)

const allGoals: Scopes = ['goals:read:all', 'goals:write:all']
const another = '30000000-0000-4000-8000-000000000003'

test('no other goal than its own exists for a limited token, whatever its role and scopes', () => {
  for (const goalIds of [[], [another]]) {
    const authority = authorityOf('owner', allGoals, goalIds)
    for (const goal of [own, foreign, unowned]) {
      expect(isSeen(authority, goal)).toBe(false)
      expect(isSeen(authority, { row: goal })).toBe(false)
      expect(writing(authority, goal)).toBe('goal_not_found')
      expect(mayReadHistory(accessOf(allGoals, goalIds), goal)).toBe(false)
    }
  }
})

test('scopes limit a token within its goals', () => {
  const goalIds = [another, goalId]
  expect(writing(authorityOf('admin', allGoals, goalIds), foreign)).toBe('written')
  expect(writing(authorityOf('member', allGoals, goalIds), foreign)).toBe('permission_denied')
  expect(writing(authorityOf('admin', ['goals:write'], goalIds), foreign)).toBe('goal_not_found')
  expect(isSeen(authorityOf('admin', ['goals:read'], goalIds), foreign)).toBe(false)
  expect(isSeen(authorityOf('admin', ['goals:read'], goalIds), own)).toBe(true)
  expect(mayReadHistory(accessOf(['goals:write'], goalIds), own)).toBe(false)
  expect(mayReadHistory(accessOf(['goals:read'], goalIds), own)).toBe(true)
})

test('only a caller without a limit may change what is no goal of it', async () => {
  const role = Promise.resolve<OrganizationRole>('admin')
  expect(await requireUnlimited({ role, goalIds: null })).toBe('admin')
  for (const goalIds of [new Set<string>(), new Set([goalId])]) {
    await expect(requireUnlimited({ role, goalIds })).rejects.toMatchObject({ code: 'permission_denied' })
  }
  const lost = Promise.reject<OrganizationRole>(new Error('no member'))
  await expect(requireUnlimited({ role: lost, goalIds: new Set([goalId]) })).rejects.toThrow('no member')
})

test('only callers who may write all goals assign one to somebody else', () => {
  const member = authorityOf('member', 'session')
  expect(() => requireMayAssignTo(member, 'somebody')).toThrow(
    expect.objectContaining({ code: 'goal_owner_forbidden' }),
  )
  expect(() => requireMayAssignTo(member, 'me')).not.toThrow()
  expect(() => requireMayAssignTo(member, null)).not.toThrow()
  expect(() => requireMayAssignTo(authorityOf('admin', 'session'), 'somebody')).not.toThrow()
})

test.each([
  ['session', true],
  [['goals:read:all'], true],
  [['goals:read'], false],
  [['goals:write:all'], false],
] as [Scopes, boolean][])("%j reads the history of another user's goal: %s", (scopes, isRead) => {
  expect(mayReadHistory(accessOf(scopes), foreign)).toBe(isRead)
  expect(mayReadHistory(accessOf(scopes), { row: unowned })).toBe(isRead)
})

test('a refusal says why', async () => {
  const member = authorityOf('member', 'session')
  expect(() => requireVisible(member, null)).toThrow(
    'The goal does not exist, or you are not allowed to see it.',
  )
  expect(() => requireWritable(member, foreign)).toThrow('You are not allowed to change this goal.')
  expect(() => requireMayAssignTo(member, 'somebody')).toThrow(
    'Only callers who may change all goals can assign a goal to somebody else.',
  )
  await expect(
    requireUnlimited({ role: Promise.resolve('admin' as const), goalIds: new Set() }),
  ).rejects.toThrow('This token is limited to some goals, and can change only those.')
})
