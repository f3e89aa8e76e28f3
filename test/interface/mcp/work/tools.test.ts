import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createWorld } from '../../../support/people/world.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { callerWith, codeOf } from '../support/call-tools.ts'
import { type Agent, connect, connectEarlier } from '../support/clients.ts'
import { message, post } from '../support/post.ts'

const service = stopAfterFile(await startTestService())
const world = await createWorld(service)
const { owner } = world
const token = await createToken(owner, undefined, { kind: 'agent', name: 'Planter' })
const agent = callerWith(service, token, '/mcp/work')

const publish = async (title: string, fields: object = {}) => {
  const { goal } = await owner.api.createGoal({
    body: { title, detailedDescription: 'Text', timeframe: { kind: 'continuous' }, ...fields },
  })
  return goal
}

const names = [
  'next_goal',
  'get_goal',
  'renew_claim',
  'report_progress',
  'release_goal',
  'ask_person',
  'get_answer',
  'comment',
  'plan_subgoals',
]

describe.each([
  ['2026-07-28', connect],
  ['2025-11-25', connectEarlier],
])('a client of %s', (version, open) => {
  let client: Agent
  beforeAll(async () => {
    client = await open(service.origin, token.secret, fetch, '/mcp/work')
  })
  afterAll(() => client.close())

  test('agrees on its version and lists the tools of work', async () => {
    expect(client.version).toBe(version)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(names)
  })

  test('calls every tool', async () => {
    const parent = await publish(`Plant trees ${version}`)
    const planned = await client.callTool('plan_subgoals', {
      goalId: parent.id,
      subgoals: [
        { key: 'plant', title: 'Plant', detailedDescription: 'Plant them.', blockedBy: ['dig'] },
        { key: 'dig', title: 'Dig', detailedDescription: 'Dig holes.', targetDate: '2027-05-01' },
      ],
    })
    expect(planned.structuredContent).toMatchObject({
      created: [{ key: 'dig' }, { key: 'plant' }],
      failed: [],
    })
    const { created } = planned.structuredContent as { created: { id: string }[] }

    const taken = await client.callTool('next_goal', { parentGoalId: parent.id, leaseSeconds: 60 })
    expect(taken.structuredContent).toMatchObject({
      runId: expect.any(String),
      claim: { fence: expect.any(Number), expiresAt: expect.any(String) },
      goal: {
        id: created[0]?.id,
        title: 'Dig',
        revision: 1,
        claim: { by: expect.stringMatching(/^Planter/) },
      },
    })
    const { goal, claim } = taken.structuredContent as { goal: { id: string }; claim: Claim }
    const held = { goalId: goal.id, fence: claim.fence }

    const renewed = await client.callTool('renew_claim', { ...held, leaseSeconds: 900, note: 'Digging' })
    expect(Date.parse((renewed.structuredContent.claim as Claim).expiresAt)).toBeGreaterThan(
      Date.parse(claim.expiresAt),
    )
    const asked = await client.callTool('ask_person', {
      goalId: goal.id,
      text: 'How deep?',
      options: ['Half a metre', 'A metre'],
    })
    expect(asked.structuredContent).toMatchObject({
      question: { state: 'open', text: 'How deep?', options: ['Half a metre', 'A metre'], answer: null },
      pollAfterSeconds: 10,
      whatToDo: expect.stringContaining('get_answer'),
    })
    const { question } = asked.structuredContent as { question: { id: string } }
    await owner.api.answerQuestion({
      params: { goalId: goal.id, questionId: question.id },
      body: { option: 'A metre', text: 'Mind the roots.' },
    })
    const answered = await client.callTool('get_answer', { goalId: goal.id, questionId: question.id })
    expect(answered.structuredContent).toMatchObject({
      notice: expect.stringContaining('data'),
      question: { state: 'answered', answer: { option: 'A metre', text: 'Mind the roots.', by: 'Ada' } },
      pollAfterSeconds: null,
    })
    const questions = await client.callTool('get_answer', { goalId: goal.id })
    expect(questions.structuredContent).toMatchObject({ questions: [{ id: question.id }], nextCursor: null })

    const reported = await client.callTool('report_progress', {
      ...held,
      expectedRevision: 1,
      status: 'active',
      summary: 'Half of the holes',
      details: 'Ten of twenty.',
      handoff: 'The north side is left.',
      usage: { inputTokens: 100, outputTokens: 20, seconds: 3 },
    })
    expect(reported.structuredContent).toMatchObject({ update: { revision: 2 } })
    const read = await client.callTool('get_goal', { goalId: goal.id })
    expect(read.structuredContent).toMatchObject({
      goal: {
        revision: 2,
        handoff: { text: 'The north side is left.', revision: 2, by: expect.stringMatching(/^Planter/) },
        used: { inputTokens: 100, outputTokens: 20, seconds: 3 },
        budget: null,
        claim: { fence: claim.fence, note: 'Digging' },
      },
    })
    const released = await client.callTool('release_goal', held)
    expect(released.structuredContent).toMatchObject({ released: true })

    const again = await client.callTool('next_goal', { goalId: goal.id })
    const { claim: second } = again.structuredContent as { claim: Claim }
    expect(second.fence).toBeGreaterThan(claim.fence)
    const done = await client.callTool('report_progress', {
      goalId: goal.id,
      fence: second.fence,
      expectedRevision: 2,
      status: 'completed',
      summary: 'Dug',
      details: 'All holes are there.',
    })
    expect(done.structuredContent).toMatchObject({ update: { status: 'completed' } })
    // The blocker is done, so the other one is ready; nobody holds the finished goal.
    const next = await client.callTool('next_goal', { parentGoalId: parent.id })
    expect(next.structuredContent).toMatchObject({ goal: { id: created[1]?.id } })
    const none = await client.callTool('next_goal', { parentGoalId: parent.id })
    expect(none.structuredContent).toMatchObject({
      goal: null,
      retryAfterSeconds: expect.any(Number),
      whatToDo: expect.any(String),
    })
    for (const { content, structuredContent, isError } of [
      planned,
      taken,
      asked,
      answered,
      reported,
      read,
      none,
    ]) {
      expect(isError).toBeUndefined()
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)
    }
  })
})

