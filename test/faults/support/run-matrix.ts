import { allOperations, errorCodesOf, type Operation } from '@cairn/contract'
import type { OperationId } from '@cairn/contract/registry'
import { errorBody } from '@cairn/contract/schemas/common'
import { inject } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { createTestTable, type TestTable } from '../../support/service/engine.ts'
import type { EngineCall } from '../../support/service/engine-proxy.ts'
import { doneBefore, effects } from './effects.ts'
import { faultKinds } from './fault-kinds.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { type Prepare, requestsOf } from './fault-requests.ts'
import { createLaneWorld, type LaneWorld } from './lane-world.ts'
import { type Sent, sendTo } from './send.ts'

/** `once`: one call fails, what is tried again passes. `from then on`: that call and all after it fail. */
export type Duration = 'once' | 'from then on'

type Target = { name: string; operation: Operation; prepare: Prepare; credential: 'session' | 'token' }
type Case = Target & { call: number; kind: string; duration: Duration }

export type Outcome = {
  name: string
  /** Of the request that met the fault. */
  outcome: 'success' | 'unavailable' | 'wrong'
  milliseconds: number
  /** What is wrong, in words; undefined where all is right. */
  problem: string | undefined
}

/** Requests of every operation of the registry, with every credential that it takes. */
export function targets(): Target[] {
  return allOperations.flatMap((operation) =>
    requestsOf(operation.id as OperationId).flatMap(({ name, prepare }) => {
      const target = { name, operation, prepare }
      // A token changes how a caller is known, and nothing of what an operation then reads and writes.
      return operation.credential === 'session_or_token' && name === operation.id
        ? [
            { ...target, credential: 'session' as const },
            { ...target, name: `${name} by token`, credential: 'token' as const },
          ]
        : [{ ...target, credential: 'session' as const }]
    }),
  )
}

/** As many as can wait side by side for what hangs, while every fourth is at work. */
const laneCount = 48
const isWorking = (lane: number) => lane % 4 === 0
/** The request's own 8 seconds, and what a busy machine may take to get to it. */
const limitMilliseconds = 9_500

/** Every kind of fault at every call of every request, on many lanes at once. Answers one outcome a case. */
export async function runMatrix(duration: Duration): Promise<{ table: TestTable; outcomes: Outcome[] }> {
  const table = await createTestTable()
  const proxy = await startFaultProxy(inject('engineEndpoint'))
  const lanes: LaneWorld[] = []
  for (let number = 0; number < laneCount; number++) {
    lanes.push(await createLaneWorld(proxy, table, `lane${number}`))
  }
  const cases = await casesOf(lanes, duration)
  const outcomes: Outcome[] = []
  await Promise.all(
    lanes.map(async (world, number) => {
      const take = () => (isWorking(number) ? cases.pop() : cases.shift())
      for (let next = take(); next; next = take()) outcomes.push(await runCase(world, next))
    }),
  )
  await Promise.all(lanes.map(({ service }) => service.stop()))
  await proxy.stop()
  return { table, outcomes }
}

/** What takes longest stands first, so that nothing is waited for at the end. */
const slowKinds = ['a hang', 'a transaction conflict', 'throttling']

