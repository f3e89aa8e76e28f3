import { assert, property, string, uint8Array, uuid } from 'fast-check'
import { expect, test } from 'vitest'
import { longDigest, longId, shortDigest, shortHash, shortId } from './short-id.ts'

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
