/** Costs of requests without a credential. */
import { Agent, request } from 'node:http'
import { limitedActions } from '@cairn/domain/requests/rate-limits/limits'
import { rateLimitCountEntity } from '@cairn/domain/storage/table/entities/rate-limit-count'
import { signIn } from '../../support/people/sign-in.ts'
import { registerDevice } from '../../support/requests/device.ts'
import { registerProgram } from '../../support/requests/program.ts'
import { recordCalls } from '../../support/service/call-recorder.ts'
import { createTestTable } from '../../support/service/engine.ts'
import type { EngineCall } from '../../support/service/engine-call.ts'
import { startTestService } from '../../support/service/service.ts'
import { type AnonymousRequest, anonymousRequests } from './requests.ts'

export type Cost = {
  /** Of the operation or endpoint. */
  id: string
  /** Of its most expensive request, in times that of a health request. Both include the client. */
  processorTime: number
  /** The most records that one request writes. */
  records: number
  /** The most bytes that one request writes: names and values of fields as JSON. */
  bytes: number
  /** Whether every request that writes something is counted for its client address. */
  isCounted: boolean
}

const webOrigin = 'https://cairn.example.com'
/** Attempts are counted, and none is refused. */
const neverReached = limitedActions
  .map((action) => `${action}.account=1000000,${action}.address=1000000`)
  .join()
/** Sent before anything is measured, so that the code is compiled. */
const warmUp = 15
const health: AnonymousRequest = { id: 'getHealth', method: 'GET', path: '/health' }

/** @param requests  How often each is sent to measure its processor time. */
export async function measureAnonymous(requests: number): Promise<Cost[]> {
  const table = await createTestTable()
  const recorder = recordCalls(table, { quietMilliseconds: 0 })
  const plain = await startTestService({ table, background: false })
  const service = await startTestService({
    table,
    attach: recorder.attach,
    // The sizes of some records depend on the address.
    environment: { WEB_ORIGIN: webOrigin, RATE_LIMITS: neverReached },
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  function send({ method, path, headers, body }: AnonymousRequest): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    request(
      `http://127.0.0.1:${service.port}${path}`,
      { agent, method, headers: { host: `localhost:${service.port}`, origin: webOrigin, ...headers } },
      (response) => response.resume().on('end', resolve).on('error', reject),
    )
      .on('error', reject)
      .end(body)
    return promise
  }

  async function processorTimeOf(one: AnonymousRequest): Promise<number> {
    for (let count = 0; count < warmUp; count++) await send(one)
    let least = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3; round++) {
      const before = process.cpuUsage()
      for (let count = 0; count < requests; count++) await send(one)
      const { user, system } = process.cpuUsage(before)
      least = Math.min(least, (user + system) / requests)
    }
    return least
  }

  try {
    const { email } = await signIn(plain, { email: 'ada@example.com', displayName: 'Ada' })
    const clientId = await registerProgram(service.origin)
    for (let count = 0; count < 100; count++) await send(health)
    const ofHealth = await processorTimeOf(health)
    const costs = new Map<string, Cost>()
    const deviceClientId = await registerDevice(service.origin, { client_name: 'N'.repeat(100) })
    for (const one of anonymousRequests({ webOrigin, clientId, deviceClientId, email })) {
      recorder.reset()
      await send(one)
      const written = recorder.calls.flatMap(writesOf)
      const processorTime = (await processorTimeOf(one)) / ofHealth
      const known = costs.get(one.id) ?? {
        id: one.id,
        processorTime: 0,
        records: 0,
        bytes: 0,
        isCounted: true,
      }
      costs.set(one.id, {
        id: one.id,
        processorTime: Math.max(known.processorTime, processorTime),
        records: Math.max(known.records, written.length),
        bytes: Math.max(
          known.bytes,
          Buffer.byteLength(written.map((values) => JSON.stringify(values)).join('')),
        ),
        isCounted: known.isCounted && (written.length === 0 || recorder.calls.some(isCount)),
      })
    }
    return [...costs.values()]
  } finally {
    agent.destroy()
    await service.stop()
    await plain.stop()
    await table.stop()
  }
}

/** The fields of each record that a call writes; nothing of one that reads. */
function writesOf({ operation, body }: EngineCall): unknown[] {
  if (operation === 'TransactWriteItems') {
    return (body.TransactItems as Record<string, Write>[]).flatMap(({ ConditionCheck, ...item }) =>
      ConditionCheck ? [] : Object.values(item).map(fieldsOf),
    )
  }
  return /^(?:Put|Update|Delete)Item$/.test(operation) ? [fieldsOf(body as Write)] : []
}

type Write = { Item?: object; Key?: object; ExpressionAttributeValues?: object }

function fieldsOf({ Item, Key, ExpressionAttributeValues = {} }: Write): object {
  // ElectroDB's placeholders are the attributes' names, numbered: `:ttl_u0`.
  const values = Object.entries(ExpressionAttributeValues).map(([placeholder, value]) => [
    placeholder.replace(/^:(.*?)(?:_u)?\d+$/, '$1'),
    value,
  ])
  return Item ?? { ...Key, ...Object.fromEntries(values) }
}

const isCount = ({ operation, body }: EngineCall) =>
  operation === 'UpdateItem' && JSON.stringify(body).includes(rateLimitCountEntity.schema.model.entity)
