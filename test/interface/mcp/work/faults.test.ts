import { afterEach, describe, expect, test } from 'vitest'
import { createBudgetWorld, warmUp } from '../../../budgets/support/world.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { sampleTitle, testSeed, testsAll } from '../../../support/test-all.ts'
import { callerWith, codeOf } from '../support/call-tools.ts'

/** After a call that failed, or whose response was lost, the same call succeeds, and everything is there once. */

/** Every call fails first in one of the runs; in a sample, every third. */
const pace = testsAll ? 1 : 3

const world = stopAfterFile(await createBudgetWorld())
await warmUp(world)
const { counted, callers, recorder, secrets, owner } = world
recorder.setQuiet(0)
callers.recalls = false
const agent = callerWith(counted, { secret: secrets.all }, '/mcp/work')

const heal = () => {
  recorder.setHold(undefined)
  recorder.setLost(undefined)
}
afterEach(heal)
const broken = () => Object.assign(new Error('socket of 10.0.0.7 hung up'), { code: 'ECONNRESET' })

type Held = { goalId: string; fence: number; questionId: string; run: string }

/** Each tool, in each of its ways. `run` is new. */
const calls: [tool: string, input: (held: Held) => object][] = [
  ['next_goal', ({ run }) => ({ runId: run, q: 'Free' })],
  ['next_goal', ({ goalId }) => ({ runId: 'holder', goalId })],
  ['get_goal', ({ goalId }) => ({ goalId })],
  ['renew_claim', ({ goalId, fence }) => ({ goalId, fence })],
  [
    'report_progress',
    ({ goalId, fence }) => ({
      goalId,
      fence,
      expectedRevision: 1,
      status: 'completed',
      summary: 'Done',
      details: 'D',
      handoff: 'Nothing is left.',
      usage: { inputTokens: 7 },
    }),
  ],
  ['release_goal', ({ goalId, fence }) => ({ goalId, fence })],
  ['ask_person', ({ goalId, run }) => ({ goalId, text: `May I, ${run}?` })],
  ['get_answer', ({ goalId, questionId }) => ({ goalId, questionId })],
  ['get_answer', ({ goalId }) => ({ goalId })],
  ['comment', ({ goalId, run }) => ({ goalId, text: `Done in ${run}.` })],
  [
    'plan_subgoals',
    ({ goalId }) => ({
      goalId,
      subgoals: ['a', 'b'].map((key) => ({ key, title: key, detailedDescription: 'Text' })),
    }),
  ],
]

async function hold(): Promise<Held> {
  const publish = async (title: string) => {
    const { goal } = await owner.api.createGoal({
      body: { title, detailedDescription: 'Text', timeframe: { kind: 'continuous' } },
    })
    return goal.id
  }
  await publish('Free')
  const goalId = await publish(`Held ${world.next()}`)
  const { claim } = (await agent.call('next_goal', { goalId, runId: 'holder' })).structuredContent
  const { question } = (await agent.call('ask_person', { goalId, text: 'How?' })).structuredContent
  return { goalId, fence: claim.fence, questionId: question.id, run: `run ${world.next()}` }
}

/** The parts of a goal that a call may write once. */
async function writtenOn(goalId: string) {
  const params = { goalId }
  const { goal } = await owner.api.getGoal({ params })
  const { questions } = await owner.api.listGoalQuestions({ params })
  const { comments } = await owner.api.listGoalComments({ params })
  const { goals } = await owner.api.listGoals({ query: { parentGoalId: goalId } })
  const { reports, inputTokens } = goal.used
  return {
    revision: goal.revision,
    reports,
    inputTokens,
    questions: questions.length,
    comments: comments.length,
    below: goals.length,
  }
}

const before = { revision: 1, reports: 0, inputTokens: 0, questions: 1, comments: 0, below: 0 }
const written: Record<string, Partial<typeof before>> = {
  report_progress: { revision: 2, reports: 1, inputTokens: 7 },
  ask_person: { questions: 2 },
  comment: { comments: 1 },
  plan_subgoals: { below: 2 },
}

type Result = { result: { isError?: true; structuredContent: Record<string, unknown> } }

