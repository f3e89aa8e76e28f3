import { errorCodesOf, isMutation, type Operation } from '@cairn/contract'
import type { OperationId, OutputOf } from '@cairn/contract/registry'
import { errorBody } from '@cairn/contract/schemas/error-body'
import { examples, offeredOperations } from '../../support/operations/examples.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { restore } from '../../support/people/world.ts'
import { createWireTable, engineEndpoint, type TestTable } from '../../support/service/engine.ts'
import type { EngineCall } from '../../support/service/engine-proxy.ts'
import { faultKinds } from './fault-kinds.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { type Prepare, requestsOf } from './fault-requests.ts'
import { createLaneWorld, type LaneWorld } from './lane-world.ts'
import { type Sent, sendTo } from './send.ts'

/** `once`: one call fails and its retry succeeds. `from then on`: that call and all later ones fail. */
export type Duration = 'once' | 'from then on'

type Target = { name: string; operation: Operation; prepare: Prepare; credential: 'session' | 'token' }
type Case = Target & { call: number; kind: string; duration: Duration }

export type Outcome = {
  name: string
  /** Outcome of the request that met the fault. */
  outcome: 'success' | 'unavailable' | 'wrong'
  milliseconds: number
  /** Describes what is wrong; undefined if nothing is. */
  problem: string | undefined
}

/** Requests of every operation in the registry, with every credential that the operation accepts. */
export function targets(): Target[] {
  return offeredOperations.flatMap((operation) =>
    requestsOf(operation.id as OperationId).flatMap(({ name, prepare }) => {
      const target = { name, operation, prepare }
      // A token changes only how the caller is authenticated, so one request per operation is enough.
      return operation.credential === 'session_or_token' && name === operation.id
        ? [
            { ...target, credential: 'session' as const },
            { ...target, name: `${name} by token`, credential: 'token' as const },
          ]
        : [{ ...target, credential: 'session' as const }]
    }),
  )
}

/** Most lanes wait for faults that hang. Every fourth lane works through the fast faults meanwhile. */
const laneCount = 48
const takesFastCases = (lane: number) => lane % 4 === 0
/** The 8 seconds of a request, and a margin for a busy machine. */
const limitMilliseconds = 9_500

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
  const { request, secret } = await prepare(world, target)
  lane.setFault(() => 'pass')
  const response = await sendTo(world, target.operation, request, secret)
  if (response.status !== target.operation.success.status) {
    throw new Error(`${target.name} fails without faults: ${JSON.stringify(response.body)}`)
  }
  const calls = [...lane.calls]
  await lane.heal()
  await reset(world, target)
  return calls
}

async function prepare(world: LaneWorld, target: Target) {
  const request = await target.prepare(world)
  // The process remembers the caller of every session, and of no token.
  if (target.operation.credential === 'session_or_token') await world.owner.api.listGoalLabels()
  const secret = target.credential === 'token' ? (await createToken(world.owner)).secret : undefined
  return { request, secret }
}

/** Returns the lane to its own organization and gives the next case its own records. */
async function reset(world: LaneWorld, { operation }: Target): Promise<void> {
  if (isMutation(operation)) await restore(world, world.owner)
}

async function runCase(world: LaneWorld, one: Case): Promise<Outcome> {
  const name = `${one.name}: ${one.kind} at call ${one.call}, ${one.duration}`
  const fault = faultKinds[one.kind]?.fault ?? 'pass'
  const meets = faultKinds[one.kind]?.meets ?? (() => false)
  const { lane } = world
  let response: Sent | undefined
  try {
    const { request, secret } = await prepare(world, one)
    const send = () => sendTo(world, one.operation, request, secret)
    const isMet = (call: EngineCall) =>
      meets(call) && (one.duration === 'once' ? call.index === one.call : call.index >= one.call)
    lane.setFault((call) => (isMet(call) ? fault : 'pass'))
    response = await send()
    const { faults } = lane
    await lane.heal()
    const outcome = response.status === 503 ? 'unavailable' : 'success'
    const problem =
      (faults === 0 ? 'the fault did not occur' : undefined) ??
      problemOf(response, one) ??
      (await followUp({ world, request, one, response, send }))
    await reset(world, one)
    return { name, outcome: problem ? 'wrong' : outcome, milliseconds: response.milliseconds, problem }
  } catch (error) {
    await lane.heal()
    const problem = error instanceof Error ? error.message : String(error)
    return { name, outcome: 'wrong', milliseconds: response?.milliseconds ?? 0, problem }
  }
}

/** Checks that the response is the declared success, or 503 in time with Retry-After. */
function problemOf({ status, headers, body, milliseconds }: Sent, { operation }: Case): string | undefined {
  if (milliseconds > limitMilliseconds) return `took ${Math.round(milliseconds)} ms`
  if (status === operation.success.status) {
    if (!('body' in operation.success)) return undefined
    const { error } = operation.success.body().safeParse(body)
    return error && `the success does not match its schema: ${error.message}`
  }
  const refusal = errorBody().safeParse(body)
  if (status !== 503 || !refusal.success || refusal.data.error !== 'unavailable') {
    return `${status} ${JSON.stringify(body)}`
  }
  if (!errorCodesOf(operation).includes('unavailable')) return '503 is not declared'
  return /^\d+$/.test(headers.get('retry-after') ?? '') ? undefined : '503 without Retry-After'
}

type FollowUp = {
  world: LaneWorld
  request: Awaited<ReturnType<Prepare>>
  one: Case
  response: Sent
  send: () => Promise<Sent>
}

/** The JSON of a body without its cursors and its time, which differ each time. */
function comparableJson(body: unknown): string {
  const comparable = (name: string, value: unknown) =>
    /^(nextCursor|cursor|asOf)$/.test(name) ? value !== null : value
  return JSON.stringify(body, comparable) ?? ''
}

/** Checks that a success took effect, and that after a 503 a retry takes effect or reports that it is already done. */
async function followUp({ world, request, one, response, send }: FollowUp): Promise<string | undefined> {
  const { operation, kind } = one
  const example = examples[operation.id as OperationId]
  const succeeded = (sent: Sent) => sent.status === operation.success.status
  const final = succeeded(response) ? response : await send()
  if (!succeeded(final)) {
    const code = errorBody().safeParse(final.body).data?.error
    const alreadyDone = 'effect' in example ? example.alreadyDone : undefined
    if (!code || !alreadyDone?.includes(code)) {
      return `503, and then ${final.status} ${JSON.stringify(final.body)}`
    }
  }
  if (!('effect' in example)) {
    // A stale index may return old data until it catches up.
    if (kind === 'a stale index') return undefined
    const again = await send()
    return comparableJson(again.body) === comparableJson(final.body)
      ? undefined
      : 'the response differs from the one without faults'
  }
  const { body, cookie } = succeeded(final) ? final : {}
  await example.effect({ world, request, body: body as OutputOf<OperationId> | undefined, cookie })
  return undefined
}
