import { allOperations, isMutation, requestPath } from '@cairn/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requestOf } from '../../support/operations/examples.ts'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { createWorld } from '../../support/people/world.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { createClock } from '../../support/service/clock.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

/** Several instances of the service count the requests of a caller together, in one table. */

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const clock = createClock()
const direct = stopAfterFile(await startTestService({ table, clock: clock.read }))
const environment = { WEB_ORIGIN: direct.origin, RATE_LIMITS: 'request.token=100,write.token=1' }
const startInstance = async (endpoint: string) =>
  stopAfterFile(await startTestService({ table, endpoint, clock: clock.read, environment }))
const instances = [
  await startInstance(proxy.endpoint),
  await startInstance(proxy.endpoint),
  await startInstance(proxy.endpoint),
] as const
const world = await createWorld(direct)
const { owner } = world
const step = 2

beforeEach(() => clock.advance({ milliseconds: 60_000 }))
afterEach(async () => {
  proxy.setFault(undefined)
  await expectSoundTable(table.database)
})

/** Reads with a new token, which is remembered everywhere and whose use is recorded. */
async function introduceProgram() {
  const headers = { origin: undefined, ...bearer((await createToken(owner)).secret) }
  const readAt = (index: number) =>
    createSend(instances[index] ?? direct, { webOrigin: direct.origin })('GET', '/v1/goals?limit=1', {
      headers,
    })
  for (const index of instances.keys()) expect((await readAt(index)).status).toBe(200)
  clock.advance({ milliseconds: 60_000 })
  proxy.reset()
  return { headers, readAt }
}

const countsSent = () => proxy.calls.filter(({ operation }) => operation === 'UpdateItem').length

describe('three instances', () => {
  it('together serve the limit and at most a step more for each', async () => {
    const { readAt } = await introduceProgram()
    const statuses: number[] = []
    for (let request = 0; request < 120; request++) statuses.push((await readAt(request % 3)).status)
    const served = statuses.filter((status) => status === 200).length
    expect(served).toBeGreaterThanOrEqual(100)
    expect(served).toBeLessThanOrEqual(100 - 1 + 3 * step)
    expect(new Set(statuses.slice(-10))).toEqual(new Set([429]))
    expect(countsSent()).toBeLessThanOrEqual(served / step)
  })

  it('serve the caller again in the next window', async () => {
    const { readAt } = await introduceProgram()
    for (let request = 0; request < 101; request++) await readAt(0)
    expect((await readAt(0)).status).toBe(429)
    clock.advance({ milliseconds: 60_000 })
    expect((await readAt(0)).status).toBe(200)
  })
})

it('a caller below a step causes no write', async () => {
  const { readAt } = await introduceProgram()
  await readAt(0)
  await readAt(1)
  expect(countsSent()).toBe(0)
})

it('a refused request makes no database call', async () => {
  const { readAt } = await introduceProgram()
  for (let request = 0; request < 101; request++) await readAt(0)
  proxy.reset()
  expect(await readAt(0)).toMatchObject(refusal('too_many_requests'))
  expect(proxy.calls).toEqual([])
})

describe('an operation that starts early with a remembered caller', () => {
  const mutations = allOperations.filter(
    (operation) => operation.credential === 'session_or_token' && isMutation(operation),
  )

  it.each(mutations)('writes nothing if the caller exceeds a limit: $id', async (operation) => {
    const { headers } = await introduceProgram()
    world.renew()
    const send = createSend(instances[0], { webOrigin: direct.origin })
    const label = { name: `Label ${world.next()}` }
    expect((await send('POST', '/v1/goal-labels', { headers, body: label })).status).toBe(201)
    const { body, ...request } = await requestOf(operation.id, world)
    proxy.reset()
    const response = await send(operation.method, requestPath(operation, request), { headers, body })
    expect(response).toMatchObject(refusal('too_many_requests'))
    const reads = ['GetItem', 'BatchGetItem', 'Query']
    expect(proxy.calls.map((call) => call.operation).filter((name) => !reads.includes(name))).toEqual([])
  })
})

describe('a table that cannot count', () => {
  it.each(['status500', 'dropConnection', 'hang'] as const)(
    'refuses nobody for it, and is logged once (%s)',
    async (fault) => {
      const { readAt } = await introduceProgram()
      const { lines } = instances[0]
      await readAt(0)
      const before = lines.length
      proxy.setFault(({ operation }) => (operation === 'UpdateItem' ? fault : 'pass'))
      for (let request = 0; request < 3 * step; request++) expect((await readAt(0)).status).toBe(200)
      const warnings = lines
        .slice(before)
        .filter((line) => line.includes('Counts of callers cannot be shared.'))
      expect(warnings).toHaveLength(1)
      proxy.setFault(undefined)
      for (let request = 0; request < step; request++) await readAt(0)
    },
  )
})
