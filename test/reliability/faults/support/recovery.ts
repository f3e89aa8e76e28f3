import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { generousRateLimits } from '../../../support/people/rate-limits.ts'
import { createWorld } from '../../../support/people/world.ts'
import { createTestTable } from '../../../support/service/engine.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { sampleOf, sampleTitle } from '../../../support/test-all.ts'
import { type Break, type BreakableCall, breakableCalls } from './break-calls.ts'
import { problemAfter, problemOf } from './sent-again.ts'
import { prepare, reset, type Target } from './targets.ts'

/** Faults of calls: none is executed, those that write lose their responses, or all do. */
const kinds: Record<string, (call: BreakableCall) => Break | undefined> = {
  'is refused': () => 'refused',
  'writes and is not confirmed': ({ isWrite }) => (isWrite ? 'lost' : undefined),
  'writes before the connection is gone': () => 'lost',
}

/**
 * Declares tests that send each request while the database fails from one of its calls on: it succeeds, or is 503 and succeeds when it
 * is sent again. `npm run test:faults` does the same with every kind of fault.
 */
export async function describeRecovery(requests: readonly Target[]): Promise<void> {
  // The pauses between attempts are random, up to these.
  beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0.01))
  afterAll(() => vi.restoreAllMocks())

  const table = stopAfterFile(await createTestTable())
  const database = breakableCalls(table)
  const environment = { RATE_LIMITS: generousRateLimits }
  const service = stopAfterFile(await startTestService({ table, attach: database.attach, environment }))
  const world = await createWorld(service)

  /** The calls of the request without faults, and whether they are writes. */
  async function callsOf(target: Target) {
    const { send } = await prepare(world, target)
    database.breakCalls()
    expect(await send()).toMatchObject({ status: target.operation.success.status })
    const calls = [...database.calls]
    await reset(world, target)
    return calls
  }

  async function problemWith(target: Target, first: number, kind: string): Promise<string | undefined> {
    const prepared = await prepare(world, target)
    database.breakCalls((call) => (call.index >= first ? kinds[kind]?.(call) : undefined))
    const response = await prepared.send()
    const { broken, isTransactionLost: isLost } = database
    database.breakCalls()
    const problem =
      (broken === 0 ? 'the fault did not occur' : undefined) ??
      problemOf(response, target) ??
      (await problemAfter({ world, target, ...prepared, response, isLost }))
    await reset(world, target)
    return problem
  }

  describe(`from a call of the database on that fails (${sampleTitle})`, () => {
    it.each(requests.map((target) => [target.name, target] as const))('%s', async (_, target) => {
      const problems: string[] = []
      const calls = await callsOf(target)
      for (const kind of Object.keys(kinds)) {
        const met = calls.filter((call) => kind === 'is refused' || call.isWrite)
        for (const { index } of sampleOf(met, 2)) {
          const problem = await problemWith(target, index, kind)
          if (problem !== undefined) problems.push(`call ${index} ${kind}: ${problem}`)
        }
      }
      expect(problems).toEqual([])
    })
  })

  it('leaves a sound table', async () => {
    await expectSoundTable(table.database)
  })
}
