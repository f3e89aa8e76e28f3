import { expect } from 'vitest'
import { callerWith } from '../../interface/mcp/support/call-tools.ts'
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
}
