import { expect, test } from 'vitest'
import { readConfiguration } from '../../../configuration/configuration.ts'
import { ConfigurationError } from '../../../configuration/settings.ts'

const service = {
  TABLE_NAME: 'cairn',
  WEB_ORIGIN: 'https://cairn.test',
  CURSOR_SECRET: Buffer.alloc(32, 1).toString('base64url'),
}
const secret = 'thirty-two bytes, no more and no'
const valid = {
  ...service,
  AUTH_PROVIDER: 'trusted_proxy',
  AUTH_PROXY_SECRET: secret,
  AUTH_PROXY_ISSUER: 'deployment',
  AUTH_PROXY_AUDIENCE: 'environment',
  AUTH_PROXY_LOGIN_URL: 'https://proxy.test/login',
  AUTH_PROXY_LOGOUT_URL: 'https://proxy.test/logout',
}

test('the required settings are enough, with a secret of 32 bytes', () => {
  expect(secret).toHaveLength(32)
  expect(readConfiguration(valid).auth).toEqual({
    provider: 'trusted_proxy',
    secrets: [Buffer.from(secret)],
    issuer: 'deployment',
    audience: 'environment',
    loginUrl: 'https://proxy.test/login',
    logoutUrl: 'https://proxy.test/logout',
    assertionHeader: 'x-service-auth-assertion',
    signatureHeader: 'x-service-auth-signature',
    pathsComeDecoded: false,
  })
})

test('reads the word of the headers and a previous secret, and accepts the longest names', () => {
  const auth = readConfiguration({
    ...valid,
    AUTH_PROXY_SECRET: 'é'.repeat(16),
    AUTH_PROXY_SECRET_PREVIOUS: 'y'.repeat(500),
    AUTH_PROXY_HEADER_WORD: 'acme-2',
    AUTH_PROXY_ISSUER: 'i'.repeat(255),
    AUTH_PROXY_AUDIENCE: 'a b',
  }).auth
  expect(auth).toMatchObject({
    secrets: [Buffer.from('é'.repeat(16)), Buffer.from('y'.repeat(500))],
    issuer: 'i'.repeat(255),
    audience: 'a b',
    assertionHeader: 'x-acme-2-auth-assertion',
    signatureHeader: 'x-acme-2-auth-signature',
  })
})

test('on Lambda paths are decoded', () => {
  expect(readConfiguration({ ...valid, AWS_LAMBDA_FUNCTION_NAME: 'cairn-auth' }).auth).toMatchObject({
    pathsComeDecoded: true,
  })
})

const addresses = [
  'proxy.test/login',
  '/login',
  'ftp://proxy.test',
  'javascript:alert(1)',
  'https:proxy.test',
]
const unusable = [
  'https://',
  'https://user:word@proxy.test',
  'https://proxy.test/\nlogin',
  ' https://proxy.test',
]
const names = ['two\nlines', 'two\rlines', 'two\u2028lines', 'nul\0', 'tab\t', 'x'.repeat(256)]

test.each([
  ['AUTH_PROXY_SECRET', [undefined, '', ' '.repeat(40), 'x'.repeat(31), 'é'.repeat(15)]],
  ['AUTH_PROXY_SECRET_PREVIOUS', ['x'.repeat(31)]],
  ['AUTH_PROXY_ISSUER', [undefined, '', ' ', ...names]],
  ['AUTH_PROXY_AUDIENCE', [undefined, '', ' ', ...names]],
  ['AUTH_PROXY_LOGIN_URL', [undefined, '', ...addresses, ...unusable]],
  ['AUTH_PROXY_LOGOUT_URL', [undefined, '', ...addresses, ...unusable]],
  ['AUTH_ACCOUNT_URL', [...addresses, ...unusable]],
  [
    'AUTH_PROXY_HEADER_WORD',
    ['two words', 'Service', 'a_b', 'a:b', '-a', 'a-', 'a--b', 'é', 'a\n', 'x'.repeat(65)],
  ],
])(
  'a missing or wrong %s stops the start with a message that has its name but not its value',
  (name, values) => {
    for (const value of values) {
      const start = () => readConfiguration({ ...valid, [name]: value })
      expect(start, JSON.stringify(value)).toThrow(ConfigurationError)
      expect(start).toThrow(new RegExp(`^${name} (is not set|must )`))
      if (value?.trim()) expect(start).not.toThrow(value)
    }
  },
)

test('ignores the settings of another provider', () => {
  expect(readConfiguration({ ...valid, AUTH_PROVIDER: 'email', AUTH_PROXY_SECRET: 'short' }).auth).toEqual({
    provider: 'email',
  })
})
