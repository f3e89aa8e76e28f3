import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { callerWith, type ToolAnswer } from '../support/call-tools.ts'

/** A fleet that knows nothing but the tools: 20 agents of one person, who share a token, and 40 goals that wait for each other. */

const { service, ada } = await startWithAda({ environment: { RATE_LIMITS: 'off' } })
const token = await createToken(ada, ['goals:read', 'goals:write'], { kind: 'agent', name: 'Fleet' })
const agents = 20
const goals = 40
const reportsOfEach = 2

test('does every goal once, and nobody gets in the way of another', async () => {
  const planner = callerWith(service, token, '/mcp/work')
  const { goal: parent } = await ada.api.createGoal({
    body: { detailedDescription: 'All of it', timeframe: { kind: 'continuous' } },
  })
  // Two plans of 20: each goal but the first ten of a plan waits for one of them.
  for (const half of [0, 1]) {
    const { structuredContent } = await planner.call('plan_subgoals', {
      goalId: parent.id,
      subgoals: Array.from({ length: goals / 2 }, (_, index) => ({
        key: `${half}-${index}`,
        title: `Part ${half}-${index}`,
        detailedDescription: 'Text',
        ...(index >= 10 && { blockedBy: [`${half}-${index - 10}`] }),
      })),
    })
    expect(structuredContent.failed).toEqual([])
  }

  const held = new Map<string, string>()
  const done: string[] = []
  const refused: string[] = []

  async function work(): Promise<void> {
    const agent = callerWith(service, token, '/mcp/work')
    const call = async (name: string, input: object): Promise<ToolAnswer['structuredContent']> => {
      const { structuredContent } = await agent.call(name, input)
      const { error } = structuredContent
      // A busy machine may not answer in time. The same call is safe to repeat.
      if (error?.code === 'unavailable') return call(name, input)
      if (error) refused.push(error.code)
      return structuredContent
    }
    while (done.length < goals) {
      const runId = randomUUID()
      const { goal, claim } = await call('next_goal', { parentGoalId: parent.id, runId })
      if (!goal) {
        // All that is ready is taken: others are about to finish it.
        await new Promise(setImmediate)
        continue
      }
      expect(held.get(goal.id), `${goal.title} is held twice`).toBeUndefined()
      held.set(goal.id, runId)
      let { revision } = goal
      for (let count = 1; count <= reportsOfEach; count++) {
        const { update } = await call('report_progress', {
          goalId: goal.id,
          fence: claim.fence,
          expectedRevision: revision,
          status: count < reportsOfEach ? 'active' : 'completed',
          summary: `Step ${count}`,
          details: 'Done.',
          runId,
          usage: { inputTokens: 100, outputTokens: 10 },
        })
        revision = update?.revision
        if (count < reportsOfEach) await call('renew_claim', { goalId: goal.id, fence: claim.fence })
      }
      held.delete(goal.id)
      done.push(goal.id)
    }
  }
  await Promise.all(Array.from({ length: agents }, work))

  expect(refused).toEqual([])
  expect(new Set(done).size).toBe(goals)
  const { goals: finished } = await ada.api.listGoals({
    query: { parentGoalId: parent.id, status: 'completed', view: 'summary', limit: '100' } as never,
  })
  expect(finished).toHaveLength(goals)
  for (const goal of finished) {
    expect(goal).toMatchObject({
      revision: 1 + reportsOfEach,
      claim: null,
      used: { inputTokens: 100 * reportsOfEach, outputTokens: 10 * reportsOfEach, reports: reportsOfEach },
    })
  }
  await expectSoundTable(service.table.database)
})
