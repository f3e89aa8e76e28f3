import { describe, expect, test } from 'vitest'
import { isProven, parseUnsubscribeToken, unsubscribeTokenOf } from './unsubscribe-token.ts'

const ada = { personKey: 'A'.repeat(22), unsubscribeKey: 'k1' }
const bob = { personKey: 'B'.repeat(22), unsubscribeKey: 'k2' }

describe('a token to unsubscribe', () => {
  test.each(['reminders', 'weekly_digest', 'questions', 'inbox', 'daily'] as const)(
    'ends %s of its person',
    (kind) => {
      const claim = parseUnsubscribeToken(unsubscribeTokenOf(ada, kind))
      expect(claim).toMatchObject({ personKey: ada.personKey, kind })
      expect(claim && isProven(ada, claim)).toBe(true)
      expect(claim && isProven(bob, claim)).toBe(false)
    },
  )

  test('is always the same', () => {
    expect(unsubscribeTokenOf(ada, 'reminders')).toBe(unsubscribeTokenOf({ ...ada }, 'reminders'))
  })

  test('does not prove another kind', () => {
    const claim = parseUnsubscribeToken(unsubscribeTokenOf(ada, 'reminders'))
    expect(claim && isProven(ada, { ...claim, kind: 'weekly_digest' })).toBe(false)
    const letter = unsubscribeTokenOf(ada, 'reminders').replace('_r_', '_d_')
    const changed = parseUnsubscribeToken(letter)
    expect(changed && isProven(ada, changed)).toBe(false)
  })

  const token = unsubscribeTokenOf(ada, 'weekly_digest')
  test.each([
    '',
    token.slice(1),
    `${token}A`,
    ` ${token}`,
    `${token}\n`,
    token.replace('_d_', '_x_'),
    token.replace(/.$/, '!'),
    token.replace(/.$/, '\n'),
    token.replace('A', '!'),
  ])('is not %j', (text) => {
    expect(parseUnsubscribeToken(text)).toBeUndefined()
  })
})
