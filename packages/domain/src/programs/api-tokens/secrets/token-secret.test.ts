import { expect, test } from 'vitest'
import { newTokenSecret, tokenIdOf, tokenPrefixOf } from './token-secret.ts'

const tokenId = '01081fb2-5fd9-4283-b5bd-de0f346697c9'

test('a secret has a prefix, 256 random bits and a checksum', () => {
  const secret = newTokenSecret(tokenId)
  expect(secret.startsWith(`${tokenPrefixOf(tokenId)}_`)).toBe(true)
  expect(secret).toMatch(/^cairn_[0-9a-f-]{36}_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/)
  expect(tokenIdOf(secret)).toBe(tokenId)
  expect(newTokenSecret(tokenId)).not.toBe(secret)
})

test('detects every single mistyped character', () => {
  const secret = newTokenSecret(tokenId)
  for (let index = 0; index < secret.length; index++) {
    const other = secret[index] === '0' ? '1' : '0'
    expect(tokenIdOf(secret.slice(0, index) + other + secret.slice(index + 1))).toBeUndefined()
  }
})

test.each(['', 'cairn_', 'cairn_x_y', tokenId, `Bearer ${tokenId}`])('%j is not a secret', (text) => {
  expect(tokenIdOf(text)).toBeUndefined()
})
