import { safeReturnTo } from '@cairn/domain/auth/return-to'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from './seed.ts'

const origins = ['https://cairn.example.com', 'http://localhost:3000']

/** What addresses are made of, and what parsers have been fooled with. */
const pieces = [
  '/',
  '//',
  '\\',
  '@',
  ':',
  '.',
  '..',
  '?',
  '#',
  '%2f',
  '%5c',
  '\t',
  '\n',
  '\r',
  ' ',
  '\u0000',
  '\u3002',
  '\uff0f',
  'http:',
  'https:',
  'HTTPS:',
  'blob:',
  'data:text/html,',
  'javascript:',
  'filesystem:',
  'view-source:',
  'ws:',
  'evil.test',
  'cairn.example.com',
  'CAIRN.example.com',
  'localhost',
  'localhost:3000',
  ':443',
  ':80',
  ':3000',
  'user:password@',
  '[::1]',
  '127.0.0.1',
  ...origins,
]
const address = fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((parts) => parts.join(''))
const anything = fc.oneof(address, fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath())
const origin = fc.constantFrom(...origins)

describe('where a browser goes after signing in', () => {
  it('is on the web origin, whatever returnTo says', () => {
    fc.assert(
      fc.property(origin, anything, (webOrigin, returnTo) => {
        const location = safeReturnTo(webOrigin, returnTo)
        expect(location.startsWith(`${webOrigin}/`)).toBe(true)
        const url = new URL(location)
        expect([url.origin, url.username, url.password]).toEqual([webOrigin, '', ''])
        // As a Location header it is one line of visible ASCII.
        expect(location).toMatch(/^[\u0021-\u007e]+$/)
        // What is safe stays as it is, wherever it is judged again.
        expect(safeReturnTo(webOrigin, location)).toBe(location)
      }),
      runs(5000),
    )
  })

  it('is what was asked for where that is a path or an address of the web origin', () => {
    const path = fc.webPath().map((text) => (text.startsWith('/') ? text : `/${text}`))
    fc.assert(
      fc.property(origin, path, fc.webQueryParameters(), (webOrigin, plainPath, query) => {
        fc.pre(!plainPath.startsWith('//'))
        const { href } = new URL(`${plainPath}?${query}`, webOrigin)
        expect(safeReturnTo(webOrigin, `${plainPath}?${query}`)).toBe(href)
        expect(safeReturnTo(webOrigin, href)).toBe(href)
      }),
      runs(500),
    )
  })

  it('is the home page for every other origin', () => {
    fc.assert(
      fc.property(origin, fc.webUrl({ withQueryParameters: true }), (webOrigin, elsewhere) => {
        expect(safeReturnTo(webOrigin, elsewhere)).toBe(`${webOrigin}/home`)
        expect(safeReturnTo(webOrigin, undefined)).toBe(`${webOrigin}/home`)
      }),
      runs(300),
    )
  })
})
