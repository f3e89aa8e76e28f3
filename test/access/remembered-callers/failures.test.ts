import { allOperations, requestPath } from '@cairn/contract'
import { newTokenSecret } from '@cairn/domain/programs/api-tokens/secrets/token-secret'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { requestBudgetMilliseconds } from '@cairn/domain/storage/database/retry'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { createCallerMemory } from '@cairn/lambda/auth/caller-memory'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { requestOf } from '../../support/operations/examples.ts'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { createWorld } from '../../support/people/world.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { throughFault } from '../../support/requests/through-fault.ts'
import { createClock } from '../../support/service/clock.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import type { Fault } from '../../support/service/engine-faults.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

/** Failures while a remembered caller is verified, and the operation reads at the same time. */

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const clock = createClock()
const direct = stopAfterFile(await startTestService({ table, clock: clock.read }))
const environment = { WEB_ORIGIN: direct.origin }
const remembering = stopAfterFile(
  await startTestService({
    table,
    endpoint: proxy.endpoint,
    clock: clock.read,
    callers: createCallerMemory(),
    environment,
  }),
)
const send = createSend(remembering, { webOrigin: direct.origin })
const world = await createWorld(direct)
const { owner } = world

/** Promises that rejected and that nobody awaited. */
const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)
process.on('unhandledRejection', note)

const heal = () => proxy.setFault(undefined)
afterEach(heal)
afterAll(async () => {
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  await expectSoundTable(table.database)
})

type Headers = Record<string, string | undefined>

/** A token whose owner this process remembers. */
async function introduceProgram(): Promise<{ id: string; headers: Headers }> {
  const { id, secret } = await createToken(owner)
  const headers = { origin: undefined, ...bearer(secret) }
  expect((await send('GET', '/v1/goals', { headers })).status).toBe(200)
  return { id, headers }
}

async function introduceRevokedProgram(): Promise<Headers> {
  const { id, headers } = await introduceProgram()
  await owner.api.revokeApiToken({ params: { tokenId: id } })
  return headers
}

/** Applies a fault to every call of one kind. */
const failing = (name: string, fault: Fault) =>
  proxy.setFault(({ operation }) => (operation === name ? fault : 'pass'))

describe('a database that fails', () => {
  it.each(['status500', 'throttle', 'dropConnection'] as const)(
    '503s while the caller is verified, and serves the caller afterwards (%s)',
    async (fault) => {
      const { headers } = await introduceProgram()
      for (const by of [headers, { cookie: owner.cookie }]) {
        failing('BatchGetItem', fault)
        const { first } = await throughFault(() => send('GET', '/v1/goals', { headers: by }), heal)
        expect(first).toMatchObject(refusal('unavailable'))
      }
    },
  )

  it('503s if only the reads of the operation fail', async () => {
    const { headers } = await introduceProgram()
    failing('Query', 'status500')
    const { first } = await throughFault(() => send('GET', '/v1/goals', { headers }), heal)
    expect(first).toMatchObject(refusal('unavailable'))
  })

  it('401s a revoked token even if the reads of the operation fail', async () => {
    const headers = await introduceRevokedProgram()
    failing('Query', 'status500')
    expect(await send('GET', '/v1/goals', { headers })).toMatchObject(refusal('invalid_api_token'))
  })

  it('401s a revoked token without waiting for the reads of the operation', async () => {
    const headers = await introduceRevokedProgram()
    const { promise, resolve } = Promise.withResolvers<void>()
    proxy.setFault(({ operation }) => (operation === 'Query' ? { until: promise } : 'pass'))
    expect(await send('GET', '/v1/goals', { headers })).toMatchObject(refusal('invalid_api_token'))
    resolve()
  })

  it('503s within the time limit if the credential cannot be read, although the operation could', async () => {
    const { headers } = await introduceProgram()
    failing('BatchGetItem', 'hang')
    const start = Date.now()
    const { first } = await throughFault(
      () => send('GET', '/v1/goals', { headers }),
      () => {
        expect(Date.now() - start).toBeLessThan(requestBudgetMilliseconds + 2_000)
        heal()
      },
    )
    expect(first).toMatchObject(refusal('unavailable'))
  })
})

describe('a credential that has ended', () => {
  const operations = allOperations
    .filter(({ credential }) => credential === 'session_or_token')
    .map((operation) => [operation.id, operation] as const)

  it.each(operations)('is forgotten: %s reads for it once, and writes nothing', async (id, operation) => {
    world.renew()
    const headers = await introduceRevokedProgram()
    const { body, ...request } = await requestOf(id, world)
    const calls: string[][] = []
    for (const _ of ['remembered', 'forgotten']) {
      proxy.reset()
      const response = await send(operation.method, requestPath(operation, request), { body, headers })
      expect(response).toMatchObject(refusal('invalid_api_token'))
      calls.push(proxy.calls.map((call) => call.operation))
    }
    expect(calls[0]?.filter((name) => !['BatchGetItem', 'Query'].includes(name))).toEqual([])
    expect(calls[1]).toEqual(['GetItem'])
  })

  it('is not recorded as used', async () => {
    const { id, headers } = await introduceProgram()
    const stored = async () => (await readRecord(table.database, apiTokenEntity, { tokenId: id }))?.lastUsedAt
    const before = await stored()
    expect(before).toBeDefined()
    clock.advance({ milliseconds: 10 * 60_000 })
    await owner.api.revokeApiToken({ params: { tokenId: id } })
    expect(await send('GET', '/v1/goals', { headers })).toMatchObject(refusal('invalid_api_token'))
    expect(await stored()).toBe(before)
  })
})

describe('a wrong secret', () => {
  it('makes the process read only the token, however well it knows the right one', async () => {
    const { id } = await introduceProgram()
    const headers = { origin: undefined, ...bearer(newTokenSecret(id)) }
    proxy.reset()
    expect(await send('GET', '/v1/goals', { headers })).toMatchObject(refusal('invalid_api_token'))
    expect(proxy.calls.map(({ operation }) => operation)).toEqual(['GetItem'])
  })

  it('makes the process read only the session and its user, even if it names the organization', async () => {
    const cookie = `${owner.cookie.slice(0, -43)}${'A'.repeat(43)}`
    expect((await send('GET', '/v1/goals', { headers: { cookie: owner.cookie } })).status).toBe(200)
    for (const named of [{}, { 'organization-id': owner.organizationId }]) {
      proxy.reset()
      const headers = { cookie, ...named }
      expect(await send('GET', '/v1/goals', { headers })).toMatchObject(refusal('unauthorized'))
      expect(proxy.calls.map(({ operation }) => operation)).toEqual(['BatchGetItem'])
    }
  })
})
