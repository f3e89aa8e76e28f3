import { expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { ConfigurationError } from './settings.ts'

const cursorSecret = Buffer.alloc(32, 1).toString('base64url')
const valid = { TABLE_NAME: 'cairn', WEB_ORIGIN: 'https://cairn.test', CURSOR_SECRET: cursorSecret }

test('what must be set is enough', () => {
  expect(readConfiguration(valid)).toMatchObject({
    tableName: 'cairn',
    webOrigin: 'https://cairn.test',
    auth: { provider: 'email' },
    emailDelivery: 'log',
    invitationLifetimeDays: 7,
    metrics: true,
  })
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
  ['INVITATION_LIFETIME_DAYS', '0'],
  ['INVITATION_LIFETIME_DAYS', '7.5'],
  ['LOG_LEVEL', 'LOUD'],
  ['METRICS', 'yes'],
])('%s as %j stops the start with a message that names it and not its value', (name, value) => {
  const start = () => readConfiguration({ ...valid, [name]: value })
  expect(start).toThrow(ConfigurationError)
  expect(start).toThrow(name)
  if (value?.trim()) expect(start).not.toThrow(value)
})

test('mails are not written to the log in production', () => {
  const production = { ...valid, NODE_ENV: 'production' }
  expect(() => readConfiguration(production)).toThrow(/EMAIL_DELIVERY/)
  expect(() => readConfiguration({ ...production, EMAIL_DELIVERY: 'log' })).toThrow(/EMAIL_DELIVERY/)
  expect(readConfiguration({ ...production, EMAIL_DELIVERY: 'off' }).emailDelivery).toBe('off')
})

test('made-up credentials are for an endpoint of its own only', () => {
  expect(readConfiguration(valid).credentials).toBeUndefined()
  const local = { ...valid, DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000' }
  expect(readConfiguration(local).credentials).toBeDefined()
  expect(readConfiguration({ ...local, AWS_ACCESS_KEY_ID: 'mine' }).credentials).toBeUndefined()
})
