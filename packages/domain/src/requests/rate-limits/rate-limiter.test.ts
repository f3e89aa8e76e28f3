import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../storage/database/client.ts'
import type { Context } from '../context.ts'
import { parseRateLimits, type RateLimitSubject } from './limits.ts'
import { countAttempt, forgetAttempt } from './rate-limiter.ts'

const mock = mockClient(DynamoDBDocumentClient)
afterAll(() => mock.restore())
const account = { claimedKey: 'ada' }
const subject: RateLimitSubject = {
  limits: parseRateLimits('login.account=2,login.address=3'),
  address: '192.0.2.1',
}
let counts: Map<string, number>
let context: Context

beforeEach(() => {
  counts = new Map()
  mock.reset()
  mock.on(UpdateCommand).callsFake(({ Key, UpdateExpression, ExpressionAttributeValues }) => {
    const [, placeholder = ''] = /ADD #count (:\w+)/.exec(UpdateExpression) ?? []
    const number = ExpressionAttributeValues[placeholder]
    const count = (counts.get(Key.pk) ?? 0) + Number(number)
    counts.set(Key.pk, count)
    return { Attributes: { count } }
  })
  const database = createDatabase({
    tableName: 'cairn',
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const cursors = { seal: () => '', open: () => '' }
  const runInBackground = () => undefined
  context = { database, now: new Date('2026-11-20T10:02:30.000Z'), cursors, runInBackground }
})

const limited = () => ({ ...context, rateLimitSubject: subject })
const attempt = async (from = subject, at = context) =>
  countAttempt({ ...at, rateLimitSubject: from }, 'login', account)
const calls = () => mock.commandCalls(UpdateCommand).length

test('refuses attempts above the limit without a call until the window ends', async () => {
  await attempt()
  await attempt()
  await expect(attempt()).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 750 })
  expect(calls()).toBe(6)
  expect(() => countAttempt(limited(), 'login', account)).toThrow('Too many attempts')
  await expect(attempt()).rejects.toMatchObject({ retryAfterSeconds: 750 })
  expect(calls()).toBe(6)
  await attempt(subject, { ...context, now: new Date('2026-11-20T10:15:00.000Z') })
  expect(calls()).toBe(8)
})

test.each([
  ['2026-11-20T10:00:00.000Z', 900],
  ['2026-11-20T10:14:58.999Z', 2],
  ['2026-11-20T10:14:59.000Z', 1],
  ['2026-11-20T10:14:59.999Z', 1],
])('at %s says to retry after %i s', async (time, retryAfterSeconds) => {
  const at = { ...context, now: new Date(time) }
  await attempt(subject, at)
  await attempt(subject, at)
  // Once by the table, once by what this process remembers.
  await expect(attempt(subject, at)).rejects.toMatchObject({ retryAfterSeconds })
  await expect(attempt(subject, at)).rejects.toMatchObject({ retryAfterSeconds })
})

test('counts another address and another database separately', async () => {
  for (let guess = 0; guess < 3; guess++) await attempt().catch(() => undefined)
  await attempt({ ...subject, address: '192.0.2.2' })
  const database = createDatabase({ tableName: 'other', region: 'local' })
  counts.clear()
  await attempt(subject, { ...context, database })
})

test('a forgotten attempt no longer counts', async () => {
  for (let guess = 0; guess < 2; guess++) await attempt()
  await expect(attempt()).rejects.toMatchObject({ code: 'too_many_requests' })
  await forgetAttempt(limited(), 'login', account)
  await forgetAttempt(limited(), 'login', account)
  await attempt()
})

test('counts nothing without limits, and only the account without an address', async () => {
  await attempt({ limits: undefined, address: '192.0.2.1' })
  expect(calls()).toBe(0)
  await attempt({ ...subject, address: undefined })
  expect(calls()).toBe(1)
})

test('refuses attempts, but not forgetting them, if the table cannot be reached', async () => {
  mock.on(UpdateCommand).rejects(new Error('down'))
  await expect(attempt()).rejects.toThrow('down')
  await forgetAttempt(limited(), 'login', account)
})

test('an account that proved itself is one from everywhere; a claimed one is another in each network', async () => {
  const keysOf = async (one: Parameters<typeof countAttempt>[2], address: string | undefined) => {
    mock.resetHistory()
    await countAttempt({ ...context, rateLimitSubject: { ...subject, address } }, 'login', one)
    return mock.commandCalls(UpdateCommand).map(({ args }) => args[0].input.Key?.pk)
  }
  const [here, there] = ['192.0.2.1', '192.0.2.2']
  const [proven, network] = await keysOf({ provenUserId: 'ada' }, here)
  const [provenThere, networkThere] = await keysOf({ provenUserId: 'ada' }, there)
  expect(provenThere).toBe(proven)
  expect(networkThere).not.toBe(network)
  const [claimed] = await keysOf({ claimedKey: 'ada' }, here)
  const [claimedThere] = await keysOf({ claimedKey: 'ada' }, there)
  const withoutNetwork = await keysOf({ claimedKey: 'ada' }, undefined)
  expect(new Set([proven, claimed, claimedThere, ...withoutNetwork, network]).size).toBe(5)
  expect(withoutNetwork).toHaveLength(1)
  expect(await keysOf({ provenUserId: 'bob' }, here)).not.toContain(proven)
})
