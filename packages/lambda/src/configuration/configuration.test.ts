import { expect, test } from 'vitest'
import { awsRegionOf, readConfiguration } from './configuration.ts'
import { ConfigurationError } from './settings.ts'

const cursorSecret = Buffer.alloc(32, 1).toString('base64url')
const valid = { TABLE_NAME: 'cairn', WEB_ORIGIN: 'https://cairn.test', CURSOR_SECRET: cursorSecret }

test('the required settings are enough', () => {
  expect(readConfiguration(valid)).toMatchObject({
    tableName: 'cairn',
    webOrigin: 'https://cairn.test',
    auth: { provider: 'email' },
    emailDelivery: { kind: 'log' },
    emailsPerSecond: undefined,
    distributionSecrets: [],
    metricsNamespace: 'Cairn',
    invitationLifetimeDays: 7,
    metrics: true,
    clientAddressHeader: undefined,
    rateLimits: { login: { account: 100 } },
  })
})

test('reads rate limits and the header of client addresses', () => {
  const configuration = readConfiguration({
    ...valid,
    RATE_LIMITS: 'login.account=5',
    CLIENT_ADDRESS_HEADER: 'X-Real-IP',
  })
  expect(configuration).toMatchObject({
    clientAddressHeader: 'x-real-ip',
    rateLimits: { login: { account: 5, address: 300 } },
  })
  expect(readConfiguration({ ...valid, RATE_LIMITS: 'off' }).rateLimits).toBeUndefined()
})

test.each([
  ['TABLE_NAME', undefined],
  ['TABLE_NAME', ' '],
  ['WEB_ORIGIN', undefined],
  ['WEB_ORIGIN', 'cairn.test'],
  ['WEB_ORIGIN', 'https://cairn.test/'],
  ['WEB_ORIGIN', 'https://cairn.test/app'],
  ['WEB_ORIGIN', 'https://CAIRN.test'],
  ['WEB_ORIGIN', 'ftp://cairn.test'],
  ['CURSOR_SECRET', undefined],
  ['CURSOR_SECRET', Buffer.alloc(31).toString('base64url')],
  ['CURSOR_SECRET', 'not base64url, but long enough to be 32 bytes'],
  ['DYNAMODB_ENDPOINT', 'localhost:8000'],
  ['AUTH_PROVIDER', 'magic'],
  ['EMAIL_DELIVERY', 'pigeon'],
  ['EMAILS_PER_SECOND', '-5'],
  ['EMAILS_PER_SECOND', '1.5'],
  ['ORIGIN_VERIFY_SECRET', 'short'],
  ['ORIGIN_VERIFY_SECRET_PREVIOUS', 'short'],
  ['INVITATION_LIFETIME_DAYS', '0'],
  ['INVITATION_LIFETIME_DAYS', '7.5'],
  ['LOG_LEVEL', 'LOUD'],
  ['METRICS', 'yes'],
  ['RATE_LIMITS', 'login.address=none'],
  ['CLIENT_ADDRESS_HEADER', 'x real ip'],
])('%s as %j stops the start with a message that has its name but not its value', (name, value) => {
  const start = () => readConfiguration({ ...valid, [name]: value })
  expect(start).toThrow(ConfigurationError)
  expect(start).toThrow(name)
  if (value?.trim()) expect(start).not.toThrow(value)
})

test('refuses email to the log in production', () => {
  const production = { ...valid, NODE_ENV: 'production' }
  expect(() => readConfiguration(production)).toThrow(/EMAIL_DELIVERY/)
  expect(() => readConfiguration({ ...production, EMAIL_DELIVERY: 'log' })).toThrow(/EMAIL_DELIVERY/)
  expect(readConfiguration({ ...production, EMAIL_DELIVERY: 'off' }).emailDelivery).toEqual({ kind: 'off' })
})

test.each(['no-reply@example.com', 'Cairn <no-reply@example.com>'])('SES sends as %s', (from) => {
  const production = { ...valid, NODE_ENV: 'production', EMAIL_DELIVERY: 'ses', EMAIL_FROM: from }
  expect(readConfiguration({ ...production, EMAIL_CONFIGURATION_SET: 'cairn' }).emailDelivery).toEqual({
    kind: 'ses',
    from,
    configurationSet: 'cairn',
    endpoint: undefined,
  })
})

test.each([
  undefined,
  'no-reply',
  'Cairn no-reply@example.com',
  'a@b.test\r\nBcc: c@d.test',
  'a@b.test, c@d.test',
])('SES refuses to send as %j', (from) => {
  const environment = { ...valid, EMAIL_DELIVERY: 'ses', EMAIL_FROM: from }
  expect(() => readConfiguration(environment)).toThrow(/^EMAIL_FROM/)
})

test('a function without lists needs no cursor secret', () => {
  expect(readConfiguration({ ...valid, CURSOR_SECRET: 'unused' }).cursorSecret).toBeUndefined()
})

test('reads both distribution secrets during a rotation', () => {
  const secrets = { ORIGIN_VERIFY_SECRET: 'a'.repeat(32), ORIGIN_VERIFY_SECRET_PREVIOUS: 'b'.repeat(32) }
  expect(readConfiguration({ ...valid, ...secrets }).distributionSecrets).toEqual(Object.values(secrets))
})

test('placeholder credentials are only for an endpoint outside AWS', () => {
  expect(readConfiguration(valid).credentials).toBeUndefined()
  const local = { ...valid, DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000' }
  expect(readConfiguration(local).credentials).toBeDefined()
  expect(readConfiguration({ ...local, AWS_ACCESS_KEY_ID: 'mine' }).credentials).toBeUndefined()
  const aws = { ...valid, DYNAMODB_ENDPOINT: 'https://dynamodb.eu-west-1.amazonaws.com' }
  expect(readConfiguration(aws).credentials).toBeUndefined()
})

test.each([
  ['https://dynamodb.eu-west-1.amazonaws.com', 'eu-west-1'],
  ['https://dynamodb.us-gov-east-1.amazonaws.com/', 'us-gov-east-1'],
  ['https://dynamodb.cn-north-1.amazonaws.com.cn', 'cn-north-1'],
  ['https://dynamodb-fips.us-east-1.api.aws', 'us-east-1'],
  ['https://123456789012.ddb.us-east-1.amazonaws.com', 'us-east-1'],
  ['https://vpce-0a1b-2c3d-us-east-1a.dynamodb.us-east-1.vpce.amazonaws.com', 'us-east-1'],
  ['http://127.0.0.1:8000', undefined],
  ['http://dynamodb.localhost:8000', undefined],
  ['https://dynamodb.eu-west-1.amazonaws.com.evil.test', undefined],
  ['nothing', undefined],
])('%s is in the AWS region %s', (endpoint, region) => {
  expect(awsRegionOf(endpoint)).toBe(region)
})
