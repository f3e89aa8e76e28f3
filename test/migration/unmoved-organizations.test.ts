import type { Operation } from '@cairn/contract/operation'
import { operationGroups } from '@cairn/contract/registry'
import type { AttachDatabase } from '@cairn/domain/database/client'
import { writeLayout } from '@cairn/domain/migration/layout'
import { moveGoal } from '@cairn/domain/migration/move-goal'
import { moveGoals } from '@cairn/domain/migration/move-goals'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionOf } from '../support/people/sessions.ts'
import { createTestTable, type TestTable } from '../support/service/engine.ts'
import { startTestService, type TestService } from '../support/service/service.ts'
import type { Command } from './support/altered-client.ts'
import { allOf, clock, sendRecorded, version01, writeVersion01 } from './support/version-0.1.ts'

const goalId = version01.goalIds.everything ?? ''
const elsewhere = version01.goalIds.elsewhere ?? ''

let table: TestTable
let service: TestService
/** The calls that the service has made since a test last emptied the list. */
const calls: Command[] = []

/** Starts a service that knows nothing of the table yet. */
async function start(): Promise<TestService> {
  const attach: AttachDatabase = (client) => {
    table.attach?.(client)
    const send = client.send.bind(client) as (command: Command) => Promise<unknown>
    const counted = (command: Command) => {
      calls.push(command)
      return send(command)
    }
    Object.assign(client, { send: counted })
  }
  return startTestService({ table: { ...table, attach }, clock, environment: { RATE_LIMITS: 'off' } })
}

beforeEach(async () => {
  table = await createTestTable()
  await writeVersion01(table)
  service = await start()
  calls.length = 0
  return async () => {
    await service.stop()
    await table.stop()
  }
})

const get = (path: string, token = 'ada') => sendRecorded(service, { method: 'GET', path, token })

const queries = () => calls.filter(({ input }) => input.IndexName === 'gsi1' && input.Select === 'COUNT')
const readsOfLayout = () => calls.filter(({ input }) => JSON.stringify(input).includes('"layout"'))

describe('an organization with goals of version 0.1', () => {
  const report = { status: 'active', summary: 'A', details: 'B', expectedRevision: 5, idempotencyKey: 'c' }
  const bodies: Record<string, unknown> = {
    createGoal: { detailedDescription: 'A goal.', timeframe: { kind: 'continuous' } },
    updateGoal: { title: 'Another' },
    createGoalUpdate: report,
    createGoalLabel: { name: 'Another' },
    updateGoalLabel: { name: 'Another' },
  }

  const { body } =
    version01.responses.find(({ request }) => request.path === `/v1/goals/${goalId}`)?.response ?? {}
  const { goal } = body as { goal: { createdByUserId: string; ownerUserId: string } }
  const ada = () => sessionOf(service, { userId: goal.createdByUserId, email: 'ada@example.com' })
  const ben = () => sessionOf(service, { userId: goal.ownerUserId, email: 'ben@example.com' })

  const operations: Operation[] = [
    ...Object.values(operationGroups.goals),
    ...Object.values(operationGroups['goal-labels']),
  ]

  it.each(operations.map((operation) => ({ id: operation.id, operation })))(
    '503s on $id, and nothing changes',
    async ({ operation: { id, method, path } }) => {
      const { cookie } = await ada()
      const labelId = version01.items.find(({ __edb_e__ }) => __edb_e__?.S === 'goalLabel')?.labelId?.S ?? ''
      const address = path
        .replace('{goalId}', goalId)
        .replace('{labelId}', labelId)
        .replace('{revision}', '4')
      const response = await fetch(`${service.origin}${address}`, {
        method,
        headers: {
          cookie,
          origin: service.origin,
          'organization-id': version01.organizationIds.main,
          ...(bodies[id] !== undefined && { 'content-type': 'application/json' }),
        },
        ...(bodies[id] !== undefined && { body: JSON.stringify(bodies[id]) }),
      })
      expect(await response.json()).toMatchObject({ error: 'unavailable' })
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(calls.filter(({ constructor: { name } }) => name === 'TransactWriteCommand')).toEqual([])
    },
  )

  it('serves other operations', async () => {
    const { api } = await ada()
    expect((await api.getOrganizationContext()).organizations).toHaveLength(2)
    expect(queries()).toEqual([])
  })

  it('says in the log what to do', async () => {
    await get('/v1/goals')
    expect(service.lines.join('\n')).toContain('npm run migrate')
  })

  it('tells nothing to somebody who is not a member', async () => {
    const organizationId =
      version01.items.find((item) => item.goalId?.S === elsewhere)?.organizationId?.S ?? ''
    const headers = { cookie: (await ben()).cookie, 'organization-id': organizationId }
    expect((await fetch(`${service.origin}/v1/goals`, { headers })).status).toBe(403)
  })
})

it('serves an organization as soon as its last goal is moved, while others wait', async () => {
  expect((await get(`/v1/goals/${elsewhere}`, 'ada elsewhere')).status).toBe(503)
  const organizationId = version01.items.find((item) => item.goalId?.S === elsewhere)?.organizationId?.S ?? ''
  expect(await moveGoal(table.database, { organizationId, goalId: elsewhere })).toBe(true)
  expect((await get(`/v1/goals/${elsewhere}`, 'ada elsewhere')).status).toBe(200)
  expect((await get('/v1/goals')).status).toBe(503)

  await allOf(moveGoals(table.database))
  expect((await get('/v1/goals')).status).toBe(200)
})

describe('calls', () => {
  it('looks once for old goals of an organization in a table without a layout', async () => {
    await allOf(moveGoals(table.database))
    for (let request = 0; request < 3; request++) expect((await get('/v1/goals')).status).toBe(200)
    expect(queries()).toHaveLength(1)
    expect(readsOfLayout()).toHaveLength(1)
    expect((await get('/v1/goals', 'ada elsewhere')).status).toBe(200)
    expect(queries()).toHaveLength(2)
  })

  it('needs no call of its own to read the layout, and reads it once', async () => {
    await allOf(moveGoals(table.database))
    expect((await get('/v1/goals?view=summary', 'ada elsewhere')).status).toBe(200)
    await writeLayout(table.database)
    calls.length = 0
    for (const token of ['ada', 'cleo', 'ada'])
      expect((await get('/v1/goals?view=summary', token)).status).toBe(200)
    // With the caller's membership, in one batch.
    expect(readsOfLayout().map(({ constructor: { name } }) => name)).toEqual(['BatchGetCommand'])
    expect(queries()).toHaveLength(1)
  })

  it('makes none in a process that knew the layout when it started', async () => {
    await allOf(moveGoals(table.database))
    await writeLayout(table.database)
    await service.stop()
    service = await start()
    calls.length = 0
    expect((await get('/v1/goals')).status).toBe(200)
    expect([...queries(), ...readsOfLayout()]).toEqual([])
  })
})
