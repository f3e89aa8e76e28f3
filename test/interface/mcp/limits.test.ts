import { describe, expect, test } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { createWorld } from '../../support/people/world.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { callerWith, codeOf } from './support/call-tools.ts'

/** A call counts as the operation that it runs, in the same counts as requests of the API. */

const table = stopAfterFile(await createTestTable())
const environment = { CURSOR_SECRET: 'x'.repeat(43) }
const service = stopAfterFile(await startTestService({ table, environment }))
const limited = async (RATE_LIMITS: string) =>
  stopAfterFile(await startTestService({ table, environment: { ...environment, RATE_LIMITS } }))
const world = await createWorld(service)

const brief = { name: 'brief', arguments: {} }
const label = { name: 'manage_labels', arguments: { action: 'create', name: 'Counted' } }

describe('a limit of requests', () => {
  test('429s with retry-after, for every message', async () => {
    const agent = callerWith(await limited('request.token=2'), await createToken(world.owner))
    expect((await agent.ask('tools/list')).headers.get('ratelimit')).toMatch(/"requests";r=1;t=\d+/)
    expect((await agent.ask('tools/call', brief)).status).toBe(200)
    for (const params of [brief, label]) {
      const refused = await agent.ask('tools/call', params)
      expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('is shared with the API', async () => {
    const strict = await limited('request.token=1')
    const token = await createToken(world.owner)
    await fetch(`${strict.origin}/v1/goals`, { headers: { authorization: `Bearer ${token.secret}` } })
    expect((await callerWith(strict, token).ask('tools/call', brief)).status).toBe(429)
  })
})

test('a limit of writes counts tools that change something, and nothing is written', async () => {
  const agent = callerWith(await limited('write.token=1'), await createToken(world.owner))
  for (let count = 0; count < 3; count++) {
    expect((await agent.ask('tools/call', brief)).status).toBe(200)
    const listed = await agent.ask('tools/call', { name: 'manage_labels', arguments: { action: 'list' } })
    expect(listed.status).toBe(200)
  }
  expect(codeOf(await agent.call('manage_labels', label.arguments))).toBeUndefined()
  const again = { ...label, arguments: { ...label.arguments, name: 'Not written' } }
  expect(await agent.ask('tools/call', again)).toMatchObject({ status: 429 })
  const { labels } = await world.owner.api.listGoalLabels()
  expect(labels.map(({ name }) => name)).toEqual(['Counted'])
})
