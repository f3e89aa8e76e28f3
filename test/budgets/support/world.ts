import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { createWorld, type World } from '../../support/people/world.ts'
import { createSwitchedMemory, type SwitchedMemory } from '../../support/service/caller-memories.ts'
import { createWireTable } from '../../support/service/engine.ts'
import { type EngineProxy, startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

/** Its `service` calls the engine directly and uncounted: there a test creates what a request needs. */
export type BudgetWorld = World<TestService> & {
  /** The same data through the proxy, which counts its engine calls. */
  counted: TestService
  proxy: EngineProxy
  /** What the counted service remembers of callers. */
  callers: SwitchedMemory
  /** API tokens of the owner: one with every scope, one for own goals only. */
  secrets: { all: string; own: string }
  stop(): Promise<void>
}

export async function createBudgetWorld(): Promise<BudgetWorld> {
  const proxy = await startEngineProxy(inject('engineEndpoint'))
  const table = await createWireTable()
  const environment = { CURSOR_SECRET: randomBytes(32).toString('base64url') }
  const service = await startTestService({ table, environment })
  const callers = createSwitchedMemory()
  const counted = await startTestService({ table, environment, endpoint: proxy.endpoint, callers })
  const world = await createWorld(service)
  const all = await createToken(world.owner)
  const own = await createToken(world.owner, ['goals:read', 'goals:write'])

  async function stop(): Promise<void> {
    await counted.stop()
    await service.stop()
    await proxy.stop()
    await table.stop()
  }
  return { ...world, counted, proxy, callers, secrets: { all: all.secret, own: own.secret }, stop }
}

/** Opens the connections: a process opens them once, so no request's budget includes them. */
export async function warmUp({ counted, owner, secrets }: BudgetWorld): Promise<void> {
  const authorization = `Bearer ${secrets.all}`
  const routes = ['/v1/auth/session', '/v1/organizations', '/v1/goals', '/v1/goal-labels']
  for (const headers of [{ cookie: owner.cookie }, { authorization }]) {
    await Promise.all(routes.map((route) => fetch(counted.origin + route, { headers }).then((r) => r.text())))
  }
}
