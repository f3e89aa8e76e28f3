import { sameOriginPath } from '@cairn/contract/http/same-origin-path'
import { safeReturnTo } from '@cairn/domain/accounts/auth/sign-in/return-to'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from './support/seed.ts'

const origins = ['https://cairn.example.com', 'http://localhost:3000']

/** Parts of addresses, and texts that have misled parsers. */
const pieces = [
  '/',
  '//',
  '///',
  '\\',
  '@',
  ':',
  '.',
  '..',
  '/.',
  '/..',
  'x',
  '?',
  '#',
  '%2f',
  '%2F',
  '%5c',
  '%2e',
  '%2E',
  '%09',
  '%0a',
  '%00',
  '%252f',
  '%',
  ';',
  '\t',
  '\n',
  '\r',
  ' ',
  '\u0000',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\u2024',
  '\u2044',
  '\u2215',
  '\u3002',
  '\uff0e',
  '\uff0f',
  '\uff3c',
  '\ufeff',
  'http:',
  'https:',
  'HTTPS:',
  'blob:',
  'data:text/html,',
  'javascript:',
  'filesystem:',
  'view-source:',
  'ws:',
  'file:',
  'evil.test',
  'cairn.example.com',
  'CAIRN.example.com',
  'localhost',
  'localhost:3000',
  ':443',
  ':80',
  ':3000',
  ':0',
  'user:password@',
  '[::1]',
  '127.0.0.1',
  ...origins,
]
const address = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''))
const long = fc
  .tuple(address, fc.constantFrom(...pieces), fc.integer({ min: 1, max: 5_000 }), address)
  .map(([before, piece, times, after]) => before + piece.repeat(times) + after)
const anything = fc.oneof(
  { arbitrary: address, weight: 8 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
  { arbitrary: fc.webUrl(), weight: 1 },
  { arbitrary: fc.webPath(), weight: 1 },
)
const origin = fc.constantFrom(...origins)

function requireSafe(webOrigin: string, returnTo: string): void {
  const destination = safeReturnTo(webOrigin, returnTo)
  expect(destination.startsWith(`${webOrigin}/`)).toBe(true)
  const url = new URL(destination)
  expect([url.origin, url.username, url.password]).toEqual([webOrigin, '', ''])
  // A Location header is one line of visible ASCII. Browsers read a backslash as a slash, so there is none.
  expect(destination).toMatch(/^[\u0021-\u005b\u005d-\u007e]+$/)
  // A second check returns the same destination, for the address and for its path.
  expect(safeReturnTo(webOrigin, destination)).toBe(destination)
  const path = destination.slice(webOrigin.length)
  expect(safeReturnTo(webOrigin, path)).toBe(destination)
  expect(new URL(path, `${webOrigin}/sign-in`).href).toBe(destination)
}

describe('the destination after signing in', () => {
  it('is on the web origin for every returnTo, even if its path is resolved again', () => {
    fc.assert(fc.property(origin, anything, requireSafe), runs(10_000))
  })

  it('is on the web origin for every length of returnTo', () => {
    fc.assert(fc.property(origin, long, requireSafe), runs(300))
  })

  it('is the same in the web app and in the service', () => {
    fc.assert(
      fc.property(origin, anything, (webOrigin, returnTo) => {
        const path = sameOriginPath(returnTo, webOrigin)
        expect(safeReturnTo(webOrigin, returnTo)).toBe(webOrigin + (path ?? '/home'))
        // The service redirects to the sign-in page, where the app checks returnTo again.
        const query = new URLSearchParams({ returnTo: safeReturnTo(webOrigin, returnTo) }).toString()
        const received = new URLSearchParams(query).get('returnTo') ?? ''
        expect(sameOriginPath(received, webOrigin)).toBe(path ?? '/home')
      }),
      runs(5_000),
    )
  })

  it('is returnTo itself if that is a path or an address of the web origin', () => {
    const path = fc.webPath().map((text) => (text.startsWith('/') ? text : `/${text}`))
    fc.assert(
      fc.property(origin, path, fc.webQueryParameters(), (webOrigin, plainPath, query) => {
        const { href, pathname } = new URL(`.${plainPath}?${query}`, webOrigin)
        fc.pre(!pathname.startsWith('//'))
        expect(safeReturnTo(webOrigin, href)).toBe(href)
        expect(safeReturnTo(webOrigin, href.slice(webOrigin.length))).toBe(href)
      }),
      runs(500),
    )
  })

  it('is the home page if returnTo has another origin', () => {
    fc.assert(
      fc.property(origin, fc.webUrl({ withQueryParameters: true }), (webOrigin, elsewhere) => {
        expect(safeReturnTo(webOrigin, elsewhere)).toBe(`${webOrigin}/home`)
        expect(safeReturnTo(webOrigin, undefined)).toBe(`${webOrigin}/home`)
      }),
      runs(300),
    )
  })
})
