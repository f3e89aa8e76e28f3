import { expect, test } from 'vitest'
import { operationOfMessage, toolOfMessage } from './operation-of-message.ts'

const call = (name: unknown, input?: unknown) => ({
  method: 'tools/call',
  params: { name, arguments: input },
})

test.each<[unknown, string | undefined]>([
  [call('brief'), 'getBrief'],
  [call('report_progress', {}), 'createGoalUpdate'],
  [call('get_history', {}), 'listGoalUpdates'],
  [call('get_history', { kind: 'edits' }), 'listGoalEdits'],
  [call('brief', { kind: 'edits' }), 'getBrief'],
  [call('brief', { action: 'list', labelId: 'l1' }), 'getBrief'],
  [call('manage_labels', { action: 'create', labelId: 'l1' }), 'createGoalLabel'],
  [call('manage_labels', { action: 'list' }), 'listGoalLabels'],
  [call('manage_labels', { action: 'create' }), 'createGoalLabel'],
  [call('manage_labels', { action: 'update' }), 'updateGoalLabel'],
  [call('manage_labels', { action: 'delete' }), 'deleteGoalLabel'],
  [call('manage_labels', { action: 'list', labelId: 'l1' }), 'getGoalLabel'],
  [call('manage_labels', { action: 'toString' }), 'listGoalLabels'],
  [call('manage_labels', null), 'listGoalLabels'],
  [call('toString'), undefined],
  [call(7), undefined],
  [{ method: 'tools/list' }, undefined],
  [{ ...call('brief'), method: 'prompts/get' }, undefined],
  [{ method: 'tools/call' }, undefined],
  [[call('brief')], undefined],
  ['tools/call', undefined],
  [null, undefined],
])('%j asks for %s', (message, operation) => {
  expect(operationOfMessage(message)).toBe(operation)
  expect(toolOfMessage(message) !== undefined).toBe(operation !== undefined)
})
