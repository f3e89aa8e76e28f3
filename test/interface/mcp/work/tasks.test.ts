import { describe, expect, test } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createWorld } from '../../../support/people/world.ts'
import { createClock } from '../../../support/service/clock.ts'
import { createTestTable } from '../../../support/service/engine.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { callerWith } from '../support/call-tools.ts'
import { earlierHeaders, message, post, withTasks } from '../support/post.ts'

/** Questions as tasks (`io.modelcontextprotocol/tasks`): a client that declares the extension polls by itself. */

const clock = createClock()
const table = stopAfterFile(await createTestTable())
const options = { table, clock: clock.read, environment: { CURSOR_SECRET: 'x'.repeat(43) } }
const service = stopAfterFile(await startTestService(options))
const { owner, member } = await createWorld(service)
const token = await createToken(owner, undefined, { kind: 'agent', name: 'Planter' })
const agent = callerWith(service, token, '/mcp/work', withTasks)
const plain = callerWith(service, token, '/mcp/work')
const { goal } = await owner.api.createGoal({
  body: { detailedDescription: 'Text', timeframe: { kind: 'continuous' } },
})
const goalId = goal.id

type Task = Record<string, unknown> & { taskId: string; createdAt: string }
type Body = { result: Task; error?: { code: number; data?: object } }

let number = 0
/** A second later, so that it is the newest question. */
async function ask(fields: object = {}) {
  clock.advance({ milliseconds: 1_000 })
  const input = { goalId, text: `Question ${++number}?`, ...fields }
  const { body } = await agent.ask('tools/call', { name: 'ask_person', arguments: input })
  return { input, task: (body as Body).result }
}
const bodyOf = async (method: string, taskId: string, caller = agent) =>
  (await caller.ask(method, { taskId, ...(method === 'tasks/update' && { inputResponses: {} }) }))
    .body as Body
const newestQuestion = async () =>
  (await owner.api.listGoalQuestions({ params: { goalId } })).questions[0] as { id: string; state: string }

test('the work door says that it has tasks, and the other one does not', async () => {
  const capabilitiesOf = async (caller: typeof agent) =>
    ((await caller.ask('server/discover')).body as { result: { capabilities: object } }).result.capabilities
  expect(await capabilitiesOf(agent)).toEqual({
    tools: {},
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  })
  const other = callerWith(service, token, '/mcp', withTasks)
  expect(await capabilitiesOf(other)).toEqual({ tools: {} })
  expect((await bodyOf('tasks/get', 'x', other)).error).toMatchObject({ code: -32601 })
})