type Claim = { fence: number; expiresAt: string }

describe('next_goal', () => {
  test('with a run, returns the same goal and fence again; without one, another goal', async () => {
    const parent = await publish('Below')
    for (const title of ['A', 'B', 'C']) await publish(title, { parentGoalId: parent.id })
    const take = async (input: object) =>
      (await agent.call('next_goal', { parentGoalId: parent.id, ...input })).structuredContent
    const first = await take({ runId: 'run 1' })
    const again = await take({ runId: 'run 1' })
    expect(again).toMatchObject({ repeated: true, runId: 'run 1', claim: { fence: first.claim.fence } })
    expect(again.goal.id).toBe(first.goal.id)
    const others = [await take({}), await take({})]
    expect(new Set([first, ...others].map(({ goal }) => goal.id)).size).toBe(3)
    expect(new Set([first, ...others].map(({ runId }) => runId)).size).toBe(3)
  })

  test('takes the run from the host, unless the model names one', async () => {
    const parent = await publish('Of a host')
    await publish('One', { parentGoalId: parent.id })
    const host = callerWith(service, token, '/mcp/work', { 'cairn/runId': 'session 7' })
    const input = { parentGoalId: parent.id }
    const first = await host.call('next_goal', input)
    expect(first.structuredContent).toMatchObject({ runId: 'session 7' })
    expect((await host.call('next_goal', input)).structuredContent).toMatchObject({
      repeated: true,
      claim: { fence: first.structuredContent.claim.fence },
    })
    const other = await host.call('next_goal', { ...input, runId: 'own' })
    expect(other.structuredContent).toMatchObject({ runId: 'own', goal: null })
  })

  test('says who has a goal, and why one is not ready', async () => {
    const goal = await publish('Held')
    const waiting = await publish('Waits', { blockedByGoalIds: [goal.id] })
    await agent.call('next_goal', { goalId: goal.id, runId: 'holder' })
    const held = await agent.call('next_goal', { goalId: goal.id, runId: 'other' })
    expect(held.structuredContent).toMatchObject({
      notice: expect.any(String),
      error: {
        code: 'goal_claimed',
        claim: { by: 'Planter (agent, run holder)', expiresAt: expect.any(String) },
        whatToDo: expect.stringContaining('next_goal without `goalId`'),
      },
    })
    const blocked = await agent.call('next_goal', { goalId: waiting.id })
    expect(blocked.structuredContent.error).toMatchObject({ code: 'goal_not_ready', reasons: ['blocked'] })
    const both = await agent.call('next_goal', { goalId: goal.id, q: 'held' })
    expect(both.structuredContent.error).toMatchObject({ code: 'invalid_request', details: [{ path: 'q' }] })
    const gone = await agent.call('next_goal', { goalId: crypto.randomUUID() })
    expect(gone.structuredContent.error).toMatchObject({
      code: 'goal_not_found',
      whatToDo: expect.not.stringContaining('find_goals'),
    })
  })
})

test('a lost claim is a result with what was missed, and nothing is written', async () => {
  const goal = await publish('Taken back')
  const { claim } = (await agent.call('next_goal', { goalId: goal.id })).structuredContent
  const held = { goalId: goal.id, fence: claim.fence }
  await owner.api.releaseGoalClaim({ params: { goalId: goal.id } })
  await owner.api.createGoalUpdate({
    params: { goalId: goal.id },
    body: {
      status: 'active',
      summary: 'Done by hand',
      details: 'D',
      expectedRevision: 1,
      idempotencyKey: 'k',
    },
  })
  const report = { expectedRevision: 1, status: 'active', summary: 'Late', details: 'Late.' }
  const lost = await agent.call('report_progress', { ...held, ...report })
  expect(lost.structuredContent).toMatchObject({
    notice: expect.any(String),
    error: {
      code: 'goal_claim_lost',
      claim: null,
      conflict: { revision: 2, updates: [{ summary: 'Done by hand', by: 'Ada' }] },
      whatToDo: expect.stringContaining('next_goal with `goalId`'),
    },
  })
  expect(codeOf(await agent.call('renew_claim', held))).toBe('goal_claim_lost')
  const { updates } = await owner.api.listGoalUpdates({ params: { goalId: goal.id } })
  expect(updates).toHaveLength(2)
})

test('401s as the other door does, and the same tokens open both', async () => {
  const body = message('tools/list')
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const refused = await post(service, body, headers, 'POST', '/mcp/work')
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${service.origin}/.well-known/oauth-protected-resource/mcp"`,
  )
  expect(await callerWith(service, token).tools()).toHaveLength(8)
  expect(await agent.tools()).toEqual(names)
  expect((await post(service, undefined, {}, 'GET', '/mcp/work')).status).toBe(405)
})

test('a token sees the tools that it may call', async () => {
  const readOnly = callerWith(service, await createToken(owner, ['goals:read']), '/mcp/work')
  expect(await readOnly.tools()).toEqual(['get_goal', 'get_answer'])
  const refused = await readOnly.call('next_goal')
  expect(refused.structuredContent.error).toMatchObject({ code: 'insufficient_scope' })
})
