import { expect } from 'vitest'
import { callerWith } from '../../interface/mcp/support/call-tools.ts'
import { withTasks } from '../../interface/mcp/support/post.ts'
import type { Deployment } from './deployment.ts'

/** Calls every tool of agents over HTTP, on every path that needs other permissions. */
export async function callEveryTool({ origin }: Deployment, secret: string): Promise<void> {
  const agent = callerWith({ origin }, { secret })
  const call = async (name: string, input: object = {}) => {
    const { isError, structuredContent } = await agent.call(name, input)
    expect(isError, JSON.stringify(structuredContent)).toBeUndefined()
    return structuredContent
  }
  expect(await agent.tools()).toHaveLength(8)

  const { label } = await call('manage_labels', { action: 'create', name: 'Agents' })
  const created = await call('publish_goal', {
    detailedDescription: 'Answer faster.',
    timeframe: { kind: 'continuous' },
    labelIds: [label.id],
  })
  const goalId = created.goal.id
  const read = await call('get_goal', { goalId })
  await call('manage_labels', { action: 'update', labelId: label.id, name: 'Robots' })
  await call('manage_labels', { action: 'list' })
  await call('manage_labels', { action: 'list', labelId: label.id })
  for (const filter of [
    {},
    { q: 'answer' },
    { status: ['active'] },
    { owner: 'me' },
    { labelId: label.id },
  ]) {
    await call('find_goals', filter)
  }
  const report = { goalId, expectedRevision: 1, status: 'active', summary: 'On it', details: 'All well.' }
  await call('report_progress', report)
  await call('report_progress', report)
  const late = await agent.call('report_progress', { ...report, summary: 'Late' })
  expect(late.structuredContent.error.code).toBe('goal_revision_conflict')
  const edit = {
    goalId,
    expectedVersion: 2,
    detailedDescription: 'Much faster.',
    labelIds: [],
    ownerUserId: null,
  }
  await call('edit_goal', edit)
  await call('edit_goal', edit)
  await call('edit_goal', { goalId, expectedVersion: 3, ownerUserId: read.goal.owner.id })
  for (const input of [{}, { entry: 2 }, { kind: 'edits' }, { kind: 'edits', entry: 3 }]) {
    await call('get_history', { goalId, ...input })
  }
  await call('manage_labels', { action: 'delete', labelId: label.id })
  const { cursor } = await call('brief')
  await call('brief', { since: cursor })
  await callEveryToolOfWork({ origin }, secret)
}

async function callEveryToolOfWork(service: { origin: string }, secret: string): Promise<void> {
  const agent = callerWith(service, { secret }, '/mcp/work', withTasks)
  const call = async (name: string, input: object = {}) => {
    const { isError, structuredContent } = await agent.call(name, input)
    expect(isError, JSON.stringify(structuredContent)).toBeUndefined()
    return structuredContent
  }
  expect(await agent.tools()).toHaveLength(8)
  const goals = callerWith(service, { secret })
  const { goal: parent } = (
    await goals.call('publish_goal', { detailedDescription: 'Work', timeframe: { kind: 'continuous' } })
  ).structuredContent
  const planned = await call('plan_subgoals', {
    goalId: parent.id,
    subgoals: [
      { key: 'b', title: 'B', detailedDescription: 'B', blockedBy: ['a'] },
      { key: 'a', title: 'A', detailedDescription: 'A' },
    ],
  })
  expect(planned.created).toHaveLength(2)
  const next = { parentGoalId: parent.id, runId: 'run' }
  const { goal, claim } = await call('next_goal', next)
  expect((await call('next_goal', next)).repeated).toBe(true)
  expect((await call('next_goal', { ...next, runId: 'other' })).goal).toBeNull()
  await call('next_goal', { goalId: goal.id, runId: 'run' })
  const held = { goalId: goal.id, fence: claim.fence }
  await call('renew_claim', held)
  await call('get_goal', { goalId: goal.id })
  const asked = await agent.ask('tools/call', {
    name: 'ask_person',
    arguments: { goalId: goal.id, text: 'May I?' },
  })
  const { taskId } = (asked.body as { result: { taskId: string } }).result
  const { questions } = await call('get_answer', { goalId: goal.id })
  await call('get_answer', { goalId: goal.id, questionId: questions[0].id })
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel', 'tasks/cancel']) {
    const { body } = await agent.ask(method, {
      taskId,
      ...(method === 'tasks/update' && { inputResponses: {} }),
    })
    expect(body).toHaveProperty('result')
  }
  const report = { ...held, expectedRevision: 1, status: 'active', summary: 'S', details: 'D', handoff: 'H' }
  await call('report_progress', { ...report, usage: { seconds: 1 } })
  await call('release_goal', held)
  await call('release_goal', held)
}
