import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import type { OrganizationRole } from '@cairn/contract/schemas/organizations'
import { expect, test } from 'vitest'
import { goalAuthority, requireMayAssignTo, requireVisible, requireWritable } from './authority.ts'

const own = { ownerUserId: 'me' }
const foreign = { ownerUserId: 'somebody' }
const unowned = { ownerUserId: null }

type Scopes = 'session' | ApiTokenScope[]

function authorityOf(role: OrganizationRole, scopes: Scopes) {
  return goalAuthority({ userId: 'me', scopes: scopes === 'session' ? scopes : new Set(scopes) }, role)
}

function isSeen(authority: ReturnType<typeof goalAuthority>, goal: Parameters<typeof requireVisible>[1]) {
  try {
    return requireVisible(authority, goal) === goal
  } catch {
    return false
  }
}

function writing(role: OrganizationRole, scopes: Scopes, goal: typeof own | typeof unowned): string {
  try {
    requireWritable(authorityOf(role, scopes), goal)
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
    expect(writing(role, scopes, foreign)).toBe(outcome)
    expect(writing(role, scopes, unowned)).toBe(outcome)
    expect(writing(role, scopes, own)).toBe('written')
  },
)

test('only callers who may write all goals assign one to somebody else', () => {
  const member = authorityOf('member', 'session')
  expect(() => requireMayAssignTo(member, 'somebody')).toThrow(
    expect.objectContaining({ code: 'goal_owner_forbidden' }),
  )
  expect(() => requireMayAssignTo(member, 'me')).not.toThrow()
  expect(() => requireMayAssignTo(member, null)).not.toThrow()
  expect(() => requireMayAssignTo(authorityOf('admin', 'session'), 'somebody')).not.toThrow()
})