async function casesOf(lanes: readonly LaneWorld[], duration: Duration): Promise<Case[]> {
  const waiting = targets()
  const cases: Case[] = []
  await Promise.all(
    lanes.map(async (world) => {
      for (let target = waiting.shift(); target; target = waiting.shift()) {
        const known = target
        const calls = await callsOf(world, known)
        for (const [kind, { meets, passes }] of Object.entries(faultKinds)) {
          if (passes && duration !== 'once') continue
          for (const { index } of calls.filter(meets)) cases.push({ ...known, call: index, kind, duration })
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

/** The calls of the request when nothing fails. */
async function callsOf(world: LaneWorld, target: Target): Promise<EngineCall[]> {
  const { lane } = world
  const { request, secret } = await prepare(world, target)
  lane.setFault(() => 'pass')
  const answer = await sendTo(world, target.operation, request, secret)
  if (answer.status !== target.operation.success.status) {
    throw new Error(`${target.name} cannot be made: ${JSON.stringify(answer.body)}`)
  }
  const calls = [...lane.calls]
  await lane.heal()
  await putBack(world, target)
  return calls
}

async function prepare(world: LaneWorld, target: Target) {
  const request = await target.prepare(world)
  const secret = target.credential === 'token' ? (await createToken(world.owner)).secret : undefined
  return { request, secret }
}

const switching = new Set(['createOrganization', 'switchOrganization', 'acceptOrganizationInvitation'])

/** Every case begins in the lane's own organization, with things of its own. */
async function putBack({ owner, renew }: LaneWorld, { operation }: Target): Promise<void> {
  renew()
  if (!switching.has(operation.id)) return
  await owner.api.switchOrganization({ body: { organizationId: owner.organizationId } })
}

async function runCase(world: LaneWorld, one: Case): Promise<Outcome> {
  const name = `${one.name}: ${one.kind} at call ${one.call}, ${one.duration}`
  const fault = faultKinds[one.kind]?.fault ?? 'pass'
  const meets = faultKinds[one.kind]?.meets ?? (() => false)
  const { lane } = world
  let answer: Sent | undefined
  try {
    const { request, secret } = await prepare(world, one)
    const send = () => sendTo(world, one.operation, request, secret)
    const isMet = (call: EngineCall) =>
      meets(call) && (one.duration === 'once' ? call.index === one.call : call.index >= one.call)
    lane.setFault((call) => (isMet(call) ? fault : 'pass'))
    answer = await send()
    const { faults } = lane
    await lane.heal()
    const outcome = answer.status === 503 ? 'unavailable' : 'success'
    const problem =
      (faults === 0 ? 'the fault was never met' : undefined) ??
      problemOf(answer, one) ??
      (await afterwards({ world, request, one, answer, send }))
    await putBack(world, one)
    return { name, outcome: problem ? 'wrong' : outcome, milliseconds: answer.milliseconds, problem }
  } catch (error) {
    await lane.heal()
    const problem = error instanceof Error ? error.message : String(error)
    return { name, outcome: 'wrong', milliseconds: answer?.milliseconds ?? 0, problem }
  }
}

/** What the answer itself is to be: the declared success, or 503 in time with the word when to come again. */
function problemOf({ status, headers, body, milliseconds }: Sent, { operation }: Case): string | undefined {
  if (milliseconds > limitMilliseconds) return `took ${Math.round(milliseconds)} ms`
  if (status === operation.success.status) {
    if (!('body' in operation.success)) return undefined
    const { error } = operation.success.body().safeParse(body)
    return error && `a success of another shape: ${error.message}`
  }
  const refusal = errorBody().safeParse(body)
  if (status !== 503 || !refusal.success || refusal.data.error !== 'unavailable') {
    return `${status} ${JSON.stringify(body)}`
  }
  if (!errorCodesOf(operation).includes('unavailable')) return '503 is not declared'
  return /^\d+$/.test(headers.get('retry-after') ?? '') ? undefined : '503 without Retry-After'
}

type Afterwards = {
  world: LaneWorld
  request: Awaited<ReturnType<Prepare>>
  one: Case
  answer: Sent
  send: () => Promise<Sent>
}

/** Cursors are sealed anew each time. */
function textOf(body: unknown): string {
  return JSON.stringify(body, (name, value) => (name === 'nextCursor' ? value !== null : value)) ?? ''
}

/** A success has done what it says; after a 503 the same request does it, or finds it done. */
async function afterwards({ world, request, one, answer, send }: Afterwards): Promise<string | undefined> {
  const { operation, kind } = one
  const id = operation.id as OperationId
  const succeeded = (sent: Sent) => sent.status === operation.success.status
  const final = succeeded(answer) ? answer : await send()
  if (!succeeded(final)) {
    const code = errorBody().safeParse(final.body).data?.error
    if (!code || !doneBefore[id]?.includes(code)) {
      return `503, and then ${final.status} ${JSON.stringify(final.body)}`
    }
  }
  if (operation.method === 'GET') {
    // What is read is what is there, by an index at least once it has caught up.
    if (kind === 'a stale index') return undefined
    const again = await send()
    return textOf(again.body) === textOf(final.body) ? undefined : 'another answer than without faults'
  }
  const effect = effects[id]
  if (!effect) return 'no effect is known of this operation'
  await effect({ world, request, answer: succeeded(final) ? final : undefined })
  return undefined
}
