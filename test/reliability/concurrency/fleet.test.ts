import type { Client } from '@cairn/contract/http/client'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { expect, it } from 'vitest'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { createWorld } from '../../support/people/world.ts'
import { type Result, responseTo } from '../../support/requests/outcomes.ts'
import { recordCalls } from '../../support/service/call-recorder.ts'
import { createClock } from '../../support/service/clock.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { seededRandom, testSeed, testsAll } from '../../support/test-all.ts'

/**
 * A fleet of workers on goals that wait for each other. Workers die while they hold a goal, sleep until their lease has expired and wake
 * up, and lose answers. Every time a worker does something, some seconds pass, so that leases end. On one machine: what follows from a
 * change has happened for the next request.
 */
const workers = testsAll ? 50 : 6
const goals = testsAll ? 200 : 14
const leaseSeconds = 60

type Fleet = {
  agents: readonly Client[]
  clock: ReturnType<typeof createClock>
  random: () => number
  /** By goal, the highest fence that a worker has been given. */
  fences: Map<string, number>
  done: Set<string>
  /** Violations of the promises. */
  violations: string[]
}

/** Sends a request again as long as the service says that it may succeed. */
async function patiently<T>(send: () => Promise<T>): Promise<Result<T>> {
  for (;;) {
    const result = await responseTo(send())
    if (result.outcome !== '503 unavailable') return result
  }
}

let runs = 0

/** One life of a worker: from its first goal until it dies, or nothing is left. Returns whether it may start again. */
async function work(fleet: Fleet, agent: Client): Promise<boolean> {
  const { clock, random, fences, done } = fleet
  const runId = `run ${++runs}`
  clock.advance({ milliseconds: 100 + random() * 600 })
  const next = () => patiently(() => agent.claimNextGoal({ body: { runId, leaseSeconds } }))
  let { body } = await next()
  if (body?.goal && random() < 0.2) {
    // The answer was lost: the same run asks again, and has not got a second goal.
    const again = await next()
    const isSame = again.body?.goal?.id === body.goal.id && again.body.claim?.fence === body.claim?.fence
    const isLate = Date.parse(body.claim?.expiresAt ?? '') <= clock.read().getTime()
    if (!isSame && !isLate) fleet.violations.push(`${runId} got two goals`)
    body = again.body
  }
  if (!body?.goal || !body.claim) {
    if (done.size >= goals) return false
    clock.advance({ milliseconds: 1_000 })
    return true
  }
  const { goal, claim } = body
  const params = { goalId: goal.id }
  const known = fences.get(goal.id) ?? 0
  if (claim.fence < known) fleet.violations.push(`${runId} got ${goal.id} with an old fence`)
  fences.set(goal.id, Math.max(known, claim.fence))
  const luck = random()
  // Dies, and holds the goal for its lease.
  if (luck < 0.15) return true
  if (luck < 0.22) {
    // Sleeps beyond its lease. Others may have the goal when it wakes up.
    clock.advance({ milliseconds: leaseSeconds * 1_000 })
    await Promise.all(Array.from({ length: 3 }, () => patiently(() => agent.listGoalClaims({}))))
  }
  if (luck > 0.8) {
    await patiently(() => agent.renewGoalClaim({ params, body: { fence: claim.fence, leaseSeconds } }))
  }
  if (luck > 0.95) {
    await patiently(() => agent.releaseGoalClaim({ params, query: { fence: claim.fence } }))
  }
  const isStale = (fences.get(goal.id) ?? 0) > claim.fence
  const { outcome } = await patiently(() =>
    agent.createGoalUpdate({
      params,
      body: reportOf('Done', {
        status: 'completed',
        expectedRevision: goal.revision,
        claimFence: claim.fence,
        idempotencyKey: runId,
      }),
    }),
  )
  if (outcome === 'ok' && isStale) fleet.violations.push(`${runId} wrote ${goal.id} with a stale fence`)
  if (outcome === 'ok') {
    if (done.has(goal.id)) fleet.violations.push(`${goal.id} was done twice`)
    done.add(goal.id)
  } else if (outcome !== '409 goal_claim_lost') {
    fleet.violations.push(`${runId}: ${outcome}`)
  }
  return true
}

/** Publishes goals, each of which waits for some of the earlier ones. */
async function publish(owner: Parameters<typeof createGoal>[0], random: () => number): Promise<Goal[]> {
  const published: Goal[] = []
  for (let number = 0; number < goals; number++) {
    const blockers = published.slice(-6).filter(() => random() < 0.2)
    published.push(
      await createGoal(owner, { title: `Goal ${number}`, blockedByGoalIds: blockers.map(({ id }) => id) }),
    )
  }
  return published
}

const outage = () =>
  Object.assign(new Error('Internal server error'), {
    name: 'InternalServerError',
    $fault: 'server',
    $metadata: { httpStatusCode: 500 },
  })

it.each([
  ['', 0],
  ['although every twentieth call of the database fails or loses its answer, ', 0.05],
])(
  `%sno goal is held by two, no stale fence writes, and every goal gets done (TEST_SEED=${testSeed})`,
  async (_, share) => {
    const random = seededRandom(testSeed)
    const clock = createClock()
    const table = stopAfterFile(await createTestTable())
    const recorder = recordCalls(table, { quietMilliseconds: 0 })
    const service = stopAfterFile(
      await startTestService({ table, clock: clock.read, attach: recorder.attach, background: true }),
    )
    const { owner } = await createWorld(service)
    const published = await publish(owner, random)
    const tokens = await Promise.all(
      ['one', 'two', 'three'].map((name) => createToken(owner, undefined, { kind: 'agent', name })),
    )
    const fleet: Fleet = {
      agents: tokens.map((token) => programWith(service, token)),
      clock,
      random,
      fences: new Map(),
      done: new Set(),
      violations: [],
    }
    recorder.setHold(() => (random() < share ? Promise.reject(outage()) : undefined))
    recorder.setLost(() => random() < share)
    await Promise.all(
      Array.from({ length: workers }, async (_, index) => {
        const [first] = fleet.agents
        const agent = fleet.agents[index % fleet.agents.length] ?? first
        while (agent && (await work(fleet, agent)));
      }),
    )
    recorder.setHold(undefined)
    recorder.setLost(undefined)
    expect(fleet.violations).toEqual([])
    expect(fleet.done.size).toBe(published.length)
    const { total, byStatus } = await owner.api.countGoals({})
    expect({ total, completed: byStatus.completed }).toEqual({ total: goals, completed: goals })
    // Each was reported once: its publication, and its end.
    for (const { id } of published) {
      expect((await owner.api.getGoal({ params: { goalId: id } })).goal).toMatchObject({
        revision: 2,
        claim: null,
      })
    }
    await expectSoundTable(table.database)
  },
  testsAll ? 600_000 : undefined,
)