describe('ask_person, for a client that declares the extension', () => {
  test('is a task that works until somebody answers, whose result is then the answer', async () => {
    const { task } = await ask({ options: ['Yes', 'No'], expiresInHours: 1 })
    expect(task).toMatchObject({
      resultType: 'task',
      taskId: expect.any(String),
      status: 'working',
      createdAt: clock.timestamp,
      ttlMs: 25 * 60 * 60 * 1000,
      pollIntervalMs: 10_000,
    })
    expect(task).not.toHaveProperty('structuredContent')
    const { taskId } = task
    const working = (await bodyOf('tasks/get', taskId)).result
    expect(working).toMatchObject({ resultType: 'complete', taskId, status: 'working' })
    expect(working).not.toHaveProperty('result')

    const question = await newestQuestion()
    await owner.api.answerQuestion({ params: { goalId, questionId: question.id }, body: { option: 'Yes' } })
    const { result } = await bodyOf('tasks/get', taskId)
    expect(result).toMatchObject({
      taskId,
      status: 'completed',
      result: {
        content: [{ type: 'text' }],
        structuredContent: {
          notice: expect.stringContaining('data'),
          question: { id: question.id, state: 'answered', answer: { option: 'Yes', by: 'Ada' } },
          whatToDo: expect.any(String),
        },
      },
    })
  })

  test('is another task for the same question when the call is repeated', async () => {
    const { input, task } = await ask()
    const { body } = await agent.ask('tools/call', { name: 'ask_person', arguments: input })
    const again = (body as Body).result
    expect(again).toMatchObject({ resultType: 'task', status: 'working', createdAt: task.createdAt })
    const question = await newestQuestion()
    await owner.api.answerQuestion({
      params: { goalId, questionId: question.id },
      body: { text: 'So it is.' },
    })
    for (const { taskId } of [task, again]) {
      expect((await bodyOf('tasks/get', taskId)).result).toMatchObject({
        result: { structuredContent: { question: { id: question.id } } },
      })
    }
    // It is answered, so there is nothing to wait for.
    const third = await agent.call('ask_person', input)
    expect(third.structuredContent).toMatchObject({
      repeated: true,
      question: { answer: { text: 'So it is.' } },
    })
  })

  test('survives a restart of the service', async () => {
    const { task } = await ask()
    const restarted = stopAfterFile(await startTestService(options))
    const after = callerWith(restarted, token, '/mcp/work', withTasks)
    expect((await bodyOf('tasks/get', task.taskId, after)).result).toMatchObject({ status: 'working' })
  })

  test('expires with a result that says so', async () => {
    const { task } = await ask({ expiresInHours: 1 })
    clock.advance({ milliseconds: 61 * 60 * 1000 })
    expect((await bodyOf('tasks/get', task.taskId)).result).toMatchObject({
      status: 'completed',
      result: {
        structuredContent: { question: { state: 'expired', answer: null }, whatToDo: expect.any(String) },
      },
    })
  })

  test('is cancelled by withdrawing the question, once and again', async () => {
    const { task } = await ask()
    for (let count = 0; count < 2; count++) {
      expect((await bodyOf('tasks/cancel', task.taskId)).result).toMatchObject({ resultType: 'complete' })
    }
    expect(await newestQuestion()).toMatchObject({ state: 'withdrawn' })
    expect((await bodyOf('tasks/get', task.taskId)).result).toMatchObject({ status: 'cancelled' })
  })

  test('stays answered when it is cancelled too late', async () => {
    const { task } = await ask()
    const { id: questionId } = await newestQuestion()
    await owner.api.answerQuestion({ params: { goalId, questionId }, body: { text: 'Yes.' } })
    expect((await bodyOf('tasks/cancel', task.taskId)).result).toMatchObject({ resultType: 'complete' })
    expect((await bodyOf('tasks/get', task.taskId)).result).toMatchObject({ status: 'completed' })
  })

  test('takes an update and changes nothing, because people answer', async () => {
    const { task } = await ask()
    expect((await bodyOf('tasks/update', task.taskId)).result).toMatchObject({ resultType: 'complete' })
    expect((await bodyOf('tasks/get', task.taskId)).result).toMatchObject({ status: 'working' })
  })

  test('is a result when it is refused', async () => {
    const { task } = await ask({ goalId: crypto.randomUUID() })
    expect(task).toMatchObject({ isError: true, structuredContent: { error: { code: 'goal_not_found' } } })
  })
})

describe('a task', () => {
  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    '%s of an unknown one is -32602',
    async (method) => {
      const { task } = await ask()
      const changed = `${task.taskId.slice(0, -2)}${task.taskId.endsWith('AA') ? 'BB' : 'AA'}`
      for (const taskId of ['nothing', changed]) {
        expect((await bodyOf(method, taskId)).error).toMatchObject({ code: -32602 })
      }
    },
  )

  test('is nothing for another organization, or for whoever does not see the goal', async () => {
    const { task } = await ask()
    const { api } = member
    const ownGoals = await createToken({ api }, ['goals:read', 'goals:write'])
    const unseen = callerWith(service, ownGoals, '/mcp/work', withTasks)
    expect((await bodyOf('tasks/get', task.taskId, unseen)).error).toMatchObject({ code: -32602 })
  })

  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    '%s of a client that does not declare the extension is -32021',
    async (method) => {
      const { task } = await ask()
      expect((await bodyOf(method, task.taskId, plain)).error).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
      })
    },
  )

  test('is not offered before 2026-07-28, where the answer is asked for', async () => {
    const send = (method: string, params: object) =>
      post(service, message(method, params), earlierHeaders(token.secret), 'POST', '/mcp/work')
    const asked = await send('tools/call', { name: 'ask_person', arguments: { goalId, text: 'Earlier?' } })
    expect(asked.body).toMatchObject({ result: { structuredContent: { pollAfterSeconds: 10 } } })
    const { task } = await ask()
    expect((await send('tasks/get', { taskId: task.taskId })).body).toMatchObject({ error: { code: -32601 } })
  })

  test('is counted and logged as the operation that it runs', async () => {
    const { task } = await ask()
    const { headers } = await agent.ask('tasks/get', { taskId: task.taskId })
    const line = service.lines.find((text) => text.includes(`"requestId":"${headers.get('x-request-id')}"`))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ operation: 'getQuestion', status: 200 })
  })
})
