import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import type { OAuthGrant } from '@cairn/contract/schemas/oauth'
import { describe, expect, test } from 'vitest'
import { agentTokens, latestConnection, pauseBeforeLook } from './connection.ts'

const grant = (name: string, organizationId: string, createdAt: string, lastUsedAt: string | null = null) =>
  ({ program: { name }, organizationId, createdAt, lastUsedAt }) as OAuthGrant
const token = (name: string, kind: ApiToken['kind'], lastUsedAt: string | null) =>
  ({ name, kind, lastUsedAt }) as ApiToken

describe('what has connected', () => {
  const early = '2026-11-20T10:00:00.000Z'
  const late = '2026-11-21T10:00:00.000Z'

  test.each([
    ['nothing', [], [], undefined],
    ['a program, once it is allowed', [grant('Codex', 'o', early)], [], { name: 'Codex', at: early }],
    ['not a program in another organization', [grant('Codex', 'p', early)], [], undefined],
    ['not a token that nobody has used', [], [token('CI', 'agent', null)], undefined],
    ['a token, once it is used', [], [token('CI', 'client', early)], { name: 'CI', at: early }],
    [
      'the last of several',
      [grant('Codex', 'o', early, late), grant('Claude', 'o', early)],
      [token('CI', 'agent', early)],
      { name: 'Codex', at: late },
    ],
  ])('%s', (_, grants, tokens, expected) => {
    expect(latestConnection({ grants, tokens }, 'o')).toEqual(expected)
  })

  test('nothing before anything is loaded', () => {
    expect(latestConnection({ grants: undefined, tokens: undefined }, 'o')).toBeUndefined()
  })
})

test('the page of agents leaves out tokens of programs that were never used', () => {
  const tokens = [token('A', 'agent', null), token('B', 'client', null), token('C', 'client', 'x')]
  expect(agentTokens(tokens).map(({ name }) => name)).toEqual(['A', 'C'])
})

test('looks every two seconds at first, and every half minute after a quarter of an hour', () => {
  expect([0, 1, 5].map((looks) => Math.round(pauseBeforeLook(looks) / 100) / 10)).toEqual([2, 2.5, 6.1])
  let waited = 0
  let looks = 0
  while (waited < 15 * 60_000) waited += pauseBeforeLook(looks++)
  expect(pauseBeforeLook(looks)).toBe(30_000)
  expect(looks).toBeLessThan(45)
})
