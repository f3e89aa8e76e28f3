import { expect, test } from 'vitest'
import type { HttpEvent } from '../pipeline/event.ts'
import { createHostCookie, createSessionCookie } from './cookies.ts'

const withCookies = (...cookies: string[]) => ({ cookies }) as HttpEvent

test.each(['https://cairn.test', 'http://cairn.test', 'http://127.0.0.1:3000', 'https://localhost:3000'])(
  'on %s the cookie is bound to its host and to TLS',
  (webOrigin) => {
    const cookie = createSessionCookie(webOrigin)
    expect(cookie.set('value', 60)).toBe(
      '__Host-session=value; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
    )
    expect(cookie.clear()).toBe('__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0')
    expect(cookie.read(withCookies('session=plain'))).toBeUndefined()
    expect(cookie.read(withCookies('a=b', '__Host-session=value'))).toBe('value')
  },
)

test('a cookie of another name is not the session cookie and has the same attributes', () => {
  const cookie = createHostCookie('https://cairn.test', 'registration')
  expect(cookie.set('value', 60)).toBe(
    '__Host-registration=value; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
  )
  expect(cookie.read(withCookies('__Host-session=other', '__Host-registration=value'))).toBe('value')
  expect(cookie.read(withCookies('__Host-session=other', 'registration=plain'))).toBeUndefined()
})

test('http on localhost has a plain cookie', () => {
  const cookie = createSessionCookie('http://localhost:3000')
  expect(cookie.set('value', 60)).toBe('session=value; Path=/; HttpOnly; SameSite=Lax; Max-Age=60')
  expect(cookie.read(withCookies('sessions=x', 'session=value'))).toBe('value')
  expect(cookie.read(withCookies())).toBeUndefined()
})

test('ignores two cookies that differ, in any order, but not one that is repeated', () => {
  const cookie = createSessionCookie('http://localhost:3000')
  expect(cookie.read(withCookies('session=own', 'session=planted'))).toBeUndefined()
  expect(cookie.read(withCookies('session=planted', 'a=b', 'session=own'))).toBeUndefined()
  expect(cookie.read(withCookies('session=own', 'session='))).toBeUndefined()
  expect(cookie.read(withCookies('session=own', 'session=own'))).toBe('own')
})
