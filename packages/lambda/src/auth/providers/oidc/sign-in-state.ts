/**
 * The state of a sign-in while the person is at the provider. It stores nothing: a cookie has a random secret of
 * the browser, and `state` has the rest, sealed with that secret. PKCE verifier and nonce are derived from it.
 *
 * Threats:
 * - login CSRF: a callback with an attacker's code and state does not open in another browser;
 * - a stolen code: without the cookie nobody knows its PKCE verifier, and the nonce is that of one sign-in in one browser;
 * - a replayed callback: the cookie lists the sign-ins that have returned;
 * - strangers who fill the storage: there is none, and the cookie has a maximum size.
 *
 * Sign-ins of several tabs share the cookie, so they may overlap.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Cookies } from '@cairn/domain/requests/request-context'
import { createSealer } from '@cairn/domain/requests/sealer'
import { newSecret } from '@cairn/domain/requests/secrets'

/** Enough for a person who has to find a second factor. */
const lifetimeSeconds = 15 * 60

/** The oldest is forgotten first; the provider refuses a used code too. */
const maximumReturned = 16

/** A longer destination would make the provider's address too long. */
const maximumPathLength = 1_000

const idPattern = '[A-Za-z0-9_-]{16}'
const cookiePattern = new RegExp(`^([A-Za-z0-9_-]{43})((?:\\.${idPattern}){0,${maximumReturned}})$`)

export type SignIn = { nonce: string; codeVerifier: string }

/** Begins a sign-in that returns to `path` of the web app. */
export function beginSignIn(cookies: Cookies, now: Date, path: string): SignIn & { state: string } {
  const { secret, returned } = readCookie(cookies) ?? { secret: newSecret(), returned: [] }
  const id = randomBytes(12).toString('base64url')
  const destination = path.length > maximumPathLength ? '/home' : path
  writeCookie(cookies, secret, returned)
  const state = sealerOf(secret).seal([], JSON.stringify([id, secondsOf(now), destination]))
  return { state, ...derive(secret, id) }
}

/**
 * Ends the sign-in with this state. Returns undefined if it did not begin in this browser, has returned before, or took too long.
 */
export function endSignIn(
  cookies: Cookies,
  now: Date,
  state: string | undefined,
): (SignIn & { path: string }) | undefined {
  const cookie = readCookie(cookies)
  if (!cookie || state === undefined) return undefined
  const { secret, returned } = cookie
  const opened = sealerOf(secret).open([], state)
  if (opened === undefined) return undefined
  const [id, begunAt, path] = JSON.parse(opened) as [string, number, string]
  if (returned.includes(id) || secondsOf(now) > begunAt + lifetimeSeconds) return undefined
  writeCookie(cookies, secret, [...returned, id].slice(-maximumReturned))
  return { path, ...derive(secret, id) }
}

function readCookie(cookies: Cookies): { secret: string; returned: string[] } | undefined {
  const [, secret, returned] = cookiePattern.exec(cookies.read('sign-in') ?? '') ?? []
  return secret === undefined || returned === undefined
    ? undefined
    : { secret, returned: returned.split('.').slice(1) }
}

function writeCookie(cookies: Cookies, secret: string, returned: readonly string[]): void {
  cookies.set('sign-in', [secret, ...returned].join('.'), lifetimeSeconds)
}

const sealerOf = (secret: string) => createSealer('sign-in', Buffer.from(secret, 'base64url'))

/** 256 bits each (RFC 7636, 7.1, asks for that of the verifier). */
function derive(secret: string, id: string): SignIn {
  const value = (purpose: string) =>
    createHmac('sha256', Buffer.from(secret, 'base64url')).update(`${purpose} ${id}`).digest('base64url')
  return { nonce: value('nonce'), codeVerifier: value('code verifier') }
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
