import type { IncomingMessage } from 'node:http'
import { createEvent, splitTarget } from '@cairn/local/gateway/event'
import { findRoute } from '@cairn/local/gateway/routes'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { HttpRequest } from './http-client.ts'

/** The event that API Gateway would send for a request. */
export function lambdaEvent({ method, path, headers, body = '' }: HttpRequest): APIGatewayProxyEventV2 {
  const route = findRoute(method, splitTarget(path).rawPath)
  const message = {
    method,
    url: path,
    httpVersion: '1.1',
    rawHeaders: Object.entries({ host: 'localhost', ...headers }).flat(),
    socket: { remoteAddress: '127.0.0.1' },
  }
  const requestId = '00000000-0000-4000-8000-000000000000'
  return createEvent(message as IncomingMessage, Buffer.from(body), route, { requestId, now: new Date() })
}
