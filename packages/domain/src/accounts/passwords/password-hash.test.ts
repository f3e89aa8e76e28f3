import { createHook } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

test('a password is stored as an argon2id PHC string at the OWASP minimum', async () => {
  const hash = await hashPassword('correct horse battery')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(hash).not.toContain('correct')
})

test('hashes the same password differently each time, and verifies both hashes', async () => {
  const [first, second] = await Promise.all([hashPassword('pässwörd 😀'), hashPassword('pässwörd 😀')])
  expect(first).not.toBe(second)
  expect(await verifyPassword('pässwörd 😀', first)).toBe(true)
  expect(await verifyPassword('pässwörd 😀', second)).toBe(true)
})

test('refuses another password, and the password with white space before it', async () => {
  const hash = await hashPassword('correct horse battery')
  expect(await verifyPassword('correct horse batterz', hash)).toBe(false)
  expect(await verifyPassword(' correct horse battery', hash)).toBe(false)
})

test('checks many passwords at once, right and wrong, even if one check fails', async () => {
  const hash = await hashPassword('correct horse battery')
  const guesses = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? 'correct horse battery' : `wrong ${index}`,
  )
  const broken = verifyPassword('correct horse battery', 'no hash').catch(() => 'refused')
  expect(await Promise.all(guesses.map((guess) => verifyPassword(guess, hash)))).toEqual(
    guesses.map((guess) => guess === 'correct horse battery'),
  )
  expect(await broken).toBe('refused')
  expect(await verifyPassword('correct horse battery', hash)).toBe(true)
})

test('refuses every password, even an empty one, without a stored hash', async () => {
  expect(await verifyPassword('', undefined)).toBe(false)
  expect(await verifyPassword('correct horse battery', undefined)).toBe(false)
})

test.each([
  ['an unknown account', undefined],
  ['a stored password', await hashPassword('correct horse battery')],
])('%s costs one hash', async (_, stored) => {
  let hashes = 0
  const hook = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable()
  await verifyPassword('wrong horse battery', stored)
  hook.disable()
  expect(hashes).toBe(1)
})

test('verifies a hash of another implementation', async () => {
  // Known answer: argon2id, "password", salt "somesalt", m=64 MiB, t=2, p=1 (reference implementation's test.c).
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', known)).toBe(true)
  expect(await verifyPassword('passwore', known)).toBe(false)
})
