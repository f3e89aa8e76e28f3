/**
 * Sends signed messages to URLs that administrators of any organization have chosen: the service's most dangerous input.
 *
 *   URL ─▶ form (`webhookTargetOf`) ─▶ look-up: all addresses are allowed ─▶ connect to one of them ─▶ is it the peer? ─▶ TLS
 *
 * - The name is looked up once, and the connection goes to the addresses that were checked. A name that changes its address
 *   afterwards (DNS rebinding) changes nothing. An address in the URL is not looked up, so the form check decides about it.
 * - If any address is refused, all are: which one a connection takes would be chance.
 * - Node's HTTP client follows no redirects. `agent: false` is a connection for this message alone, without keep-alive and
 *   without a proxy of the environment.
 * - Time and size are limited, whatever the receiver does, and its response is not shown to anybody: only its status.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type {
  SendOptions,
  WebhookRequest,
  WebhookResult,
  WebhookSender,
} from '@cairn/domain/background/deliveries/services'
import {
  type WebhookTarget,
  type WebhookTargets,
  webhookTargetOf,
} from '@cairn/domain/programs/webhooks/target/webhook-target'
import {
  checkedLookup,
  describeFailure,
  noPublicAddress,
  type ResolveName,
  resolveName,
} from './checked-lookup.ts'

/** Of a response, so much is read before the connection is closed. Receivers should not have to handle an early end. */
const maximumResponseBytes = 64 * 1024

/** @param resolve  For tests. */
export function createWebhookSender(
  targets: WebhookTargets,
  resolve: ResolveName = resolveName,
): WebhookSender {
  return {
    send: async (request, options) => {
      options.signal?.throwIfAborted()
      const startedAt = performance.now()
      const target = webhookTargetOf(request.url, targets)
      const answer =
        typeof target === 'string'
          ? { statusCode: null, error: noPublicAddress }
          : await post(target, request, resolve, options)
      return { ...answer, durationMilliseconds: Math.round(performance.now() - startedAt) }
    },
  }
}

type Answer = Omit<WebhookResult, 'durationMilliseconds'>

function post(
  target: WebhookTarget,
  { headers, body }: WebhookRequest,
  resolve: ResolveName,
  { limitMilliseconds, signal }: SendOptions,
): Promise<Answer> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Answer>()
  const { url, host, port, allows } = target
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send({
    method: 'POST',
    host,
    port,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: false,
    lookup: checkedLookup(allows, resolve),
    // Also if NODE_TLS_REJECT_UNAUTHORIZED is set.
    rejectUnauthorized: true,
  })
  let answer: Answer | undefined
  const fail = (error: string) => settle(answer ?? { statusCode: null, error })
  const timer = setTimeout(() => fail('timed out'), limitMilliseconds)
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort)

  request.on('socket', (socket) => {
    socket.once('connect', () => {
      if (!allows(socket.remoteAddress ?? '')) fail(noPublicAddress)
    })
  })
  request.on('error', (error) => fail(describeFailure(error)))
  request.on('close', () => fail('connection closed'))
  request.on('response', (response) => {
    // The status is the answer: a body that takes too long or breaks off does not make it a failure.
    const result = resultOf(response.statusCode ?? 0)
    answer = result
    const finish = () => settle(result)
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maximumResponseBytes) finish()
    })
    response.on('end', finish)
    response.on('error', finish)
  })
  request.end(body)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    request.destroy()
  })
}

function resultOf(statusCode: number): Answer {
  if (statusCode >= 200 && statusCode < 300) return { statusCode, error: null }
  const isRedirect = statusCode >= 300 && statusCode < 400
  return { statusCode, error: isRedirect ? 'redirects are not followed' : `status ${statusCode}` }
}