describe('each tool', () => {
  test('has a row', async () => {
    expect([...new Set(calls.map(([tool]) => tool))].toSorted()).toEqual((await agent.tools()).toSorted())
  })

  test.each(calls)(`%s: succeeds after the database failed (${sampleTitle})`, async (tool, inputOf) => {
    const held = await hold()
    const input = inputOf(held)
    for (let first = testsAll ? 0 : testSeed % pace; ; first += pace) {
      recorder.reset()
      let failed = 0
      recorder.setHold(({ index }) => (index >= first && ++failed ? Promise.reject(broken()) : undefined))
      const { status, body } = await agent.ask('tools/call', { name: tool, arguments: input })
      heal()
      const { result } = (status === 200 ? body : { result: undefined }) as Result
      if (failed === 0) {
        expect(result.isError, JSON.stringify(result.structuredContent)).toBeUndefined()
        break
      }
      if (status === 200 && result.isError) {
        expect(result.structuredContent).toMatchObject({
          error: { code: 'unavailable', whatToDo: expect.any(String) },
        })
      } else if (status !== 200) expect(status).toBe(503)
    }
    expect(await writtenOn(held.goalId)).toEqual({ ...before, ...written[tool] })
  })

  test.each(calls)(
    '%s: writes once if its writes were committed but not confirmed',
    async (tool, inputOf) => {
      const held = await hold()
      const input = inputOf(held)
      recorder.setLost(({ operation }) => /Write|Put|Update/.test(operation) && 'each time')
      const lost = await agent.ask('tools/call', { name: tool, arguments: input })
      heal()
      expect([200, 503]).toContain(lost.status)
      const first = await agent.call(tool, input)
      expect(first.isError, JSON.stringify(first.structuredContent)).toBeUndefined()
      const again = await agent.call(tool, input)
      expect(again.isError, JSON.stringify(again.structuredContent)).toBeUndefined()
      const idsOf = ({ structuredContent: shown }: typeof first) => ({
        goal: shown.goal?.id,
        fence: shown.claim?.fence,
        update: shown.update?.id,
        question: shown.question?.id,
        created: shown.created?.map(({ id }: { id: string }) => id),
      })
      expect(idsOf(again)).toEqual(idsOf(first))
      expect(await writtenOn(held.goalId)).toEqual({ ...before, ...written[tool] })
    },
  )
})

test('a plan that the database interrupts says what exists', async () => {
  const { goalId } = await hold()
  const subgoals = ['a', 'b', 'c'].map((key) => ({ key, title: key, detailedDescription: 'Text' }))
  let written = 0
  recorder.setHold(({ operation }) =>
    operation === 'TransactWriteItems' && ++written > 1 ? Promise.reject(broken()) : undefined,
  )
  const partial = await agent.call('plan_subgoals', { goalId, subgoals })
  heal()
  expect(partial.structuredContent).toMatchObject({
    created: [{ key: 'a' }],
    failed: [
      { key: 'b', code: 'unavailable' },
      { key: 'c', code: 'not_tried' },
    ],
  })
  expect(
    counted.lines.some((line) => line.includes('"tool":"plan_subgoals"') && line.includes('"unavailable"')),
  ).toBe(true)
  const whole = await agent.call('plan_subgoals', { goalId, subgoals })
  expect(whole.structuredContent).toMatchObject({
    created: [{ key: 'a', repeated: true }, { key: 'b' }, { key: 'c' }],
  })
  expect(await writtenOn(goalId)).toMatchObject({ below: 3 })
})

test('a report that ended its claim is returned again, and another one needs the goal claimed anew', async () => {
  const { goalId, fence } = await hold()
  const report = { goalId, fence, status: 'paused', summary: 'Paused', details: 'D', expectedRevision: 1 }
  const first = await agent.call('report_progress', report)
  const again = await agent.call('report_progress', report)
  expect(again.structuredContent).toEqual({ ...first.structuredContent, repeated: true })
  const later = await agent.call('report_progress', { ...report, expectedRevision: 2, summary: 'Again' })
  expect(codeOf(later)).toBe('goal_claim_lost')
  await expectSoundTable(world.service.table.database)
})
