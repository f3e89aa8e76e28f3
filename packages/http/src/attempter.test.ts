import { expect, test } from 'vitest'
import { attempterOf } from './attempter.ts'
import { readConfiguration } from './configuration.ts'
import type { HttpEvent } from './event.ts'

const environment = {
  TABLE_NAME: 'cairn',
  WEB_ORIGIN: 'https://cairn.example.com',
  CURSOR_SECRET: 'c'.repeat(64),
  EMAIL_DELIVERY: 'off',
}
const proxy = {
  AUTH_PROVIDER: 'trusted_proxy',
  AUTH_PROXY_SECRET: 's'.repeat(32),
  AUTH_PROXY_ISSUER: 'proxy',
  AUTH_PROXY_AUDIENCE: 'test',
  AUTH_PROXY_LOGIN_URL: 'https://id.test/login',
  AUTH_PROXY_LOGOUT_URL: 'https://id.test/logout',
}
const jwt = {
  AUTH_PROVIDER: 'jwt',
  AUTH_JWT_ISSUER: 'https://id.test',
  AUTH_JWT_AUDIENCE: 'cairn',
  AUTH_JWT_JWKS_URL: 'https://id.test/jwks.json',
  AUTH_JWT_LOGIN_URL: 'https://id.test/login',
  AUTH_JWT_LOGOUT_URL: 'https://id.test/logout',
}
const reporting = { CLIENT_ADDRESS_HEADER: 'x-client-address' }

const connection = '192.0.2.1'
const client = '198.51.100.7'

/** The address that a request counts for, which comes with these headers on a connection from 192.0.2.1. */
function addressOf(settings: Record<string, string>, headers: Record<string, string> = {}) {
  const requestContext = { http: { sourceIp: connection } } as HttpEvent['requestContext']
  const configuration = readConfiguration({ ...environment, ...settings })
  return attempterOf({ configuration }, { headers, requestContext }).address
}

test.each<[string, Record<string, string>]>([
  ['the email provider', {}],
  ['a JWT as a bearer', jwt],
])('with %s, the address is that of the connection, which is the client', (_, settings) => {
  expect(addressOf(settings)).toBe(connection)
})

test.each<[string, Record<string, string>]>([
  ['a trusted proxy', proxy],
  ['a JWT that something in front puts into a header', { ...jwt, AUTH_JWT_HEADER: 'x-identity-token' }],
])('with %s, there is none: the connection is that of everybody', (_, settings) => {
  expect(addressOf(settings)).toBeUndefined()
  expect(addressOf({ ...settings, ...reporting }, { 'x-client-address': 'unknown' })).toBeUndefined()
})

test.each<[string, Record<string, string>]>([
  ['the email provider', {}],
  ['a JWT', jwt],
  ['a trusted proxy', proxy],
])(
  'with %s, the address is the one that is reported, in the header that is configured only',
  (_, settings) => {
    const headers = { 'x-client-address': ` ${client} `, 'x-forwarded-for': '203.0.113.9' }
    expect(addressOf({ ...settings, ...reporting }, headers)).toBe(client)
    expect(addressOf(settings, headers)).not.toBe(client)
  },
)

test.each(['', 'unknown', `${client}, 203.0.113.9`, `${client}:443`])('%j is no address', (reported) => {
  expect(addressOf(reporting, { 'x-client-address': reported })).toBe(connection)
})

test('the limits are those of the configuration', () => {
  const requestContext = { http: { sourceIp: connection } } as HttpEvent['requestContext']
  const configuration = readConfiguration({ ...environment, RATE_LIMITS: 'off' })
  expect(attempterOf({ configuration }, { headers: {}, requestContext }).limits).toBeUndefined()
})
