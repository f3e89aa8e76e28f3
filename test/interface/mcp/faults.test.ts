import { afterEach, describe, expect, test } from 'vitest'
import { createBudgetWorld, warmUp } from '../../budgets/support/world.ts'
import { throughFault } from '../../support/requests/through-fault.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { callerWith } from './support/call-tools.ts'

/** Results for an agent when the database fails: while the credential is read, or while its tool runs. */

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

const heal = () => recorder.setHold(undefined)
afterEach(heal)

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
    const ask = () => agent.ask('tools/call', { name: 'get_goal', arguments: { goalId } })
    const { first: answer, served } = await throughFault(ask, heal)
    expect(served.body).toMatchObject({ result: { structuredContent: { goal: { id: goalId } } } })
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(JSON.stringify(answer.body)).not.toContain('10.0.0.7')
  })
})

/** Each tool, in each of its ways to read or write. `goalId` and `labelId` are of new ones. */
const calls: [tool: string, input: (ids: { goalId: string; labelId: string }) => object][] = [
  ['brief', () => ({})],
  ['find_goals', () => ({ status: ['active'] })],
  ['get_goal', (ids) => ({ goalId: ids.goalId })],
  ['get_history', (ids) => ({ goalId: ids.goalId })],
  ['get_history', (ids) => ({ goalId: ids.goalId, kind: 'edits' })],
  [
    'publish_goal',
    () => ({ detailedDescription: `Goal ${world.next()}`, timeframe: { kind: 'continuous' } }),
  ],
  ['edit_goal', (ids) => ({ goalId: ids.goalId, expectedVersion: 1, title: 'Again' })],
  ['report_progress', (ids) => ({ ...report, goalId: ids.goalId })],
  ['manage_labels', () => ({ action: 'list' })],
  ['manage_labels', () => ({ action: 'create', name: `Label ${world.next()}` })],
  ['manage_labels', (ids) => ({ action: 'update', labelId: ids.labelId, color: 'red' })],
  ['manage_labels', (ids) => ({ action: 'delete', labelId: ids.labelId })],
]

describe('after a call that the database failed, the same call succeeds', () => {
  test('there is a row for each tool', async () => {
    const names = await agent.tools()
    expect([...new Set(calls.map(([tool]) => tool))].toSorted()).toEqual(names.toSorted())
  })

  test.each(calls)('%s', async (tool, inputOf) => {
    const { label } = await owner.api.createGoalLabel({ body: { name: `Label ${world.next()}` } })
    const { goal } = await owner.api.createGoal({
      body: { detailedDescription: 'Text', timeframe: { kind: 'continuous' } },
    })
    const input = inputOf({ goalId: goal.id, labelId: label.id })
    const { result } = await throughFailures(() => agent.ask('tools/call', { name: tool, arguments: input }))
    expect(result.isError, JSON.stringify(result.structuredContent)).toBeUndefined()
    // Nothing of the failed calls is there, so this was the first.
    expect(result.structuredContent).not.toHaveProperty('repeated')
  })
})

type Result = { result: { isError?: true; structuredContent: object } }

/** Sends a call while the database fails from its first call on, its second and so on, until none fails any more. */
async function throughFailures(ask: () => ReturnType<typeof agent.ask>): Promise<Result> {
  for (let first = 0; ; first++) {
    recorder.reset()
    let failed = 0
    recorder.setHold(({ index }) => (index >= first && ++failed ? Promise.reject(broken()) : undefined))
    const { status, body } = await ask()
    heal()
    if (failed === 0) return body as Result
    if (status !== 503) {
      expect(body).toMatchObject({ result: { structuredContent: { error: { code: 'unavailable' } } } })
    }
  }
}

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
