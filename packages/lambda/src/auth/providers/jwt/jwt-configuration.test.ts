import { expect, test } from 'vitest'
import { readConfiguration } from '../../../configuration/configuration.ts'
import { ConfigurationError } from '../../../configuration/settings.ts'

const service = {
  TABLE_NAME: 'cairn',
  WEB_ORIGIN: 'https://cairn.test',
  CURSOR_SECRET: Buffer.alloc(32, 1).toString('base64url'),
}
const valid = {
  ...service,
  AUTH_PROVIDER: 'jwt',
  AUTH_JWT_ISSUER: 'https://issuer.test/',
  AUTH_JWT_AUDIENCE: 'cairn',
  AUTH_JWT_JWKS_URL: 'https://issuer.test/jwks.json',
  AUTH_JWT_LOGIN_URL: 'https://issuer.test/login',
  AUTH_JWT_LOGOUT_URL: 'https://issuer.test/logout',
}

test('the required settings are enough', () => {
  expect(readConfiguration(valid).auth).toEqual({
    provider: 'jwt',
    issuer: 'https://issuer.test/',
    audience: 'cairn',
    jwks: { url: 'https://issuer.test/jwks.json' },
    algorithms: ['RS256', 'ES256', 'EdDSA'],
    header: 'authorization',
    providerWord: 'jwt',
    loginUrl: 'https://issuer.test/login',
    logoutUrl: 'https://issuer.test/logout',
  })
})

test('reads a file of keys, a header, a word and algorithms', () => {
  const environment = {
    ...valid,
    AUTH_JWT_JWKS_URL: '',
    AUTH_JWT_JWKS_FILE: 'keys.json',
    AUTH_JWT_HEADER: 'x-goog-iap-jwt-assertion',
    AUTH_JWT_PROVIDER_WORD: 'google',
    AUTH_JWT_ALGORITHMS: 'ES256, PS512',
  }
  expect(readConfiguration(environment).auth).toMatchObject({
    jwks: { file: 'keys.json' },
    header: 'x-goog-iap-jwt-assertion',
    providerWord: 'google',
    algorithms: ['ES256', 'PS512'],
  })
})

const addresses = [
  'issuer.test',
  '/login',
  'file:///etc/passwd',
  'https:issuer.test',
  'https://user:word@issuer.test',
]
const names = ['two\nlines', 'x'.repeat(256)]
const words = ['two words', 'Authorization', 'a_b', 'a:b', 'a\n', 'x'.repeat(65)]
const algorithms = ['none', 'HS256', 'RS256,HS256', 'RS256,none', 'rs256', 'RS256,', 'RS256 ES256', 'dir']

test.each([
  ['AUTH_JWT_ISSUER', [undefined, '', ' ', ...names]],
  ['AUTH_JWT_AUDIENCE', [undefined, '', ' ', ...names]],
  ['AUTH_JWT_JWKS_URL', [undefined, '', ...addresses]],
  ['AUTH_JWT_LOGIN_URL', [undefined, '', ...addresses]],
  ['AUTH_JWT_LOGOUT_URL', [undefined, '', ...addresses]],
  ['AUTH_ACCOUNT_URL', addresses],
  ['AUTH_JWT_ALGORITHMS', algorithms],
  ['AUTH_JWT_HEADER', words],
  ['AUTH_JWT_PROVIDER_WORD', words],
])(
  'a missing or wrong %s stops the start with a message that has its name but not its value',
  (name, values) => {
    for (const value of values) {
      const start = () => readConfiguration({ ...valid, [name]: value })
      expect(start, JSON.stringify(value)).toThrow(ConfigurationError)
      expect(start).toThrow(name)
      // The message lists the known algorithms.
      if (value?.trim() && name !== 'AUTH_JWT_ALGORITHMS') expect(start).not.toThrow(value)
    }
  },
)

test('an address together with a file of keys, or neither, stops the start with a message that names both', () => {
  const both = { ...valid, AUTH_JWT_JWKS_FILE: '/secret/keys.json' }
  const neither = { ...valid, AUTH_JWT_JWKS_URL: ' ' }
  for (const environment of [both, neither]) {
    const start = () => readConfiguration(environment)
    expect(start).toThrow(ConfigurationError)
    expect(start).toThrow(/AUTH_JWT_JWKS_URL.*AUTH_JWT_JWKS_FILE/)
    expect(start).not.toThrow('/secret/keys.json')
  }
})
