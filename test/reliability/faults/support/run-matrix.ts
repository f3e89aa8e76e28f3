import { createWireTable, engineEndpoint, type TestTable } from '../../../support/service/engine.ts'
import type { EngineCall } from '../../../support/service/engine-call.ts'
import { faultKinds } from './fault-kinds.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { createLaneWorld, type LaneWorld } from './lane-world.ts'
import type { Sent } from './send.ts'
import { problemAfter, problemOf } from './sent-again.ts'
import { prepare, reset, type Target, targets } from './targets.ts'

/** `once`: one call fails and its retry succeeds. `from then on`: that call and all later ones fail. */
export type Duration = 'once' | 'from then on'

type Case = Target & { call: number; kind: string; duration: Duration }

export type Outcome = {
  name: string
  /** Outcome of the request that met the fault. */
  outcome: 'success' | 'unavailable' | 'wrong'
  milliseconds: number
  /** Describes what is wrong; undefined if nothing is. */
  problem: string | undefined
}

/** Most lanes wait for faults that hang. Every fourth lane works through the fast faults meanwhile. */
const laneCount = 48
const takesFastCases = (lane: number) => lane % 4 === 0

/** Runs every kind of fault at every call of every request, on many lanes in parallel. Returns one outcome per case. */
export async function runMatrix(duration: Duration): Promise<{ table: TestTable; outcomes: Outcome[] }> {
  const table = await createWireTable()
  const proxy = await startFaultProxy(await engineEndpoint())
  const lanes: LaneWorld[] = []
  for (let number = 0; number < laneCount; number++) {
    lanes.push(await createLaneWorld(proxy, table, `lane${number}`))
  }
  const cases = await casesOf(lanes, duration)
  const outcomes: Outcome[] = []
  await Promise.all(
    lanes.map(async (world, number) => {
      const take = () => (takesFastCases(number) ? cases.pop() : cases.shift())
      for (let next = take(); next; next = take()) outcomes.push(await runCase(world, next))
    }),
  )
  await Promise.all(lanes.map(({ service }) => service.stop()))
  await proxy.stop()
  return { table, outcomes }
}

/** The slowest kinds come first, so that no slow case is left at the end. */
const slowKinds = ['a hang', 'a transaction conflict', 'throttling']

async function casesOf(lanes: readonly LaneWorld[], duration: Duration): Promise<Case[]> {
  const waiting = targets()
  const cases: Case[] = []
  await Promise.all(
    lanes.map(async (world) => {
      for (let target = waiting.shift(); target; target = waiting.shift()) {
        const current = target
        const calls = await callsOf(world, current)
        for (const [kind, { meets, isTransient }] of Object.entries(faultKinds)) {
          if (isTransient && duration !== 'once') continue
          for (const { index } of calls.filter(meets)) cases.push({ ...current, call: index, kind, duration })
        }
      }
    }),
  )
  const rank = ({ kind }: Case) => (slowKinds.includes(kind) ? slowKinds.indexOf(kind) : slowKinds.length)
  const titleOf = (one: Case) => `${one.name}${one.kind}${one.call}`
  return cases.toSorted(
    (left, right) => rank(left) - rank(right) || titleOf(left).localeCompare(titleOf(right)),
  )
}

/** The database calls of the request without faults. */
async function callsOf(world: LaneWorld, target: Target): Promise<EngineCall[]> {
  const { lane } = world
  const { send } = await prepare(world, target)
  lane.setFault(() => 'pass')
  const response = await send()
  if (response.status !== target.operation.success.status) {
    throw new Error(`${target.name} fails without faults: ${JSON.stringify(response.body)}`)
  }
  const calls = [...lane.calls]
  await lane.heal()
  await reset(world, target)
  return calls
}

async function runCase(world: LaneWorld, one: Case): Promise<Outcome> {
  const name = `${one.name}: ${one.kind} at call ${one.call}, ${one.duration}`
  const fault = faultKinds[one.kind]?.fault ?? 'pass'
  const meets = faultKinds[one.kind]?.meets ?? (() => false)
  const { lane } = world
  let response: Sent | undefined
  try {
    const prepared = await prepare(world, one)
    const isMet = (call: EngineCall) =>
      meets(call) && (one.duration === 'once' ? call.index === one.call : call.index >= one.call)
    lane.setFault((call) => (isMet(call) ? fault : 'pass'))
    response = await prepared.send()
    const { faults, isTransactionLost: isLost } = lane
    await lane.heal()
    const outcome = response.status === 503 ? 'unavailable' : 'success'
    const problem =
      (faults === 0 ? 'the fault did not occur' : undefined) ??
      problemOf(response, one) ??
      (await problemAfter({
        world,
        target: one,
        ...prepared,
        response,
        isLost,
        // A stale index may return old data until it catches up.
        isStale: fault === 'staleIndex',
      }))
    await reset(world, one)
    return { name, outcome: problem ? 'wrong' : outcome, milliseconds: response.milliseconds, problem }
  } catch (error) {
    await lane.heal()
    const problem = error instanceof Error ? error.message : String(error)
    return { name, outcome: 'wrong', milliseconds: response?.milliseconds ?? 0, problem }
  }
}
