import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend } from '../../support/requests/exchange.ts'
import { createLabel, publish } from '../../support/requests/goals.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)
const { id: goalId } = await publish(browser, { detailedDescription: 'Grüße 😀 aus Köln. '.repeat(200) })
for (let index = 0; index < 10; index++) await createLabel(browser, `label ${index}`)
for (let index = 0; index < 10; index++) {
  await ada.api.createApiToken({ body: { name: `token ${index}`, scopes: ['goals:read'] } })
}
for (let index = 0; index < 10; index++) {
  await ada.api.createOrganization({ body: { name: `Somewhere with a long name ${index}` } })
}
const { organizations } = await ada.api.getOrganizationContext()
await ada.api.switchOrganization({ body: { organizationId: organizations[0]?.id ?? '' } })

type Wire = { status: number | undefined; headers: Record<string, unknown>; bytes: Buffer }

/** Sends as a browser does and returns the bytes on the wire, which `fetch` would decompress. */
function sendPlain(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const all = { origin: service.origin, cookie: ada.cookie, 'content-type': 'application/json', ...headers }
    request(service.origin + path, { method, headers: all }, async (response) => {
      const bytes = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode, headers: response.headers, bytes })
    })
      .on('error', reject)
      .end(body)
  })
}

const codings = [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const

/** A response of more than 1 KB of every function that has one. */
const large = [
  ['goals', 'GET', '/v1/goals'],
  ['a goal', 'GET', `/v1/goals/${goalId}`],
  ['labels', 'GET', '/v1/goal-labels'],
  ['API tokens', 'GET', '/v1/api-tokens'],
  ['organizations', 'GET', '/v1/organizations'],
  ['a session', 'GET', '/v1/auth/session'],
  ['an invitation with 50 mistakes', 'POST', '/v1/organizations/current/invitations'],
] as const

const mistakes = JSON.stringify(
  Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1])),
)

describe.each(large)('the response with %s', (_, method, path) => {
  const send = (acceptEncoding?: string) =>
    sendPlain(
      method,
      path,
      acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding },
      method === 'POST' ? mistakes : undefined,
    )

  it.each(codings)('is sent in %s on request, and equal after decompression', async (coding, decode) => {
    const plain = await send()
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toBe('accept-encoding')
    const encoded = await send(`deflate, ${coding}`)
    expect(encoded.status).toBe(plain.status)
    expect(encoded.headers).toMatchObject({
      'content-encoding': coding,
      'content-type': 'application/json',
      'content-length': String(encoded.bytes.length),
      vary: 'accept-encoding',
      'cache-control': 'no-store',
    })
    expect(encoded.bytes.length).toBeLessThan(plain.bytes.length)
    expect(decode(encoded.bytes).toString()).toBe(plain.bytes.toString())
  })
})

it('a small response is not compressed', async () => {
  const { headers, bytes } = await sendPlain('GET', '/health', { 'accept-encoding': 'br' })
  expect(headers).not.toHaveProperty('content-encoding')
  expect(JSON.parse(bytes.toString())).toEqual({ service: 'api', status: 'ok' })
})
