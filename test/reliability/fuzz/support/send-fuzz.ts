import { Agent, request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describedBy } from './document.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { type FuzzWorld, fillIn } from './fuzz-world.ts'

/** A request as it is sent, with its placeholders filled in. */
export type Wire = { method: string; target: string; headers: string[]; body: Buffer | undefined }

export type FuzzResponse = { status: number; headers: Map<string, string>; text: string }

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
const timeoutMilliseconds = 15_000

/** The path of a target, without the query and without the origin of an absolute-form target (RFC 9112, 3.2.2). */
export function pathOf(target: string): string {
  return (target.replace(/^https?:\/\/[^/?]*/i, '').split('?')[0] ?? '') || '/'
}

export async function wireOf(request: FuzzRequest, world: FuzzWorld): Promise<Wire> {
  const fill = (text: string) => fillIn(text, world)
  const query = request.query.map(([name, value]) => `${encoded(name)}=${encoded(fill(value))}`).join('&')
  const path = fill(request.path)
  const target = query === '' ? path : `${path}?${query}`
  const body = bodyOf(request, fill)
  const headers = [
    ['host', new URL(world.service.origin).host],
    ...originOf(request, world),
    ...(await credentialOf(request, world, pathOf(target))),
    ...(request.contentType === undefined || !body ? [] : [['content-type', request.contentType]]),
    ...request.headers.map(([name, value]) => [name, fill(value)]),
    ...(body ? [['content-length', String(body.length)]] : []),
  ]
  return { method: request.method, target, headers: headers.flat(), body }
}

/** Encodes a text, unless it starts with a percent sign: broken percent sequences are sent unchanged. */
function encoded(text: string): string {
  return text.startsWith('%') ? text : encodeURIComponent(text)
}

function bodyOf({ body }: FuzzRequest, fill: (text: string) => string): Buffer | undefined {
  if (!body) return undefined
  if ('bytes' in body) return Buffer.from(body.bytes)
  return Buffer.from('text' in body ? body.text : fill(JSON.stringify(body.json) ?? ''))
}

function originOf({ origin }: FuzzRequest, { service }: FuzzWorld): string[][] {
  const origins = { own: service.origin, none: undefined, null: 'null', foreign: 'https://evil.example' }
  const value = origins[origin]
  return value === undefined ? [] : [['origin', value]]
}

async function credentialOf(
  { credential, forged, method }: FuzzRequest,
  { owner, secret, spareCookie }: FuzzWorld,
  path: string,
): Promise<string[][]> {
  const endsSession = ['logout', 'login'].includes(describedBy(method, path)?.id ?? '')
  const cookie = async () => ['cookie', endsSession ? await spareCookie() : owner.cookie]
  const authorization = ['authorization', `Bearer ${secret}`]
  switch (credential) {
    case 'none':
      return []
    case 'session':
      return [await cookie()]
    case 'token':
      return [authorization]
    case 'both':
      return [await cookie(), authorization]
    case 'other':
      return Object.entries(forged)
  }
}

/** Sends the request unchanged; `fetch` would correct it. */
export function send({ method, target, headers, body }: Wire, origin: string): Promise<FuzzResponse> {
  const { port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path: target, headers, agent, timeout: timeoutMilliseconds },
      (response) => {
        buffer(response)
          .then((bytes) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: new Map(
                Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
              ),
              text: decoded(bytes, response.headers['content-encoding']).toString('utf8'),
            }),
          )
          .catch(reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`No response within ${timeoutMilliseconds} ms.`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The body before its compression. */
function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}

export function closeConnections(): void {
  agent.destroy()
}
