import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@cairn/contract/http/client'
import { afterAll, describe, expect, it } from 'vitest'
import { signIn, signInAgain } from '../../support/people/sign-in.ts'
import { type CallRecorder, recordCalls, untilOthersAreDone } from '../../support/service/call-recorder.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { problemsIn } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'
import { createModel, explain, type Model } from '../properties/goal-model/explain.ts'
import { type ModelRequest, type RequestOf, send } from '../properties/goal-model/requests.ts'

/**
 * One request is overtaken by another at a chosen point: one of its engine calls is held back while the other request
 * is served. Chance finds such a moment once in ten thousand requests; production does every day.
 *
 *   held request       ─ session ─┬─ call ────────────┬─ …
 *                                 └─ call ··· held ···┘
 *   overtaking request                ├─ served ──────┤
 */
type Lane = {
  /** The index of the held call; call 0 is authentication, with the operation's own reads for a remembered caller. */
  heldCall: number
  /** Whether the process remembers in which organization the caller acts. */
  isRemembered: boolean
  recorder: CallRecorder
  service: TestService
  held: Client
  overtaking: Client
  model: Model
}

const held: [heldCall: number, isRemembered: boolean][] = [
  [1, false],
  [2, false],
  [3, false],
  [0, true],
  [1, true],
]
/** A call is held no longer, whatever the overtaking request does: the SDK gives a call up after 2 s. */
const longestHoldMilliseconds = 1_500

const table = stopAfterFile(await createTestTable())
const direct = stopAfterFile(await startTestService({ table }))
const lanes = await Promise.all(held.map((lane) => createLane(...lane)))

afterAll(async () => {
  for (const { service } of lanes) await service.stop()
})

async function createLane(heldCall: number, isRemembered: boolean): Promise<Lane> {
  const recorder = recordCalls(table, { quietMilliseconds: 0 })
  const service = await startTestService({ table, attach: recorder.attach })
  const person = { email: `lane-${heldCall}-${isRemembered}@example.com`, displayName: 'Ada' }
  const overtaking = await signIn(direct, person)
  const { api } = await signInAgain(service, person)
  return {
    heldCall,
    isRemembered,
    recorder,
    service,
    held: api,
    overtaking: overtaking.api,
    model: createModel(overtaking.userId),
  }
}

/** Sends a request that nothing overtakes, and returns the id of what it created. */
async function make(lane: Lane, request: RequestOf<'createGoal'> | RequestOf<'createGoalLabel'>) {
  const response = await send(lane.overtaking, request)
  const before = new Set([...lane.model.state.goals.keys(), ...lane.model.state.labels.keys()])
  await explain(lane.model, lane.overtaking, [{ request, response }])
  const after = [...lane.model.state.goals.keys(), ...lane.model.state.labels.keys()]
  return after.find((id) => !before.has(id)) ?? ''
}

/** Returns whether the held request made that many calls. */
async function overtake(lane: Lane, held: ModelRequest, overtaking: ModelRequest): Promise<boolean> {
  const { recorder, heldCall } = lane
  // The organization is new: the process remembers the one before.
  if (lane.isRemembered) await lane.held.listGoalLabels()
  recorder.reset()
  const overtaken = Promise.withResolvers<void>()
  recorder.setHold(({ index }) =>
    index === heldCall ? Promise.race([overtaken.promise, delay(longestHoldMilliseconds)]) : undefined,
  )
  let isAnswered = false
  const first = send(lane.held, held).finally(() => {
    isAnswered = true
  })
  while (!isAnswered && recorder.calls.length <= heldCall) await delay(2)
  // The calls parallel to the held one have finished by then.
  await untilOthersAreDone(recorder)
  const second = await send(lane.overtaking, overtaking).finally(overtaken.resolve)
  const exchanges = [
    { request: held, response: await first },
    { request: overtaking, response: second },
  ]
  await explain(lane.model, lane.overtaking, exchanges)
  return recorder.calls.length > heldCall
}

/** One goal at revision 1 with label `used`; label `free` is on no goal. */
type World = { goalId: string; used: string; free: string; round: string }

let round = 0

/** The case of each test, by its organization. A failed lane gets a new one, so that it does not keep failing. */
const titles = new Map<string, string>()

async function createWorld(lane: Lane, title: string): Promise<World> {
  const name = `${++round}`
  const { activeOrganizationId } = await lane.overtaking.createOrganization({ body: { name: title } })
  titles.set(activeOrganizationId, title)
  lane.model = createModel(lane.model.state.userId)
  const used = await make(lane, { id: 'createGoalLabel', body: { name: `Used ${name}` } })
  const free = await make(lane, { id: 'createGoalLabel', body: { name: `Free ${name}` } })
  const timeframe = { kind: 'continuous' } as const
  const body = { detailedDescription: `Goal ${name}.`, timeframe, labelIds: [used] }
  return { goalId: await make(lane, { id: 'createGoal', body }), used, free, round: name }
}

const report = (summary: string, idempotencyKey = summary) => {
  const content = { status: 'paused', summary, details: 'As planned.', expectedRevision: 1 } as const
  return ({ goalId }: World): ModelRequest => ({
    id: 'createGoalUpdate',
    params: { goalId },
    body: { ...content, idempotencyKey },
  })
}

const patch =
  (changes: (world: World) => RequestOf<'updateGoal'>['body']) =>
  (world: World): ModelRequest => ({
    id: 'updateGoal',
    params: { goalId: world.goalId },
    body: changes(world),
  })

const patchLabel =
  (label: 'used' | 'free', changes: (world: World) => RequestOf<'updateGoalLabel'>['body']) =>
  (world: World): ModelRequest => ({
    id: 'updateGoalLabel',
    params: { labelId: world[label] },
    body: changes(world),
  })

