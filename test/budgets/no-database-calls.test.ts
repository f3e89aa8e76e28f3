import { type Operation, requiresCredential, requiresOrigin } from '@cairn/contract/registry/operation'
import { allOperations } from '@cairn/contract/registry/registry'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../support/operations/examples.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { describeCalls, measure } from './support/measure.ts'
import { createBudgetWorld } from './support/world.ts'

const world = stopAfterFile(await createBudgetWorld())

/** A request that is valid except for its credential. */
async function measureWith(operation: Operation, headers: Record<string, string>) {
  return measure(world, operation, await requestOf(operation.id, world), headers)
}

/** The secret with another last digit of its checksum. */
function mistyped(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
}

const guarded = allOperations.filter(requiresCredential)
const mutations = allOperations.filter(requiresOrigin)
const forTokens = allOperations.filter(({ credential }) => credential === 'session_or_token')
const forSessions = allOperations.filter(({ credential }) => credential === 'session')

describe('the table is not read', () => {
  it.each(guarded)('by $id, which 401s without a credential', async (operation) => {
    const { origin } = world.counted
    const { status, calls } = await measureWith(operation, { origin })
    expect([status, describeCalls(calls)]).toEqual([401, []])
  })

  it.each(guarded)('by $id, which 401s with a cookie that is not a session token', async (operation) => {
    const { origin } = world.counted
    const { status, calls } = await measureWith(operation, { origin, cookie: 'session=nothing' })
    expect([status, describeCalls(calls)]).toEqual([401, []])
  })

  it.each(mutations)('by $id, which 403s with a session from a foreign Origin', async (operation) => {
    const { cookie } = world.owner
    for (const origin of ['https://evil.test', 'null', `${world.counted.origin}.evil.test`]) {
      const { status, calls } = await measureWith(operation, { cookie, origin })
      expect([origin, status, describeCalls(calls)]).toEqual([origin, 403, []])
    }
  })

  it.each(forTokens)('by $id, which 401s with an API token whose checksum is wrong', async (operation) => {
    const authorization = `Bearer ${mistyped(world.secrets.all)}`
    const { status, calls } = await measureWith(operation, { authorization })
    expect([status, describeCalls(calls)]).toEqual([401, []])
  })

  it.each(forSessions)('by $id, which 401s with a valid API token', async (operation) => {
    const authorization = `Bearer ${world.secrets.all}`
    const { cookie } = world.owner
    const { status, calls } = await measureWith(operation, { authorization, cookie })
    expect([status, describeCalls(calls)]).toEqual([401, []])
  })

  it('on an unknown route (404), a wrong method (405) and a logout without session (200)', async () => {
    const { counted, owner, recorder } = world
    recorder.reset()
    const headers = { cookie: owner.cookie, origin: counted.origin }
    const responses = await Promise.all([
      fetch(`${counted.origin}/v1/nothing`, { headers }),
      fetch(`${counted.origin}/v1/goals`, { method: 'PUT', headers }),
      fetch(`${counted.origin}/v1/auth/logout`, { method: 'POST', headers: { origin: counted.origin } }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([404, 405, 200])
    expect(describeCalls(recorder.calls)).toEqual([])
  })
})
