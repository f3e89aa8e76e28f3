import { describe, expect, test } from 'vitest'
import { areComplete, type Claims, userOf } from './oidc-claims.ts'

const ada = { name: 'Ada', email: 'Ada@example.com', email_verified: true }

describe('claims are complete', () => {
  test.each<[string, Claims, boolean]>([
    ['with name and address', ada, true],
    ['with an address that is not verified', { ...ada, email_verified: false }, true],
    ['not without a name', { ...ada, name: ' ' }, false],
    ['not without an address', { ...ada, email: undefined }, false],
    ['not without a word about its verification', { ...ada, email_verified: undefined }, false],
  ])('%s', (_, claims, expected) => {
    expect(areComplete(claims)).toBe(expected)
  })
})

describe('a user', () => {
  const user = (idToken: Claims, userInfo?: Claims) => userOf('oidc', 'sub-1', idToken, userInfo)

  test('is who the provider says, with a lower-cased address', () => {
    expect(user(ada)).toEqual({ id: 'oidc:sub-1', displayName: 'Ada', email: 'ada@example.com' })
  })

  test.each<[string, Claims, Claims | undefined, string]>([
    ['the name', ada, undefined, 'Ada'],
    [
      'first and last name',
      { ...ada, name: undefined, given_name: 'Ada', family_name: 'King' },
      undefined,
      'Ada King',
    ],
    ['a first name', { ...ada, name: '', given_name: 'Ada', family_name: ' ' }, undefined, 'Ada'],
    ['a first name alone', { ...ada, name: '', given_name: 'Ada', family_name: 5 }, undefined, 'Ada'],
    ['the user name', { ...ada, name: 5, preferred_username: 'ada' }, undefined, 'ada'],
    ['the name of userinfo', { ...ada, name: undefined }, { name: 'Countess' }, 'Countess'],
    ['the name of the token first', ada, { name: 'Countess' }, 'Ada'],
    ['the address without a name', { ...ada, name: undefined }, undefined, 'Ada@example.com'],
  ])('is called by %s', (_, idToken, userInfo, displayName) => {
    expect(user(idToken, userInfo).displayName).toBe(displayName)
  })

  test.each<[string, Claims, Claims | undefined, string]>([
    [
      'the token, if it says both',
      ada,
      { email: 'eve@example.com', email_verified: true },
      'ada@example.com',
    ],
    ['userinfo, if the token says no address', { name: 'Ada' }, ada, 'ada@example.com'],
    [
      'userinfo, if the token does not say whether it is verified',
      { ...ada, email: 'eve@example.com', email_verified: undefined },
      ada,
      'ada@example.com',
    ],
  ])('has the address of %s', (_, idToken, userInfo, email) => {
    expect(user(idToken, userInfo).email).toBe(email)
  })

  test.each<[string, Claims, Claims | undefined, string]>([
    ['has told no address', { name: 'Ada' }, undefined, 'no_email'],
    ['has told none in userinfo either', { name: 'Ada' }, { email_verified: true }, 'no_email'],
    ['has told one that is none', { ...ada, email: 'Ada' }, undefined, 'no_email'],
    ['has not verified it', { ...ada, email_verified: false }, undefined, 'email_not_verified'],
    ['says so in another word', { ...ada, email_verified: 'true' }, undefined, 'email_not_verified'],
    ['says nothing of that in userinfo', { name: 'Ada' }, { email: 'a@b.test' }, 'email_not_verified'],
    ['says nothing of it', { ...ada, email_verified: undefined }, undefined, 'email_not_verified'],
    [
      'has verified another one',
      { email: 'eve@example.com' },
      { email_verified: true },
      'email_not_verified',
    ],
    [
      'says in the token that it is not verified',
      { ...ada, email_verified: false },
      ada,
      'email_not_verified',
    ],
  ])('is refused if the provider %s', (_, idToken, userInfo, code) => {
    expect(() => user(idToken, userInfo)).toThrow(expect.objectContaining({ name: 'SignInProblem', code }))
  })

  test.each<[Claims, string]>([
    [{}, 'The provider has told no email address.'],
    [{ ...ada, email_verified: false }, 'The provider has not verified the email address.'],
    [{ ...ada, email: 'Ada' }, 'The provider has told no usable id, name or email address.'],
  ])('is refused for %j, and the log says why', (claims, message) => {
    expect(() => user(claims)).toThrow(message)
  })
})
