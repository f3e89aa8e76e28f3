import { afterEach, describe, expect, test } from 'vitest'
import { createBudgetWorld, warmUp } from '../budgets/support/world.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { callerWith } from './support/call-tools.ts'

/** What an agent learns when the database fails: while the credential is read, or while its tool runs. */

const world = stopAfterFile(await createBudgetWorld())
await warmUp(world)
const { counted, callers, recorder, secrets, owner } = world
recorder.setQuiet(0)
callers.recalls = false
const agent = callerWith(counted, { secret: secrets.all })
const { goal } = await owner.api.createGoal({
  body: { detailedDescription: 'Text', timeframe: { kind: 'continuous' } },
})
const goalId = goal.id
const report = { goalId, expectedRevision: 1, status: 'active', summary: 'S', details: 'D' }

afterEach(() => recorder.setHold(undefined))

/** Fails calls of the database, also when the service sends them again. */
function failCalls(isFailing: (operation: string) => boolean, error: () => Error): void {
  recorder.setHold(({ operation }) => (isFailing(operation) ? Promise.reject(error()) : undefined))
}
const broken = () => Object.assign(new Error('socket of 10.0.0.7 hung up'), { code: 'ECONNRESET' })
const bug = () => new TypeError('secret internals')

const lineOf = (requestId: string | null) =>
  JSON.parse(counted.lines.find((line) => line.includes(`"requestId":"${requestId}"`)) ?? '{}')

describe('while the credential is read', () => {
  test('503s with retry-after', async () => {
    failCalls(() => true, broken)
    const answer = await agent.ask('tools/call', { name: 'get_goal', arguments: { goalId } })
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(JSON.stringify(answer.body)).not.toContain('10.0.0.7')
  })
})

describe('while a tool runs', () => {
  const reportFailing = async (error: () => Error) => {
    failCalls((operation) => operation === 'TransactWriteItems', error)
    return agent.ask('tools/call', { name: 'report_progress', arguments: report })
  }

  test('the result says to send the same call again, and the line of the log has the cause', async () => {
    const answer = await reportFailing(broken)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        result: {
          isError: true,
          structuredContent: {
            error: {
              code: 'unavailable',
              retryAfterSeconds: 2,
              whatToDo: expect.stringContaining('send the same call again'),
            },
          },
        },
      },
    })
    expect(JSON.stringify(answer.body)).not.toContain('10.0.0.7')
    expect(lineOf(answer.headers.get('x-request-id'))).toMatchObject({
      level: 'ERROR',
      operation: 'createGoalUpdate',
      tool: 'report_progress',
      code: 'unavailable',
      status: 200,
    })
  })

  test('nothing of an unexpected error reaches the agent', async () => {
    const answer = await reportFailing(bug)
    expect(answer).toMatchObject({
      body: { result: { structuredContent: { error: { code: 'internal_error' } } } },
    })
    expect(JSON.stringify(answer.body)).not.toContain('secret internals')
    expect(JSON.stringify(lineOf(answer.headers.get('x-request-id')))).toContain('secret internals')
  })

  test('the same call then reports once', async () => {
    await reportFailing(broken)
    recorder.setHold(undefined)
    const [first, again] = [
      await agent.call('report_progress', report),
      await agent.call('report_progress', report),
    ]
    expect(first.structuredContent).toMatchObject({ update: { revision: 2 } })
    expect(again.structuredContent).toEqual({ ...first.structuredContent, repeated: true })
  })

  test('a report whose write was committed, but not confirmed, is there once', async () => {
    const second = { ...report, expectedRevision: 2, summary: 'Second' }
    let lost = 0
    recorder.setLost(({ operation }) => operation === 'TransactWriteItems' && lost++ === 0)
    const answer = await agent.call('report_progress', second)
    recorder.setLost(undefined)
    expect(lost).toBeGreaterThan(0)
    expect(answer.structuredContent).toMatchObject({ update: { revision: 3 } })
    expect((await agent.call('report_progress', second)).structuredContent).toEqual({
      ...answer.structuredContent,
      repeated: true,
    })
    const { updates } = await owner.api.listGoalUpdates({ params: { goalId } })
    expect(updates).toHaveLength(3)
  })
})
