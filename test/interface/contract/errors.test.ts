import { oauthPaths } from '@cairn/contract/http/endpoints'
import { afterEach, describe, expect, it } from 'vitest'
import { bearer, createToken } from '../../support/people/api-tokens.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { minimalGoal } from '../../support/requests/goals.ts'
import { registerProgram } from '../../support/requests/program.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)
const { secret } = await createToken(ada)

afterEach(() => proxy.setFault(undefined))

describe('an unavailable database', () => {
  it.each(['status500', 'throttle', 'dropConnection'] as const)(
    '503s with Retry-After: %s',
    async (fault) => {
      proxy.setFault(() => fault)
      const send = () =>
        Promise.all([
          browser('GET', '/v1/auth/session'),
          browser('GET', '/v1/goals'),
          browser('POST', '/v1/goals', { body: minimalGoal }),
        ])
      const responses = await send()
      proxy.setFault(undefined)
      expect((await send()).map(({ status }) => status)).toEqual([200, 200, 201])
      for (const response of responses) {
        expect(response).toMatchObject(refusal('unavailable'))
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(response.headers.getSetCookie()).toEqual([])
        expect(response.text).not.toMatch(/dynamo|throughput|engine|127\.0\.0\.1|ECONN/i)
      }
    },
  )

  it('503s readably for pages of other origins, with a token and without a cookie', async () => {
    const clientId = await registerProgram(service.origin)
    proxy.setFault(() => 'status500')
    const json = { 'content-type': 'application/json' }
    const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'brief', arguments: {} } }
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId }
    const requests: [
      path: string,
      init: { headers?: Record<string, string>; method?: string; body?: string | URLSearchParams },
    ][] = [
      ['/v1/goals', { headers: bearer(secret) }],
      [
        '/v1/goals',
        { method: 'POST', headers: { ...bearer(secret), ...json }, body: JSON.stringify(minimalGoal) },
      ],
      ['/mcp', { method: 'POST', headers: { ...bearer(secret), ...json }, body: JSON.stringify(tool) }],
      [oauthPaths.token, { method: 'POST', body: new URLSearchParams(form) }],
    ]
    for (const [path, init] of requests) {
      const send = (headers = {}) =>
        fetch(service.origin + path, {
          ...init,
          headers: { origin: 'https://dashboard.example', ...init.headers, ...headers },
        })
      const { status, headers } = await send()
      expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 503, '*'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('x-request-id')).toMatch(/./)
      const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ')
      expect(exposed).toEqual(
        expect.arrayContaining(['retry-after', 'www-authenticate', 'x-request-id', 'idempotency-replayed']),
      )
      expect(headers.has('access-control-allow-credentials')).toBe(false)
      if (path.startsWith('/v1')) {
        expect((await send({ cookie: ada.cookie })).headers.has('access-control-allow-origin')).toBe(false)
      }
    }
  })

  it('is not queried for routes that do not need it', async () => {
    proxy.setFault(() => 'status500')
    expect(await browser('GET', '/health')).toMatchObject({ status: 200 })
    expect(await browser('GET', '/v1/auth/config')).toMatchObject({ status: 200 })
  })
})
