import { describe, expect, test } from 'vitest'
import { actingOrganization } from './account-audit-entry.ts'

const joined = (organizationId: string, joinedAt: string) => ({ organizationId, joinedAt })
const [first, second] = [joined('b', '2026-11-01T10:00:00.000Z'), joined('a', '2026-11-02T10:00:00.000Z')]

describe('the log that tells what a person does', () => {
  test.each([
    ['is that of the active organization', 'a', [first, second], 'a'],
    ['is that of the first one after the active one was lost', 'lost', [second, first], 'b'],
    ['is that of the first one if none is active yet', undefined, [second, first], 'b'],
    ['is none without an organization', 'lost', [], undefined],
  ])('%s', (_, active, memberships, expected) => {
    expect(actingOrganization(active, memberships)).toBe(expected)
  })
})
