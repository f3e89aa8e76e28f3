import { describe, expect, test } from 'vitest'
import { createBudgetWorld } from '../../budgets/support/world.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { connect, connectEarlier } from './support/clients.ts'
import { meterWire } from './support/metered-wire.ts'

/**
 * An agent's day: it connects, is briefed, reads its goal, works, reports with evidence and a measured value, loses the response and
 * repeats the call, is overtaken by a person, catches up and finishes.
 */

const world = stopAfterFile(await createBudgetWorld())
const { owner, counted, recorder } = world
const { api } = owner

const paragraph = 'Answer every support request within a day, also on weekends and on public holidays. '

async function createGoals() {
  for (let count = 0; count < 8; count++) {
    await api.createGoal({
      body: {
        title: `Another goal of the team, number ${count}`,
        detailedDescription: paragraph.repeat(10),
        timeframe: { kind: 'deadline', targetDate: '2027-06-30' },
      },
    })
  }
  const { goal } = await api.createGoal({
    body: {
      title: 'Answer within a day',
      detailedDescription: paragraph.repeat(20),
      timeframe: { kind: 'deadline', targetDate: '2026-11-30' },
      criteria: ['A week without breach', 'A quarter without breach', 'Team agrees'].map((title) => ({
        title,
        description: paragraph.repeat(3),
      })),
      measures: [{ title: 'Median time to answer', unit: 'h', start: 40, target: 8 }],
      cadence: { everyDays: 7 },
    },
  })
  return goal.id
}

type Goal = {
  id: string
  title: string
  revision: number
  criteria: { id: string }[]
  measures: { id: string }[]
}

describe.each([
  ['2026-07-28', connect],
  ['2025-11-25', connectEarlier],
])('with %s', (_, open) => {
  test('takes 5 calls and less than 40 KiB, beside the lost one', async () => {
    const goalId = await createGoals()
    const { secret } = await createToken(owner, ['goals:read', 'goals:write'])
    const meter = meterWire()
    recorder.setQuiet(5)
    recorder.reset()

    const agent = await open(counted.origin, secret, meter.wire)
    await agent.listTools()
    const connecting = meter.take()
    expect(recorder.calls.length).toBeGreaterThan(0)

    const steps: { tool: string; bytes: number; trips: number }[] = []
    async function step(tool: string, input: object = {}) {
      recorder.reset()
      const result = await agent.callTool(tool, input)
      steps.push({ tool, bytes: meter.take().bytes, trips: recorder.waves })
      return result
    }

    const brief = await step('brief')
    const pressing = (brief.structuredContent.goals as Goal[])[0]
    expect(pressing).toMatchObject({ id: goalId, attention: expect.arrayContaining(['due_soon']) })

    const read = await step('get_goal', { goalId })
    const goal = read.structuredContent.goal as Goal

    const report = {
      goalId,
      expectedRevision: goal.revision,
      status: 'active',
      health: 'on_track',
      summary: 'Median is down to 9 hours',
      details: 'The rota covers weekends since Monday. One request waited 26 hours.',
      measurements: [{ measureId: goal.measures[0]?.id, value: 9 }],
      verdicts: [{ criterionId: goal.criteria[0]?.id, result: 'not_met', note: 'One breach on Sunday' }],
      evidence: [{ title: 'Dashboard of week 47', url: 'https://example.com/dashboard/47' }],
      runId: '4711',
    }
    meter.loseResponseOf('report_progress')
    await expect(agent.callTool('report_progress', report)).rejects.toThrow()
    meter.take()
    const repeated = await step('report_progress', report)
    expect(repeated.structuredContent).toMatchObject({ update: { revision: goal.revision + 1 } })
    const { update } = repeated.structuredContent as { update: { revision: number } }

    await api.createGoalUpdate({
      params: { goalId },
      body: {
        status: 'active',
        summary: 'The breach on Sunday was spam',
        details: 'It was no request of a customer.',
        expectedRevision: update.revision,
        idempotencyKey: 'a person',
      },
    })
    const last = {
      ...report,
      expectedRevision: update.revision,
      status: 'completed',
      health: undefined,
      summary: 'A week without breach: done',
      verdicts: goal.criteria.map(({ id }) => ({ criterionId: id, result: 'met' })),
      evaluation: { result: 'met', asOf: '2026-11-20T10:00:00Z' },
    }
    const refused = await step('report_progress', last)
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          code: 'goal_revision_conflict',
          whatToDo: expect.stringContaining('conflict.revision'),
          conflict: {
            revision: update.revision + 1,
            updates: [{ by: 'Ada', summary: 'The breach on Sunday was spam' }],
          },
        },
      },
    })
    const { conflict } = refused.structuredContent.error as { conflict: { revision: number } }
    const finished = await step('report_progress', { ...last, expectedRevision: conflict.revision })
    expect(finished.structuredContent).toMatchObject({ update: { status: 'completed' } })
    await agent.close()

    const { updates } = await api.listGoalUpdates({ params: { goalId } })
    expect(updates.map(({ summary }) => summary)).toEqual([
      'Goal published',
      report.summary,
      'The breach on Sunday was spam',
      last.summary,
    ])
    const bytes = connecting.bytes + steps.reduce((sum, one) => sum + one.bytes, 0)
    expect(steps).toHaveLength(5)
    expect(bytes, JSON.stringify({ connecting, steps })).toBeLessThan(40 * 1024)
    if (process.env.MODE === 'figures') console.log(JSON.stringify({ connecting, steps, bytes }))
    for (const { tool, trips } of steps) expect(trips, tool).toBeLessThanOrEqual(3)
  })
})
