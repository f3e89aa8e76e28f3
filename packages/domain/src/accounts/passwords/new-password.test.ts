import { describe, expect, it } from 'vitest'
import commonPasswords from './common-passwords.json' with { type: 'json' }
import { problemOfNewPassword } from './new-password.ts'
import { mostFrequentPasswords } from './write-common-passwords.ts'

const ada = { email: 'ada.byron@example.com', displayName: 'Ada Lovelace' }

/** Returns the problem of a password. By default, the password has nothing to do with the person. */
const judge = (password: string, person: { email?: string; displayName?: string } = {}) =>
  problemOfNewPassword({ ...ada, ...person, password }, commonPasswords)

describe('common passwords', () => {
  it.each([
    'password1234',
    'passwordpassword',
    '123456789012',
    'qwertyuiop123',
    '1qaz2wsx3edc',
    'administrator',
  ])('refuses %s', (password) => {
    expect(judge(password)).toMatch(/most common/)
  })

  it.each(['Password1234', 'PASSWORDPASSWORD', 'ｐａｓｓｗｏｒｄ１２３４'])(
    'refuses %s, a variant',
    (password) => {
      expect(judge(password)).toMatch(/most common/)
    },
  )

  it.each([
    'correct horse battery',
    'correct horse battery staple',
    'a-long-enough-password',
    'password-with-12-chars',
    'long enough password 1',
    'Sup3r-Secret-Pass!',
    'passw0rd-passw0rd',
    'password1234 and more',
    'x'.repeat(12),
    'p'.repeat(12),
    'x'.repeat(512),
    ' '.repeat(12),
    '😀'.repeat(12),
  ])('accepts %s', (password) => {
    expect(judge(password)).toBeUndefined()
  })
})

describe('the address and the name', () => {
  it.each([
    ['the address', 'ada.byron@example.com', {}],
    ['the address among other words', 'it is ADA.BYRON@example.com!', {}],
    ['the name', 'ada lovelace', {}],
    ['the name among other words', 'my name is Ada Lovelace, hello', {}],
    ['a name of one word', 'mallory was here', { displayName: 'Mallory' }],
    ['a name of four characters', 'correct rose battery', { displayName: 'Rose' }],
    ['a name in another script', 'это Ада Лавлейс', { displayName: 'ада лавлейс' }],
    ['a name in another Unicode normalization', 'I am Chloe\u0308, hello', { displayName: 'Chlo\u00eb' }],
  ])('refuses %s', (_, password, person) => {
    expect(judge(password, person)).toMatch(/does not contain/)
  })

  it.each([
    ['a word of the name and a year', 'lovelace1815'],
    ['a repeated word of the name', 'LovelaceLovelace1'],
    ['a word of the local part', 'byronbyron1234567'],
    ['the local part', 'ada.byron1234'],
    ['words of both and little more', 'lovelace-byron-1'],
    ['the name of the service', 'cairn-cairn-2026'],
  ])('refuses %s', (_, password) => {
    expect(judge(password)).toMatch(/is more than your name/)
  })

  it.each([
    ['a word of the name in a longer password', 'the lovelace engine computes', {}],
    ['a word of the local part in a longer password', 'test-password-123', { email: 'test@example.com' }],
    ['the domain', 'example.com rules', {}],
    ['a short local part in a word', 'planning-horse', { email: 'ann@example.com', displayName: 'Ann' }],
    ['a name of one letter', 'a-long-enough-password', { displayName: 'A' }],
    ['words of a name, and enough more', 'long enough password 1', { displayName: 'User 1' }],
  ])('accepts %s', (_, password, person) => {
    expect(judge(password, person)).toBeUndefined()
  })
})

describe('the list', () => {
  it('is up to date with its script', async () => {
    expect(commonPasswords).toEqual(await mostFrequentPasswords())
  })

  it('has more passwords than ASVS requires, all of an accepted length, and a limited size', () => {
    expect(commonPasswords).toHaveLength(5_000)
    expect(new Set(commonPasswords).size).toBe(5_000)
    expect(commonPasswords.filter((password) => password.length < 12 || password.length > 512)).toEqual([])
    expect(commonPasswords.join('\n').length).toBeLessThan(80_000)
  })
})
