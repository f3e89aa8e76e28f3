import { createHmac } from 'node:crypto'
import type { Cookies } from '@cairn/domain/requests/request-context'
import { createSealer } from '@cairn/domain/requests/sealer'
import { describe, expect, test } from 'vitest'
import { beginSignIn, endSignIn } from './sign-in-state.ts'

const start = new Date('2026-11-20T10:00:00.000Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

/** The cookies of one browser. */
function createBrowser() {
  const stored = new Map<string, string>()
  const lifetimes: number[] = []
  const cookies: Cookies = {
    read: (name) => stored.get(name),
    set: (name, value, lifetimeSeconds) => {
      stored.set(name, value)
      lifetimes.push(lifetimeSeconds)
    },
    clear: (name) => stored.delete(name),
  }
  return { cookies, stored, lifetimes }
}

describe('a sign-in', () => {
  test('returns to where it began, with its nonce and verifier', () => {
    const { cookies, stored, lifetimes } = createBrowser()
    const { state, ...begun } = beginSignIn(cookies, start, '/goals?q=1')
    expect(endSignIn(cookies, later(1), state)).toEqual({ path: '/goals?q=1', ...begun })
    expect(begun.nonce).toMatch(/^[\w-]{43}$/)
    expect(begun.codeVerifier).toMatch(/^[\w-]{43}$/)
    expect(begun.nonce).not.toBe(begun.codeVerifier)
    expect([...stored.keys()]).toEqual(['sign-in'])
    expect(new Set(lifetimes)).toEqual(new Set([900]))
  })

  test('is the same for another version of the service, which may run while this one replaces it', () => {
    const { cookies, stored } = createBrowser()
    const { state, nonce, codeVerifier } = beginSignIn(cookies, start, '/goals')
    const key = Buffer.from(stored.get('sign-in') ?? '', 'base64url')
    const [id, ...rest] = JSON.parse(createSealer('sign-in', key).open([], state) ?? '')
    expect(rest).toEqual([start.getTime() / 1_000, '/goals'])
    const derived = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
    expect([nonce, codeVerifier]).toEqual([derived(`nonce ${id}`), derived(`code verifier ${id}`)])
  })

  test('returns once', () => {
    const { cookies } = createBrowser()
    const { state } = beginSignIn(cookies, start, '/')
    expect(endSignIn(cookies, start, state)).toBeDefined()
    expect(endSignIn(cookies, start, state)).toBeUndefined()
  })

  test('takes at most 15 minutes', () => {
    const { cookies } = createBrowser()
    const { state } = beginSignIn(cookies, start, '/')
    expect(endSignIn(cookies, later(901), state)).toBeUndefined()
    expect(endSignIn(cookies, later(900), state)).toBeDefined()
  })

  test('does not end in another browser, or without its cookie', () => {
    const [own, other] = [createBrowser(), createBrowser()]
    const { state } = beginSignIn(own.cookies, start, '/')
    expect(endSignIn(other.cookies, start, state)).toBeUndefined()
    beginSignIn(other.cookies, start, '/')
    expect(endSignIn(other.cookies, start, state)).toBeUndefined()
    expect(endSignIn(own.cookies, start, undefined)).toBeUndefined()
    expect(endSignIn(own.cookies, start, `${state}A`)).toBeUndefined()
  })

  test('of a second tab has secrets of its own, and both return', () => {
    const { cookies } = createBrowser()
    const first = beginSignIn(cookies, start, '/first')
    const second = beginSignIn(cookies, start, '/second')
    expect(second.nonce).not.toBe(first.nonce)
    expect(endSignIn(cookies, start, second.state)).toMatchObject({ path: '/second', nonce: second.nonce })
    expect(endSignIn(cookies, start, first.state)).toMatchObject({ path: '/first', nonce: first.nonce })
  })

  test.each([
    [1_000, true],
    [1_001, false],
  ])('to an address of %i characters keeps it: %s', (length, isKept) => {
    const { cookies } = createBrowser()
    const path = `/${'x'.repeat(length - 1)}`
    const { state } = beginSignIn(cookies, start, path)
    expect(endSignIn(cookies, start, state)?.path).toBe(isKept ? path : '/home')
  })

  test('remembers the last 16 that have returned', () => {
    const { cookies, stored } = createBrowser()
    const states = Array.from({ length: 17 }, () => beginSignIn(cookies, start, '/').state)
    for (const state of states) expect(endSignIn(cookies, start, state)).toBeDefined()
    expect(stored.get('sign-in')?.split('.')).toHaveLength(17)
    const [first, ...others] = states
    for (const state of others) expect(endSignIn(cookies, start, state)).toBeUndefined()
    // The provider refuses its code.
    expect(endSignIn(cookies, start, first)).toBeDefined()
  })

  test.each([
    '',
    'short',
    `${'a'.repeat(43)}.short`,
    `${'a'.repeat(43)}x`,
    `x${'a'.repeat(43)}.`,
    `${'a'.repeat(43)}${`.${'b'.repeat(16)}`.repeat(17)}`,
  ])('with the cookie %j starts anew', (cookie) => {
    const { cookies, stored } = createBrowser()
    stored.set('sign-in', cookie)
    const { state } = beginSignIn(cookies, start, '/')
    expect(stored.get('sign-in')).toMatch(/^[\w-]{43}$/)
    expect(endSignIn(cookies, start, state)).toBeDefined()
  })
})
