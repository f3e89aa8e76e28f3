import { randomBytes } from 'node:crypto'
import { createToken } from '../../support/people/api-tokens.ts'
import { createWorld, type World } from '../../support/people/world.ts'
import { type CallRecorder, recordCalls } from '../../support/service/call-recorder.ts'
import { createSwitchedMemory, type SwitchedMemory } from '../../support/service/caller-memories.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

/** The calls of its `service` are not recorded: there a test creates what a request needs. */
export type BudgetWorld = World<TestService> & {
  /** On the same data; its engine calls are recorded. */
  counted: TestService
  recorder: CallRecorder
  /** The counted service's memory of callers. */
  callers: SwitchedMemory
  /** API tokens of the owner: one with every scope, one for own goals only. */
  secrets: { all: string; own: string }
  stop(): Promise<void>
}

export async function createBudgetWorld(): Promise<BudgetWorld> {
  const table = await createTestTable()
  const recorder = recordCalls(table)
  const environment = { CURSOR_SECRET: randomBytes(32).toString('base64url') }
  const service = await startTestService({ table, environment })
  const callers = createSwitchedMemory()
  const counted = await startTestService({ table, environment, attach: recorder.attach, callers })
  const world = await createWorld(service)
  const all = await createToken(world.owner)
  const own = await createToken(world.owner, ['goals:read', 'goals:write'])

  async function stop(): Promise<void> {
    await counted.stop()
    await service.stop()
    await table.stop()
  }
  return { ...world, counted, recorder, callers, secrets: { all: all.secret, own: own.secret }, stop }
}

/** Opens the connections: a process opens them once, so no request's budget includes them. */
export async function warmUp({ counted, owner, secrets }: BudgetWorld): Promise<void> {
  const authorization = `Bearer ${secrets.all}`
  const routes = ['/v1/auth/session', '/v1/organizations', '/v1/goals', '/v1/goal-labels']
  for (const headers of [{ cookie: owner.cookie }, { authorization }]) {
    await Promise.all(routes.map((route) => fetch(counted.origin + route, { headers }).then((r) => r.text())))
  }
}
