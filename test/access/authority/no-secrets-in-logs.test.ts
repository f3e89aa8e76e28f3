import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { invitationEntity } from '@cairn/domain/storage/table/entities/organizations/invitation'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { logIn, register, verify } from '../../support/people/accounts.ts'
import { bearer } from '../../support/people/api-tokens.ts'
import { tokenIn } from '../../support/people/invite.ts'
import { emailsIn, isEmailLine } from '../../support/people/logged-emails.ts'
import { createSend, type Send } from '../../support/requests/exchange.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import type { Fault } from '../../support/service/engine-faults.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { assertionHeaders, proxyEnvironment } from '../../support/service/proxied.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { changeRecord } from '../../support/table/write-records.ts'
import {
  acceptPath,
  ada,
  createSecrets,
  invitationsPath,
  newGoal,
  newToken,
  type Used,
  walkGoodDay,
} from './support/secret-walk.ts'

/**
 * Sends everything that takes or creates a secret, valid and invalid, with and without faults, at LOG_LEVEL=DEBUG; then
 * searches every line for every secret used, its parts and hashes, and for the other content of the bodies.
 */

const cursorSecret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop0'
const { email, password } = ada

const secrets = createSecrets()
/** Output of the process without the logger. */
const printed: string[] = []
const statuses = new Set<number>()

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream)
  vi.spyOn(stream, 'write').mockImplementation((chunk, ...rest) => {
    printed.push(String(chunk))
    return write(chunk, ...(rest as []))
  })
}
const environment = { LOG_LEVEL: 'DEBUG', CURSOR_SECRET: cursorSecret }
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint, environment }))
const send: Send = async (...request) => {
  const response = await createSend(service)(...request)
  statuses.add(response.status)
  return response
}
secrets.keep('cursor secret', cursorSecret)
const used = await walkGoodDay(service, send, secrets)
for (const fault of ['status500', 'throttle', 'dropConnection'] as const) await walkBadDay(fault, used)
await walkBrokenRecords(used)
await walkTrustedProxy()

afterAll(async () => {
  vi.restoreAllMocks()
})

/** The same kinds of requests while the database is unavailable. */
async function walkBadDay(fault: Fault, { cookie, secret, token, link, tokenId }: Used): Promise<void> {
  proxy.setFault(() => fault)
  const program = { origin: undefined, ...bearer(secret) }
  const headers = { cookie }
  await Promise.all([
    register(send, { email: 'eve@example.com', displayName: 'Eve', password }),
    verify(send, link),
    logIn(send, email, password),
    send('GET', '/v1/auth/session', { headers }),
    send('POST', '/v1/auth/logout', { headers }),
    send('POST', invitationsPath, { body: { email: 'eve@example.com', role: 'member' }, headers }),
    send('POST', acceptPath, { body: { token }, headers }),
    send('POST', '/v1/api-tokens', { body: newToken, headers }),
    send('DELETE', `/v1/api-tokens/${tokenId}`, { headers }),
    send('GET', '/v1/goals', { headers: program }),
    send('POST', '/v1/goals', { body: newGoal, headers: program }),
  ])
  // Reading the credential succeeds; the calls after it fail.
  for (const operations of [['TransactWriteItems', 'PutItem', 'DeleteItem'], ['BatchGetItem']]) {
    proxy.setFault(({ operation }) => (operations.includes(operation) ? fault : 'pass'))
    await Promise.all([
      logIn(send, email, password),
      register(send, { email: 'eve@example.com', displayName: 'Eve', password }),
      send('POST', invitationsPath, { body: { email: 'eve@example.com', role: 'member' }, headers }),
      send('POST', acceptPath, { body: { token }, headers }),
      send('POST', '/v1/api-tokens', { body: newToken, headers }),
      send('POST', '/v1/goals', { body: newGoal, headers: program }),
    ])
  }
  proxy.setFault(undefined)
}

