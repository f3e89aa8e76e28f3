/**
 * Fetches the metadata document of a program, whose address a stranger has chosen. The same guards as for webhooks: a public
 * address that was looked up once, no redirects, little time, and little text.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type WebhookTargets, webhookTargetOf } from '@cairn/domain/programs/webhooks/target/webhook-target'
import { checkedLookup, noPublicAddress, type ResolveName, resolveName } from '../webhooks/checked-lookup.ts'

const maximumBytes = 32 * 1024
const limitMilliseconds = 2_500

/** @throws if the address may not be asked, does not respond in time, or sends too much. */
export function createDocumentFetcher(targets: WebhookTargets, resolve: ResolveName = resolveName) {
  return (input: string | URL | Request): Promise<Response> => {
    const target = webhookTargetOf(input instanceof Request ? input.url : String(input), targets)
    if (typeof target === 'string') return Promise.reject(new Error(noPublicAddress))
    const { url, host, port, allows } = target
    const { promise, resolve: settle, reject } = Promise.withResolvers<Response>()
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send({
      method: 'GET',
      host,
      port,
      path: `${url.pathname}${url.search}`,
      headers: { accept: 'application/json', host: url.host },
      agent: false,
      lookup: checkedLookup(allows, resolve),
      // Also if NODE_TLS_REJECT_UNAUTHORIZED is set.
      rejectUnauthorized: true,
    })
    const timer = setTimeout(() => reject(new Error('timed out')), limitMilliseconds)
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        if (!allows(socket.remoteAddress ?? '')) reject(new Error(noPublicAddress))
      })
    })
    request.on('error', reject)
    request.on('close', () => reject(new Error('connection closed')))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maximumBytes) reject(new Error('the document is too large'))
        else chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () => {
        const { 'cache-control': cacheControl } = response.headers
        settle(
          new Response(new Uint8Array(Buffer.concat(chunks)), {
            status: response.statusCode ?? 500,
            headers: { ...(cacheControl !== undefined && { 'cache-control': cacheControl }) },
          }),
        )
      })
    })
    request.end()
    return promise.finally(() => {
      clearTimeout(timer)
      request.destroy()
    })
  }
}
