import { listedTools } from '@cairn/contract/mcp/tool-list'
import { expect, test } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { callerWith } from '../support/call-tools.ts'
import { currentMessage, earlierHeaders, message, post } from '../support/post.ts'
import { readerWith } from '../support/read-on.ts'

const kib = 1024
/** The character that takes most in JSON within JSON. A text may not begin with it. */
const worst = (length: number) => `x${'\u0001'.repeat(length - 1)}`

const { service, ada } = await startWithAda({ environment: { RATE_LIMITS: 'off' } })
const token = await createToken(ada, undefined, { kind: 'agent', name: 'x'.repeat(100) })
const agent = callerWith(service, token, '/mcp/work')
const { goal } = await ada.api.createGoal({
  body: {
    title: worst(200),
    detailedDescription: worst(10_000),
    timeframe: { kind: 'continuous' },
    criteria: Array.from({ length: 20 }, (_, index) => ({
      title: `${index}${worst(190)}`,
      description: worst(500),
    })),
  },
})
const goalId = goal.id
const { claim } = (await agent.call('next_goal', { goalId, runId: worst(200) })).structuredContent
const held = { goalId, fence: claim.fence }
await agent.call('renew_claim', { ...held, note: worst(500) })
const questionIds: string[] = []
for (let count = 0; count < 12; count++) {
  const { question } = (
    await agent.call('ask_person', {
      goalId,
      text: `${count}${worst(3_990)}`,
      options: Array.from({ length: 6 }, (_, index) => `${index}${worst(99)}`),
    })
  ).structuredContent
  questionIds.push(question.id)
  if (count === 0) {
    const params = { goalId, questionId: question.id }
    await ada.api.answerQuestion({ params, body: { text: worst(4_000), option: `0${worst(99)}` } })
  }
}
await agent.call('report_progress', {
  ...held,
  expectedRevision: 1,
  status: 'active',
  summary: worst(500),
  details: worst(20_000),
  handoff: worst(8_000),
})

test('the list of tools takes at most 12 KiB as sent, with room for one more tool', async () => {
  const [body, headers] = currentMessage(token.secret, 'tools/list')
  const current = await post(service, body, headers, 'POST', '/mcp/work')
  const earlier = await post(
    service,
    message('tools/list'),
    earlierHeaders(token.secret),
    'POST',
    '/mcp/work',
  )
  expect(Math.max(current.bytes, earlier.bytes)).toBeLessThanOrEqual(11 * kib)
  expect(listedTools('work').length).toBeLessThanOrEqual(9)
})

test('a description says when to use a tool, and is short', () => {
  for (const { name, description } of listedTools('work')) {
    expect(description, name).toMatch(/^(?:Start here|Use )/)
    expect(description.length, name).toBeLessThanOrEqual(400)
  }
})

const [answered = '', open = ''] = questionIds
test.each<[string, object]>([
  ['next_goal', { goalId, runId: worst(200) }],
  ['get_goal', { goalId }],
  ['get_goal', { goalId, maxKiB: 4 }],
  ['get_answer', { goalId, questionId: answered }],
  ['get_answer', { goalId, questionId: answered, maxKiB: 4 }],
  ['get_answer', { goalId, questionId: open }],
  ['get_answer', { goalId }],
  ['get_answer', { goalId, maxKiB: 4 }],
])('%s %j takes at most what it may', async (name, input) => {
  const { bytes, body } = await agent.ask('tools/call', { name, arguments: input })
  const { result } = body as {
    result: { isError?: true; structuredContent: { cut?: { readOn?: object }[] } }
  }
  expect(result.isError, JSON.stringify(result.structuredContent)).toBeUndefined()
  expect(bytes).toBeLessThanOrEqual(('maxKiB' in input ? Number(input.maxKiB) : 16) * kib)
  for (const cut of result.structuredContent.cut ?? []) expect(cut.readOn).toBeDefined()
})

test('refused calls take at most 16 KiB, and name no tool that is not there', async () => {
  const names = listedTools('work').map(({ name }) => name)
  for (const [tool, input] of [
    ['next_goal', { goalId, runId: 'other' }],
    ['report_progress', { ...held, expectedRevision: 1, status: 'active', summary: 'Late', details: 'Late' }],
    [
      'report_progress',
      {
        goalId,
        fence: held.fence - 1,
        expectedRevision: 1,
        status: 'active',
        summary: 'Late',
        details: 'Late',
      },
    ],
  ] as const) {
    const { bytes, body } = await agent.ask('tools/call', { name: tool, arguments: input })
    const { structuredContent } = (
      body as {
        result: { structuredContent: { error: { whatToDo: string }; cut?: { readOn?: { tool: string } }[] } }
      }
    ).result
    expect(bytes).toBeLessThanOrEqual(16 * kib)
    expect(structuredContent.error).toMatchObject({ code: expect.stringMatching(/^goal_/) })
    for (const { readOn } of structuredContent.cut ?? []) if (readOn) expect(names).toContain(readOn.tool)
    for (const [named] of structuredContent.error.whatToDo.matchAll(/\b[a-z]+_[a-z_]+\b/g))
      expect(names).toContain(named)
  }
})

test('a question with its answer, and a hand-off, can be read whole', async () => {
  const { readWhole } = readerWith(agent)
  const question = (await readWhole({ tool: 'get_answer', arguments: { goalId, questionId: answered } })) as {
    text: string
    answer: { text: string }
  }
  expect(question).toMatchObject({ text: `0${worst(3_990)}`, answer: { text: worst(4_000) } })
  const whole = (await readWhole({ tool: 'get_goal', arguments: { goalId } })) as {
    handoff: { text: string }
  }
  expect(whole.handoff.text).toBe(worst(8_000))
})

test('the questions on a goal can all be read, page by page', async () => {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page: { questions: { id: string }[]; nextCursor: string | null } = (
      await agent.call('get_answer', { goalId, cursor })
    ).structuredContent
    found.push(...page.questions.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(found.toSorted()).toEqual(questionIds.toSorted())
})

test('the other door shows open questions first in its brief, within the size', async () => {
  const { goal: plain } = await ada.api.createGoal({
    body: {
      title: 'Plain',
      detailedDescription: 'Text',
      timeframe: { kind: 'deadline', targetDate: '2026-01-01' },
    },
  })
  const reader = callerWith(service, token)
  const { bytes, body } = await reader.ask('tools/call', { name: 'brief', arguments: {} })
  const { structuredContent } = (body as { result: { structuredContent: Record<string, unknown> } }).result
  expect(bytes).toBeLessThanOrEqual(8 * kib)
  expect(structuredContent).toMatchObject({
    questions: [{ id: open, goalId, askedBy: expect.any(String), expiresAt: expect.any(String) }],
    moreQuestions: true,
  })
  const names = Object.keys(structuredContent)
  expect(names.indexOf('questions')).toBeLessThan(names.indexOf('goals'))
  expect(structuredContent.cut ?? []).not.toContainEqual(
    expect.objectContaining({ path: expect.stringMatching(/^questions/) }),
  )

  const { goals } = (await reader.call('find_goals', { limit: 80 })).structuredContent
  const found = new Map(goals.map((one: { id: string }) => [one.id, one]))
  expect(found.get(goalId)).toMatchObject({
    claim: { by: expect.any(String), expiresAt: expect.any(String) },
  })
  expect(found.get(plain.id)).not.toHaveProperty('claim')
})
