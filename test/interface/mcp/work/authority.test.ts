import { workTools } from '@cairn/contract/mcp/work-tools'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { describe, expect, test } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createWorld, type Member } from '../../../support/people/world.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { callerWith, codeOf } from '../support/call-tools.ts'

/** Tools of work never allow more than the operations that they call. */

const service = stopAfterFile(await startTestService({ environment: { RATE_LIMITS: 'off' } }))
const { owner, member, colleague, stranger } = await createWorld(service)

const agentOf = async (person: Member, scopes?: ApiTokenScope[], fields: object = {}) =>
  callerWith(service, await createToken(person, scopes, fields), '/mcp/work')
const goalOf = async ({ api }: Member, fields: object = {}) => {
  const { goal } = await api.createGoal({
    body: { title: 'Goal', detailedDescription: 'Text', timeframe: { kind: 'continuous' }, ...fields },
  })
  return goal.id
}

/** A call of every tool, with arguments that are right if the goal exists and is free. */
const callsOn = (goalId: string): [string, object][] => [
  ['next_goal', { goalId }],
  ['get_goal', { goalId }],
  ['renew_claim', { goalId, fence: 1 }],
  ['report_progress', { goalId, expectedRevision: 1, status: 'active', summary: 'S', details: 'D' }],
  ['release_goal', { goalId, fence: 1 }],
  ['ask_person', { goalId, text: 'May I?' }],
  ['get_answer', { goalId }],
  ['get_answer', { goalId, questionId: crypto.randomUUID() }],
  ['comment', { goalId, text: 'Done.' }],
  ['plan_subgoals', { goalId, subgoals: [{ key: 'a', title: 'A', detailedDescription: 'Text' }] }],
]

describe('scopes', () => {
  const read = ['get_goal', 'get_answer']
  const write = ['next_goal', 'renew_claim', 'report_progress', 'release_goal', 'ask_person', 'plan_subgoals']

  test.each<[ApiTokenScope[], string[]]>([
    [['goals:read'], read],
    [['goals:read:all'], read],
    [['goals:write'], write],
    [['goals:write:all'], write],
    [['labels:read', 'labels:write'], []],
    [['comments:write'], ['comment']],
    [['goals:read', 'goals:write', 'comments:write'], Object.keys(workTools)],
  ])('%j list the tools that they allow, and refuse the others', async (scopes, allowed) => {
    const agent = await agentOf(owner, scopes)
    expect((await agent.tools()).toSorted()).toEqual(allowed.toSorted())
    for (const [name, input] of callsOn(crypto.randomUUID())) {
      const code = codeOf(await agent.call(name, input))
      if (allowed.includes(name)) expect(code, name).not.toBe('insufficient_scope')
      else expect(code, name).toBe('insufficient_scope')
    }
  })

  test('a token that only writes asks, also again', async () => {
    const agent = await agentOf(owner, ['goals:write'])
    const input = { goalId: await goalOf(owner), text: 'May I?' }
    const [first, again] = [await agent.call('ask_person', input), await agent.call('ask_person', input)]
    expect(again.structuredContent).toEqual({ ...first.structuredContent, repeated: true })
  })
})

describe('a goal that the caller may not see', () => {
  test.each(['of another organization', 'beyond the goals of the token'])(
    '%s does not exist',
    async (which) => {
      const goalId = await goalOf(owner)
      const agent = which.startsWith('of')
        ? await agentOf(stranger)
        : await agentOf(owner, undefined, { goalIds: [await goalOf(owner)] })
      for (const [name, input] of callsOn(goalId)) {
        expect(codeOf(await agent.call(name, input)), name).toMatch(
          /^(?:goal_not_found|invalid_goal_parent)$/,
        )
      }
    },
  )
})

test('next_goal gives a member their own goals only, and a token its goals', async () => {
  const parentGoalId = await goalOf(member)
  const own = await goalOf(member, { parentGoalId, ownerUserId: member.userId })
  const second = await goalOf(member, { parentGoalId, ownerUserId: member.userId })
  await owner.api.createGoal({
    body: {
      detailedDescription: 'Text',
      timeframe: { kind: 'deadline', targetDate: '2026-01-01' },
      parentGoalId,
      ownerUserId: colleague.userId,
    },
  })
  const bound = await agentOf(member, undefined, { goalIds: [second] })
  expect((await bound.call('next_goal')).structuredContent.goal.id).toBe(second)
  expect((await bound.call('next_goal')).structuredContent.goal).toBeNull()
  const agent = await agentOf(member)
  const taken = await agent.call('next_goal', { parentGoalId })
  expect(taken.structuredContent.goal.id).toBe(own)
  expect((await agent.call('next_goal', { parentGoalId })).structuredContent.goal).toBeNull()
})

test('a fence is worth nothing to another token', async () => {
  const goalId = await goalOf(owner)
  const [holder, other] = [await agentOf(owner), await agentOf(owner)]
  const { claim } = (await holder.call('next_goal', { goalId })).structuredContent
  const held = { goalId, fence: claim.fence }
  const report = { expectedRevision: 1, status: 'active', summary: 'S', details: 'D' }
  for (const [name, input] of [
    ['renew_claim', held],
    ['release_goal', held],
    ['report_progress', { ...held, ...report }],
  ] as const) {
    expect(codeOf(await other.call(name, input)), name).toBe('goal_claim_lost')
  }
  expect(codeOf(await other.call('report_progress', { goalId, ...report }))).toBe('goal_claimed')
  expect(codeOf(await holder.call('report_progress', { ...held, ...report }))).toBeUndefined()
})

test('no agent answers a question, or sets a budget', async () => {
  const names = Object.keys(workTools)
  expect(names.filter((name) => /answer/.test(name))).toEqual(['get_answer'])
  const goalId = await goalOf(owner)
  const everything = callerWith(service, await createToken(owner))
  const edit = { goalId, expectedVersion: 1, budget: { tokens: 1 } }
  expect(codeOf(await everything.call('edit_goal', edit))).toBe('invalid_request')
})
