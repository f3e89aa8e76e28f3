import { unavailable } from '@cairn/domain/storage/database/unavailable'
import { expect, test } from 'vitest'
import type { Runtime } from '../configuration/runtime.ts'
import type { OperationEvent } from '../pipeline/event.ts'
import { createLogger } from './logger.ts'
import { logRequest } from './request-log.ts'

function lineOf({ behindDistribution, error }: { behindDistribution: boolean; error?: Error }) {
  const lines: string[] = []
  const runtime = {
    logger: createLogger('INFO', (line) => lines.push(line)),
    configuration: { metrics: false, distributionSecrets: behindDistribution ? ['secret'] : [] },
  } as unknown as Runtime
  const event = {
    headers: { 'x-amz-cf-id': 'edge-1', cookie: 'session=secret', authorization: 'Bearer secret' },
    requestContext: { requestId: 'request-1', http: { method: 'GET' } },
  } as unknown as OperationEvent
  logRequest(runtime, event, { status: error ? 503 : 200, milliseconds: 1, ...(error && { error }) })
  return JSON.parse(lines[0] ?? '')
}

test('the line has the request ids of the edge, the gateway and the database', () => {
  const throttled = Object.assign(new Error('too much'), { $metadata: { requestId: 'database-1' } })
  const line = lineOf({ behindDistribution: true, error: unavailable(throttled) })
  expect(line).toMatchObject({
    requestId: 'request-1',
    edgeRequestId: 'edge-1',
    databaseRequestId: 'database-1',
  })
  expect(JSON.stringify(line)).not.toContain('secret')
})

test('without a distribution the edge request id of a client is ignored', () => {
  const line = lineOf({ behindDistribution: false })
  expect(line).toMatchObject({ requestId: 'request-1', status: 200 })
  expect(line).not.toHaveProperty('edgeRequestId')
})
