import { doors } from '@cairn/contract/mcp/doors'
import { describe, expect, test } from 'vitest'
import type { OperationEvent } from '../../pipeline/event.ts'
import { operationOfMessage, readMessage, toolOfMessage } from './read-message.ts'

const read = (body: string | undefined, headers: Record<string, string> = {}, isBase64Encoded = false) =>
  readMessage({
    body,
    isBase64Encoded,
    headers: { 'content-type': 'application/json', ...headers },
  } as unknown as OperationEvent)

describe('a message', () => {
  test('is read as JSON', () => {
    expect(read('{"method":"tools/list"}')).toEqual({ message: { method: 'tools/list' } })
    expect(read(Buffer.from('{"a":"é"}').toString('base64'), {}, true)).toEqual({ message: { a: 'é' } })
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['no JSON', '{'],
  ])('that is %s gets an answer in the form of the protocol', (_, body) => {
    expect(read(body)).toMatchObject({
      response: { statusCode: 400, headers: { 'content-type': 'application/json' } },
    })
    const { response } = read(body) as { response: { body: string } }
    expect(JSON.parse(response.body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: expect.any(String) },
    })
  })

  test('is refused with others in a list', () => {
    const { response } = read('[{"method":"tools/list"}]') as { response: { body: string } }
    expect(JSON.parse(response.body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: 'Send one message a request.' },
    })
  })

  test.each([
    ['payload_too_large', `"${'x'.repeat(256 * 1024)}"`, {}],
    ['unsupported_media_type', '{}', { 'content-type': 'text/plain' }],
    ['unsupported_media_type', '{}', { 'content-encoding': 'gzip' }],
  ])('is refused by the service: %s', (code, body, headers) => {
    expect(read(body, headers)).toMatchObject({ refusal: { code } })
  })
})

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
  expect(operationOfMessage(doors.keep, message)).toBe(operation)
  expect(toolOfMessage(doors.keep, message) !== undefined).toBe(operation !== undefined)
})