/** Makes requests fail with unexpected errors, as defects would: 500. */
async function walkBrokenRecords({ cookie, secret, tokenId }: Used): Promise<void> {
  const { database } = table
  const emailKey = keyOf(email)
  const principal = await readRecord(database, principalEntity, { emailKey })
  secrets.keep('password hash', principal?.passwordHash ?? '')
  await changeRecord(database, principalEntity, { emailKey }, { set: { passwordHash: 'broken' } })
  expect((await logIn(send, email, password)).status).toBe(500)
  await changeRecord(database, apiTokenEntity, { tokenId }, { set: { secretHash: 'broken' } })
  const program = { origin: undefined, ...bearer(secret) }
  expect((await send('GET', '/v1/goals', { headers: program })).status).toBe(500)

  const issued = await send('POST', invitationsPath, {
    body: { email: 'gil@example.com', role: 'member' },
    headers: { cookie },
  })
  const { invitation, acceptUrl } = issued.body as { invitation: { id: string }; acceptUrl: string }
  const token = secrets.keepToken('invitation', tokenIn(acceptUrl))
  const [organizationId = ''] = token.split('_')
  await changeRecord(
    database,
    invitationEntity,
    { organizationId, invitationId: invitation.id },
    { set: { tokenHash: 'broken' } },
  )
  const accepting = { body: { token }, headers: { cookie } }
  expect((await send('POST', acceptPath, accepting)).status).toBe(500)
}

/** Good, forged and stale assertions of a trusted proxy. */
async function walkTrustedProxy(): Promise<void> {
  const environment = { ...proxyEnvironment, LOG_LEVEL: 'DEBUG' }
  const behind = await startTestService({ table, endpoint: proxy.endpoint, environment })
  secrets.keep('proxy secret', proxyEnvironment.AUTH_PROXY_SECRET)
  const user = { id: 'proxy:zoe', displayName: 'name-canary', email: 'zoe@example.com' }
  for (const time of [new Date(), new Date(0)]) {
    const signed = assertionHeaders(user, 'GET', '/v1/auth/session', time)
    secrets.keep('assertion', signed['x-service-auth-assertion'])
    secrets.keep('signature', signed['x-service-auth-signature'])
    for (const headers of [
      signed,
      { ...signed, 'x-service-auth-signature': secrets.keep('forged signature', 'A'.repeat(43)) },
    ]) {
      await createSend(behind)('GET', '/v1/auth/session', { headers })
    }
  }
  await behind.stop()
  service.lines.push(...behind.lines)
}

describe('the walk', () => {
  it('includes successes, refusals, defects and an unavailable database', () => {
    for (const status of [200, 201, 202, 204, 400, 401, 403, 404, 500, 503])
      expect(statuses).toContain(status)
    expect(service.lines.filter((line) => !isEmailLine(line)).length).toBeGreaterThan(90)
    expect(service.lines.filter((line) => line.includes('"level":"ERROR"')).length).toBeGreaterThan(30)
    expect(secrets.all.size).toBeGreaterThan(40)
  })
})

describe('the log', () => {
  it('has no secret, and no part or hash of one', () => {
    const lines = service.lines.filter((line) => !isEmailLine(line))
    for (const [name, secret] of secrets.all) {
      expect(
        lines.filter((line) => line.includes(secret)),
        name,
      ).toEqual([])
    }
  })

  it('has nothing of a body, an address or a link', () => {
    const lines = service.lines.filter((line) => !isEmailLine(line))
    for (const text of [
      '-canary',
      '@example.com',
      '#token=',
      `${service.origin}/`,
      'Bearer',
      'session=',
      '$argon2',
    ]) {
      expect(
        lines.filter((line) => line.includes(text)),
        text,
      ).toEqual([])
    }
  })

  it('has links only in emails, which have no other secret', () => {
    const emails = emailsIn(service.lines)
    const links = [...secrets.all].filter(([name]) => /^(dead )?link|^invitation/.test(name))
    expect(links.length).toBeGreaterThan(5)
    for (const [name, secret] of links) {
      expect(
        emails.filter(({ link }) => link.endsWith(secret)),
        name,
      ).toHaveLength(1)
    }
    for (const [name, secret] of secrets.all) {
      if (/link|invitation/.test(name)) continue
      expect(
        service.lines.filter((line) => line.includes(secret)),
        name,
      ).toEqual([])
    }
  })

  it('is complete: nothing was printed without the logger', () => {
    for (const [name, secret] of secrets.all) {
      expect(
        printed.filter((text) => text.includes(secret)),
        name,
      ).toEqual([])
    }
  })

  it('has a line with the request id and the operation for each failed request', () => {
    const failed = service.lines
      .filter((line) => line.includes('"level":"ERROR"'))
      .map((line) => JSON.parse(line))
    for (const line of failed) {
      expect(line).toMatchObject({ requestId: expect.any(String), operation: expect.any(String), error: {} })
    }
  })
})
