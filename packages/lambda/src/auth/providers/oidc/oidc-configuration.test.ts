import { expect, test } from 'vitest'
import { readConfiguration } from '../../../configuration/configuration.ts'
import { ConfigurationError } from '../../../configuration/settings.ts'
import { isReachable } from './oidc-configuration.ts'

const valid = {
  TABLE_NAME: 'cairn',
  WEB_ORIGIN: 'https://cairn.test',
  CURSOR_SECRET: Buffer.alloc(32, 1).toString('base64url'),
  AUTH_PROVIDER: 'oidc',
  AUTH_OIDC_ISSUER: 'https://id.test/realms/company',
  AUTH_OIDC_CLIENT_ID: 'cairn',
  AUTH_OIDC_CLIENT_SECRET: 'secret',
}

test('the required settings are enough', () => {
  expect(readConfiguration(valid).auth).toEqual({
    provider: 'oidc',
    issuer: 'https://id.test/realms/company',
    clientId: 'cairn',
    clientSecret: 'secret',
    scopes: 'openid profile email',
    algorithms: ['RS256', 'ES256', 'EdDSA'],
    providerWord: 'oidc',
    allowsLoopbackHttp: false,
  })
})

test('reads scopes, algorithms, a word, and a provider on this machine', () => {
  const environment = {
    ...valid,
    AUTH_OIDC_ISSUER: 'http://127.0.0.1:8080/',
    AUTH_OIDC_SCOPES: ' email  openid ',
    AUTH_OIDC_ALGORITHMS: 'PS256',
    AUTH_OIDC_PROVIDER_WORD: 'company',
    AUTH_OIDC_HTTP: 'loopback',
  }
  expect(readConfiguration(environment).auth).toMatchObject({
    issuer: 'http://127.0.0.1:8080/',
    scopes: 'email openid',
    algorithms: ['PS256'],
    providerWord: 'company',
    allowsLoopbackHttp: true,
  })
})

test('a function that signs nobody in has no client secret', () => {
  const { auth } = readConfiguration({ ...valid, AUTH_OIDC_CLIENT_SECRET: 'unused' })
  expect(auth).toMatchObject({ clientSecret: undefined })
})

test.each([
  ['AUTH_OIDC_ISSUER', ''],
  ['AUTH_OIDC_ISSUER', 'id.test'],
  ['AUTH_OIDC_ISSUER', 'http://id.test'],
  ['AUTH_OIDC_ISSUER', 'http://localhost:8080'],
  ['AUTH_OIDC_ISSUER', 'https://user@id.test'],
  ['AUTH_OIDC_ISSUER', 'https://id.test/?realm=company'],
  ['AUTH_OIDC_ISSUER', 'https://id.test/#company'],
  ['AUTH_OIDC_CLIENT_ID', ''],
  ['AUTH_OIDC_CLIENT_ID', 'two\nlines'],
  ['AUTH_OIDC_CLIENT_SECRET', ' '],
  ['AUTH_OIDC_SCOPES', 'profile email'],
  ['AUTH_OIDC_SCOPES', 'openid "email"'],
  ['AUTH_OIDC_SCOPES', 'openid "email'],
  ['AUTH_OIDC_SCOPES', 'openid email"'],
  ['AUTH_OIDC_ALGORITHMS', 'HS256'],
  ['AUTH_OIDC_ALGORITHMS', 'RS256,none'],
  ['AUTH_OIDC_PROVIDER_WORD', 'email'],
  ['AUTH_OIDC_PROVIDER_WORD', 'a:b'],
  ['AUTH_OIDC_HTTP', 'on'],
  ['AUTH_ACCOUNT_URL', 'id.test/account'],
  ['AUTH_ACCOUNT_URL', 'javascript:alert(1)'],
])('refuses %s=%s, and does not repeat the value', (name, value) => {
  const read = () => readConfiguration({ ...valid, [name]: value })
  expect(read).toThrow(ConfigurationError)
  expect(read).toThrow(new RegExp(`^${name} `))
  if (value.length > 5) expect(read).not.toThrow(value)
})

test('refuses an http address of another machine, even if this one is allowed', () => {
  const environment = { ...valid, AUTH_OIDC_HTTP: 'loopback', AUTH_OIDC_ISSUER: 'http://id.test' }
  expect(() => readConfiguration(environment)).toThrow(/^AUTH_OIDC_ISSUER must be an https address/)
})

test.each([
  ['https://id.test', true, true],
  ['http://localhost:80/a', true, false],
  ['http://127.1.2.3', true, false],
  ['http://127.10.200.30', true, false],
  ['http://notlocalhost', false, false],
  ['http://2130706433', true, false],
  ['http://[::1]:8080', true, false],
  ['http://localhost.evil.test', false, false],
  ['http://127.0.0.1.evil.test', false, false],
  ['http://10.0.0.1', false, false],
  ['ftp://localhost', false, false],
  ['javascript:alert(1)', false, false],
])('%s is reachable if this machine is allowed: %s, otherwise: %s', (address, allowed, otherwise) => {
  expect([isReachable(address, true), isReachable(address, false)]).toEqual([allowed, otherwise])
})
