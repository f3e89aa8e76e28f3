import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createWebhookQueue, readMessage } from './webhook-queue.ts'

const mock = mockClient(SQSClient)
afterAll(() => {
  mock.restore()
  vi.unstubAllEnvs()
})
beforeEach(() => {
  mock.reset()
  vi.stubEnv('AWS_REGION', 'eu-central-1')
})

const url = 'https://sqs.eu-central-1.amazonaws.com/123456789012/webhooks'

test('sends one message for each organization, ten at once', async () => {
  mock.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] })
  const ids = Array.from({ length: 12 }, (_, index) => `organization-${index}`)
  await createWebhookQueue(url).send(ids)
  const batches = mock.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input)
  expect(batches.map(({ QueueUrl, Entries = [] }) => [QueueUrl, Entries.length])).toEqual([
    [url, 10],
    [url, 2],
  ])
  const bodies = batches.flatMap(({ Entries = [] }) => Entries.map(({ MessageBody = '' }) => MessageBody))
  expect(bodies.map(readMessage)).toEqual(ids)
  // The group makes the queue fair.
  const groups = batches.flatMap(({ Entries = [] }) => Entries.map(({ MessageGroupId }) => MessageGroupId))
  expect(groups).toEqual(ids)
})

test('sends nothing for no organization', async () => {
  await createWebhookQueue(url).send([])
  expect(mock.calls()).toEqual([])
})

test('throws if SQS refuses a message', async () => {
  const Failed = [{ Id: '0', Code: 'InternalError', SenderFault: false }]
  mock.on(SendMessageBatchCommand).resolves({ Successful: [], Failed })
  await expect(createWebhookQueue(url).send(['one'])).rejects.toThrow('InternalError')
})

test.each(['', '{}', '[]', '{"organizationId":1}', 'nothing'])('%j is no message', (body) => {
  expect(() => readMessage(body)).toThrow()
})
