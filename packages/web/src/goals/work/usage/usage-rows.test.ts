import { noUsage } from '@cairn/contract/goals/usage'
import type { UsageEntry } from '@cairn/contract/schemas/usage'
import { describe, expect, test } from 'vitest'
import { firstMeasure, totalOf, usageRows } from './usage-rows.ts'

const ofGoal = (id: string, title: string | null, used: Partial<UsageEntry['used']>): UsageEntry => ({
  goal: { id, title },
  used: { ...noUsage, ...used },
})
const bot: UsageEntry = {
  actor: { kind: 'agent', id: 't', runId: null, displayName: 'Helpdesk bot' },
  used: { ...noUsage, inputTokens: 3, outputTokens: 4, reports: 2 },
}

describe('usage', () => {
  test('counts both kinds of tokens, largest first', () => {
    const rows = usageRows(
      [ofGoal('a', 'Small', { inputTokens: 5 }), ofGoal('b', 'Large', { inputTokens: 3, outputTokens: 3 })],
      'tokens',
    )
    expect(rows.map(({ name }) => name)).toEqual(['Large', 'Small'])
    expect(totalOf([bot, bot], 'tokens')).toBe(14)
  })

  test('orders equal amounts by name', () => {
    const rows = usageRows([ofGoal('b', 'B', {}), ofGoal('a', 'A', {})], 'reports')
    expect(rows.map(({ key }) => key)).toEqual(['a', 'b'])
  })

  test('names agents, and links no deleted goal', () => {
    expect(usageRows([bot], 'reports')).toMatchObject([{ name: 'Helpdesk bot (agent)', goalId: undefined }])
    expect(usageRows([ofGoal('a', null, {})], 'reports')).toMatchObject([
      { name: 'A deleted goal', goalId: undefined },
    ])
    expect(usageRows([ofGoal('a', 'A', {})], 'reports')).toMatchObject([{ goalId: 'a' }])
  })

  test.each([
    [[], 'reports'],
    [[bot], 'tokens'],
    [[ofGoal('a', 'A', { seconds: 5 })], 'seconds'],
    [[ofGoal('a', 'A', { seconds: 5, costMicros: 1 })], 'costMicros'],
  ] as const)('%j begins with %s', (usage, measure) => {
    expect(firstMeasure(usage)).toBe(measure)
  })
})
