import { assert, property, string, uint8Array, uuid } from 'fast-check'
import { expect, test } from 'vitest'
import { longDigest, longId, namedId, shortDigest, shortHash, shortId } from './short-id.ts'

const urlSafe = /^[A-Za-z0-9_-]+$/

test('a UUID has a short form of 22 characters, from which it comes back', () => {
  assert(
    property(uuid(), (id) => {
      const short = shortId(id)
      expect(short).toHaveLength(22)
      expect(short).toMatch(urlSafe)
      expect(longId(short)).toBe(id)
    }),
  )
})

test.each([
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000001',
])('the short form of %s comes back', (id) => {
  expect(longId(shortId(id))).toBe(id)
})

test('a SHA-256 has a short form of 43 characters, from which it comes back', () => {
  assert(
    property(uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const digest = Buffer.from(bytes).toString('hex')
      expect(shortDigest(digest)).toHaveLength(43)
      expect(longDigest(shortDigest(digest))).toBe(digest)
    }),
  )
})

test('a text of any length has a key of 22 characters, and another text has another one', () => {
  assert(
    property(string({ unit: 'grapheme' }), string({ unit: 'grapheme' }), (left, right) => {
      expect(shortHash(left)).toHaveLength(22)
      expect(shortHash(left)).toMatch(urlSafe)
      expect(shortHash(left) === shortHash(right)).toBe(left === right)
    }),
  )
})

test('a hash is the first half of a SHA-256', () => {
  // FIPS 180-2, appendix B.1: ba7816bf 8f01cfea 414140de 5dae2223 …
  expect(shortHash('abc')).toBe(Buffer.from('ba7816bf8f01cfea414140de5dae2223', 'hex').toString('base64url'))
})

test('a named id is that of RFC 9562, appendix A.4, whatever the bits of the version and the variant were', () => {
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
  expect(namedId(dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    expect(namedId(dns, name)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  }
})
