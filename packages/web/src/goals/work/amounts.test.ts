import { noUsage } from '@cairn/contract/goals/usage'
import { describe, expect, test } from 'vitest'
import { describeUsage, formatAmount, spentOf } from './amounts.ts'

const used = { ...noUsage, inputTokens: 900, outputTokens: 100, seconds: 60, reports: 2 }

describe('what was used', () => {
  test('without a budget is what is not zero', () => {
    expect(spentOf(used, null)).toEqual([
      { name: 'tokens', amount: 1_000, limit: undefined, isOver: false },
      { name: 'seconds', amount: 60, limit: undefined, isOver: false },
    ])
  })

  test('is compared with each limit, both kinds of tokens together', () => {
    expect(spentOf(used, { tokens: 1_000, costMicros: 5 })).toEqual([
      { name: 'tokens', amount: 1_000, limit: 1_000, isOver: true },
      { name: 'seconds', amount: 60, limit: undefined, isOver: false },
      { name: 'costMicros', amount: 0, limit: 5, isOver: false },
    ])
  })

  test.each([
    [{}, ''],
    [{ inputTokens: 1 }, '1 token'],
    [
      { inputTokens: 1_200, outputTokens: 34, seconds: 90, costMicros: 420_000 },
      '1,234 tokens, 1 min 30 sec, 0.42 in cost',
    ],
  ])('by a report, %j, in words: %s', (usage, words) => {
    expect(describeUsage(usage)).toBe(words)
  })

  test.each([
    ['tokens', 1_236_000, '1.24M'],
    ['seconds', 7_500, '2 hr 5 min'],
    ['costMicros', 2_500_000, '2.50'],
  ] as const)('in %s, %s is short', (name, amount, words) => {
    expect(formatAmount(name, amount)).toBe(words)
  })
})
