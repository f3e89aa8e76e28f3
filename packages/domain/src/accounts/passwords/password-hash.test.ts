import { createHook } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { createFairQueue, hashPassword, verifyPassword } from './password-hash.ts'

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

/** Named jobs that record when they begin and end on demand. */
function createWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const endOne = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, endOne }
}

test('runs at most `atOnce` jobs at a time, in the order of arrival', async () => {
  const { begun, work, endOne } = createWork()
  const runQueued = createFairQueue(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => runQueued('one client', work(name)))
  expect(begun).toEqual(['a', 'b'])
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (let left = 0; left < 3; left++) await endOne()
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('clients take turns, however many jobs one of them has', async () => {
  const { begun, work, endOne } = createWork()
  const runQueued = createFairQueue(1)
  const flood = Array.from({ length: 5 }, (_, index) => runQueued('flood', work(`flood ${index}`)))
  const others = ['ann', 'ben'].map((name) => runQueued(name, work(name)))
  for (let left = 0; left < 7; left++) await endOne()
  await Promise.all([...flood, ...others])
  expect(begun).toEqual(['flood 0', 'flood 1', 'ann', 'ben', 'flood 2', 'flood 3', 'flood 4'])
})

test('a job that fails rejects its own promise and lets the next one run', async () => {
  const runQueued = createFairQueue(1)
  const failing = runQueued('a', () => Promise.reject(new Error('broken')))
  const throwing = runQueued('a', () => {
    throw new Error('thrown')
  })
  const working = runQueued('b', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(throwing).rejects.toThrow('thrown')
  expect(await working).toBe('done')
  expect(await runQueued('c', async () => 'later')).toBe('later')
})
