import { expect, test } from 'vitest'
import { administratorSorts } from './members/administrators.ts'
import { byJoining, firstOrganizationName, joiningTime, memberSortOf } from './rules.ts'

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['  Ada  ', 'Ada'],
  ['', 'My organization'],
  [' \n ', 'My organization'],
  ['😀'.repeat(101), '😀'.repeat(100)],
  [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  [` ${'x'.repeat(101)}`, 'x'.repeat(100)],
])('the first organization of %j is named %j', (displayName, name) => {
  expect(firstOrganizationName(displayName)).toBe(name)
})

test('sorts members by role, then by name without regard to case', () => {
  const inOrder = [
    memberSortOf('owner', 'Zoe'),
    memberSortOf('admin', 'bob'),
    memberSortOf('admin', 'Cem'),
    memberSortOf('member', 'Ada'),
    memberSortOf('member', 'ada b'),
    memberSortOf('member', 'Émile'),
  ]
  expect(inOrder.toSorted()).toEqual(inOrder)
  expect(memberSortOf('admin', 'ADA')).toBe(memberSortOf('admin', 'ada'))
})

test('returns a sort key that DynamoDB accepts for a name of any length', () => {
  expect(Buffer.byteLength(memberSortOf('member', '😀'.repeat(10_000)))).toBeLessThan(500)
})

test('sorts organizations by when the user joined, and those of one millisecond always in the same order', () => {
  const first = { joinedAt: '2026-11-20T10:00:00.000Z', organizationId: 'c' }
  const second = { joinedAt: '2026-11-20T10:00:00.001Z', organizationId: 'a' }
  const third = { joinedAt: '2026-11-20T10:00:00.001Z', organizationId: 'b' }
  expect([third, second, first].sort(byJoining)).toEqual([first, second, third])
  expect([second, third, first].sort(byJoining)).toEqual([first, second, third])
})

test('returns a time later than all earlier memberships, even within one millisecond', () => {
  const now = new Date('2026-11-20T10:00:00.000Z')
  const at = (joinedAt: string) => [{ joinedAt, organizationId: '1' }]
  expect(joiningTime(now, [])).toBe('2026-11-20T10:00:00.000Z')
  expect(joiningTime(now, at('2026-11-19T10:00:00.000Z'))).toBe('2026-11-20T10:00:00.000Z')
  expect(joiningTime(now, at('2026-11-20T10:00:00.000Z'))).toBe('2026-11-20T10:00:00.001Z')
})

test('administrators have the sort keys before those of members', () => {
  expect(memberSortOf('member', 'Ada')).toMatch(/^2ada/)
  const { from, to } = administratorSorts
  for (const [role, isWithin] of [
    ['owner', true],
    ['admin', true],
    ['member', false],
  ] as const) {
    const sort = memberSortOf(role, '')
    expect([role, sort >= from && sort < to]).toEqual([role, isWithin])
  }
  expect([from, to]).toEqual(['0', '2'])
})