const requests = {
  'a report': report('Half way'),
  'another report': report('Nearly there'),
  'another report with its key': report('Quite different', 'Half way'),
  'a PATCH of the title': patch(() => ({ title: 'Title' })),
  'a PATCH of the description': patch(() => ({ detailedDescription: 'Description.' })),
  'a PATCH that attaches a label': patch(({ used, free }) => ({ labelIds: [used, free] })),
  'a PATCH that swaps labels': patch(({ free }) => ({ labelIds: [free], title: 'Swapped' })),
  'a PATCH that takes all labels off': patch(() => ({ labelIds: [], title: 'Bare' })),
  'deleting the goal': ({ goalId }: World): ModelRequest => ({ id: 'deleteGoal', params: { goalId } }),
  'reading the goal': ({ goalId }: World): ModelRequest => ({ id: 'getGoal', params: { goalId } }),
  'reading the history': ({ goalId }: World): ModelRequest => ({ id: 'listGoalUpdates', params: { goalId } }),
  'publishing with the free label': ({ free, round: name }: World): ModelRequest => ({
    id: 'createGoal',
    body: { detailedDescription: `Other ${name}.`, timeframe: { kind: 'continuous' }, labelIds: [free] },
  }),
  'deleting the free label': ({ free }: World): ModelRequest => ({
    id: 'deleteGoalLabel',
    params: { labelId: free },
  }),
  'deleting the used label': ({ used }: World): ModelRequest => ({
    id: 'deleteGoalLabel',
    params: { labelId: used },
  }),
  'renaming the free label': patchLabel('free', (world) => ({ name: `Renamed ${world.round}` })),
  'renaming the used label': patchLabel('used', (world) => ({ name: `Renamed used ${world.round}` })),
  "giving the free label the used one's name": patchLabel('free', (world) => ({
    name: `Used ${world.round}`,
  })),
  'coloring the used label': patchLabel('used', () => ({ color: 'green' })),
  'describing the used label': patchLabel('used', () => ({ description: 'Where trees stand' })),
  'creating a label with the name of the free one': (world: World): ModelRequest => ({
    id: 'createGoalLabel',
    body: { name: `FREE ${world.round}` },
  }),
} satisfies Record<string, (world: World) => ModelRequest>

type Name = keyof typeof requests

describe('a request that is overtaken', () => {
  it.each<[held: Name, overtaking: Name]>([
    ['a report', 'a report'],
    ['a report', 'another report'],
    ['a report', 'another report with its key'],
    ['a report', 'a PATCH of the title'],
    ['a report', 'a PATCH that swaps labels'],
    ['a report', 'deleting the goal'],
    ['a PATCH of the title', 'a PATCH of the description'],
    ['a PATCH of the title', 'a report'],
    ['a PATCH of the title', 'a PATCH that swaps labels'],
    ['a PATCH of the title', 'deleting the goal'],
    ['a PATCH that attaches a label', 'deleting the free label'],
    ['a PATCH that attaches a label', 'a PATCH that attaches a label'],
    ['a PATCH that attaches a label', 'deleting the goal'],
    ['a PATCH that swaps labels', 'a PATCH that takes all labels off'],
    ['a PATCH that takes all labels off', 'a report'],
    ['deleting the goal', 'a report'],
    ['deleting the goal', 'a PATCH that attaches a label'],
    ['deleting the goal', 'a PATCH that takes all labels off'],
    ['deleting the goal', 'deleting the goal'],
    ['reading the goal', 'a report'],
    ['reading the goal', 'a PATCH that swaps labels'],
    ['reading the goal', 'deleting the goal'],
    ['reading the history', 'a report'],
    ['reading the history', 'deleting the goal'],
    ['publishing with the free label', 'deleting the free label'],
    ['deleting the free label', 'publishing with the free label'],
    ['deleting the free label', 'a PATCH that attaches a label'],
    ['deleting the free label', 'renaming the free label'],
    ['deleting the free label', 'deleting the free label'],
    ['deleting the used label', 'a PATCH that takes all labels off'],
    ['deleting the used label', 'deleting the goal'],
    ['renaming the free label', 'deleting the free label'],
    ['renaming the used label', 'a PATCH that takes all labels off'],
    ['renaming the used label', 'renaming the used label'],
    ["giving the free label the used one's name", 'renaming the used label'],
    ["giving the free label the used one's name", 'creating a label with the name of the free one'],
    ['coloring the used label', 'describing the used label'],
    ['coloring the used label', 'renaming the used label'],
    ['creating a label with the name of the free one', 'deleting the free label'],
    ['creating a label with the name of the free one', 'renaming the free label'],
  ])('%s by %s: both return what they would one after the other', async (held, overtaking) => {
    const results = await Promise.allSettled(
      lanes.map(async (lane) => {
        const world = await createWorld(lane, `${held} by ${overtaking}`)
        return overtake(lane, requests[held](world), requests[overtaking](world))
      }),
    )
    const failures = results.flatMap((result) =>
      result.status === 'rejected' ? [String(result.reason)] : [],
    )
    expect(failures).toEqual([])
    // Every operation makes a call after authentication, so there was one to hold.
    expect(results[0]).toEqual({ status: 'fulfilled', value: true })
  })

  // Nothing writes again to what a test leaves.
  it('leaves no records that contradict each other', async () => {
    const content = await readTable(table.database)
    const problems = problemsIn(content)
    const named = problems.map((problem) => {
      const [, title = 'elsewhere'] = [...titles].find(([id]) => problem.includes(id)) ?? []
      return `${title}: ${problem}`
    })
    expect(named).toEqual([])
    expect(content.goalRow.length).toBeGreaterThan(lanes.length)
  })
})
