import { describe, expect, test } from 'vitest'
import { hashSecret } from '../../../requests/secrets.ts'
import { earlierSecretsAfterRotation, isSecretOf, validEarlierSecrets } from './earlier-secrets.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000).toISOString()
const earlier = (hash: string, expiresAt: string) => ({ hash, expiresAt })

test('an earlier secret is valid until it expires', () => {
  const list = [earlier('a', hours(1)), earlier('b', hours(0)), earlier('c', hours(-1))]
  expect(validEarlierSecrets({ earlierSecrets: list }, now)).toEqual([earlier('a', hours(1))])
  expect(validEarlierSecrets({}, now)).toEqual([])
})

test.each([
  ['the current one', 'current', true],
  ['an earlier one', 'earlier', true],
  ['an expired one', 'expired', false],
  ['another', 'other', false],
])('the secret of a token: %s', (_, secret, expected) => {
  const token = {
    secretHash: hashSecret('current'),
    earlierSecrets: [earlier(hashSecret('earlier'), hours(1)), earlier(hashSecret('expired'), hours(0))],
  }
  expect(isSecretOf(token, secret, now)).toBe(expected)
})

describe('after a rotation', () => {
  const after = (overlapHours: number, ...earlierSecrets: ReturnType<typeof earlier>[]) =>
    earlierSecretsAfterRotation({ secretHash: 'current', earlierSecrets }, now, overlapHours)

  test.each<[string, number, ReturnType<typeof earlier>[], ReturnType<typeof earlier>[]]>([
    ['the secret before is valid for the overlap', 24, [], [earlier('current', hours(24))]],
    [
      'older ones are valid for what is left of theirs',
      24,
      [earlier('a', hours(5))],
      [earlier('current', hours(24)), earlier('a', hours(5))],
    ],
    [
      'older ones are valid for no longer than the overlap',
      12,
      [earlier('a', hours(20))],
      [earlier('current', hours(12)), earlier('a', hours(12))],
    ],
    ['expired ones are forgotten', 12, [earlier('a', hours(0))], [earlier('current', hours(12))]],
    ['none is valid without an overlap', 0, [earlier('a', hours(20))], []],
  ])('%s', (_, overlap, before, expected) => {
    expect(after(overlap, ...before)).toEqual(expected)
  })

  test('the oldest ends early if there are more than 5', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((hash) => earlier(hash, hours(1)))
    expect(after(1, ...five).map(({ hash }) => hash)).toEqual(['current', 'a', 'b', 'c', 'd'])
  })

  test('the first is the only one of a token that was never rotated', () => {
    expect(earlierSecretsAfterRotation({ secretHash: 'current' }, now, 1)).toEqual([
      earlier('current', hours(1)),
    ])
  })
})
