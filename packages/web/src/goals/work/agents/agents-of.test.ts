import { noUsage } from '@cairn/contract/goals/usage'
import type { OrganizationApiToken } from '@cairn/contract/schemas/api-tokens'
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import type { OAuthGrant } from '@cairn/contract/schemas/oauth'
import { describe, expect, test } from 'vitest'
import { agentsOf, type ListedClaim } from './agents-of.ts'

const reader = { userId: 'me', organizationId: 'o' }
const nothing = { tokens: [], grants: [], claims: [], questions: [], usage: [] }
const token = (id: string, fields: object = {}) =>
  ({
    id,
    name: `Token ${id}`,
    kind: 'agent',
    lastUsedAt: null,
    revokedAt: null,
    ...fields,
  }) as OrganizationApiToken
const grant = (id: string, organizationId: string) =>
  ({ id, organizationId, program: { name: 'Codex' }, lastUsedAt: '2026-11-20T09:00:00.000Z' }) as OAuthGrant
const actor = (id: string, kind: 'user' | 'agent' = 'agent') => ({
  kind,
  id,
  runId: null,
  displayName: 'Bot',
})
const claim = (holder: ReturnType<typeof actor>, claimedAt = '2026-11-20T10:00:00.000Z') =>
  ({ holder, claimedAt, goal: { id: 'g', title: 'Goal' } }) as ListedClaim

describe('the agents of an organization', () => {
  test('are tokens, and programs that the reader has allowed in it', () => {
    const agents = agentsOf(
      {
        ...nothing,
        tokens: [token('a', { ownerUserId: 'ann' }), token('b'), token('c', { revokedAt: 'x' })],
        grants: [grant('d', 'o'), grant('e', 'p')],
      },
      reader,
    )
    expect(agents.map(({ id, ownerUserId }) => [id, ownerUserId])).toEqual([
      ['d', 'me'],
      ['a', 'ann'],
      ['b', 'me'],
    ])
  })

  test('have their claims, questions and usage', () => {
    const used = { ...noUsage, reports: 3 }
    const question = { askedBy: actor('a'), createdAt: '2026-11-20T11:00:00.000Z' } as GoalQuestion
    const [agent] = agentsOf(
      {
        ...nothing,
        tokens: [token('a')],
        claims: [claim(actor('a'))],
        questions: [question],
        usage: [{ actor: actor('a'), used }],
      },
      reader,
    )
    expect(agent).toMatchObject({
      name: 'Token a',
      claims: [{ goal: { id: 'g' } }],
      questions: [question],
      used,
      lastSeenAt: '2026-11-20T11:00:00.000Z',
    })
  })

  test('are also those whose access the reader does not know, by their work', () => {
    const [agent, ...others] = agentsOf(
      { ...nothing, claims: [claim(actor('x'))], usage: [{ actor: actor('x'), used: noUsage }] },
      reader,
    )
    expect(agent).toMatchObject({ name: 'Bot', access: undefined, ownerUserId: undefined })
    expect(others).toEqual([])
  })

  test('are no people', () => {
    expect(agentsOf({ ...nothing, claims: [claim(actor('me', 'user'))] }, reader)).toEqual([])
  })

  test('come first while they work, then by their last sign of life', () => {
    const agents = agentsOf(
      {
        ...nothing,
        tokens: [
          token('old', { lastUsedAt: '2026-11-01T10:00:00.000Z' }),
          token('new', { lastUsedAt: '2026-11-20T12:00:00.000Z' }),
          token('working', { lastUsedAt: '2026-11-02T10:00:00.000Z' }),
          token('never'),
        ],
        claims: [claim(actor('working'), '2026-11-01T10:00:00.000Z')],
      },
      reader,
    )
    expect(agents.map(({ id }) => id)).toEqual(['working', 'new', 'old', 'never'])
    expect(agents[0]?.lastSeenAt).toBe('2026-11-02T10:00:00.000Z')
  })
})
