import { allOperations, type Operation, requiresCredential, requiresOrigin } from '@cairn/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, pathOf, refusal } from '../../support/requests/exchange.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada Lovelace' })
const anonymous = createSend(service)
const browser = createSend(service, ada)

beforeEach(() => proxy.reset())

type Row = [id: string, operation: Operation]
const rows = (keep: (operation: Operation) => boolean): Row[] =>
  allOperations.filter(keep).map((operation) => [operation.id, operation])

const mutations = rows(requiresOrigin)

describe('the credential', () => {
  it.each(rows(requiresCredential))(
    '%s 401s without one, without querying the database',
    async (_, operation) => {
      expect(await anonymous(operation.method, pathOf(operation))).toMatchObject(refusal('unauthorized'))
      expect(proxy.calls).toEqual([])
    },
  )

  it.each(rows((operation) => requiresCredential(operation) && operation.body !== undefined))(
    '%s 401s without one, before it checks the body',
    async (_, operation) => {
      const response = await anonymous(operation.method, pathOf(operation), {
        rawBody: '{',
        headers: { 'content-type': 'text/plain' },
      })
      expect(response).toMatchObject(refusal('unauthorized'))
    },
  )

  it.each(rows(requiresCredential))('%s 401s on a malformed cookie and deletes it', async (_, operation) => {
    const response = await anonymous(operation.method, pathOf(operation), {
      headers: { cookie: 'session=garbage' },
    })
    expect(response).toMatchObject(refusal('unauthorized'))
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; .*Max-Age=0/)])
    expect(proxy.calls).toEqual([])
  })

  it.each(rows(({ credential }) => credential === 'session'))(
    '%s 401s with an Authorization header, whatever the cookie',
    async (_, operation) => {
      for (const authorization of ['Bearer cairn_x', 'Basic YWRhOng=', '']) {
        const response = await browser(operation.method, pathOf(operation), { headers: { authorization } })
        expect(response).toMatchObject(refusal('unauthorized'))
        expect(response.headers.getSetCookie()).toEqual([])
      }
      expect(proxy.calls).toEqual([])
    },
  )

  it.each(rows(({ credential }) => credential === 'session_or_token'))(
    '%s 401s with a bad API token, whatever cookie and Origin',
    async (_, operation) => {
      for (const origin of [service.origin, undefined, 'https://evil.test']) {
        const response = await browser(operation.method, pathOf(operation), {
          headers: { authorization: 'Bearer cairn_mistyped', origin },
        })
        expect(response).toMatchObject(refusal('invalid_api_token'))
        expect(response.headers.getSetCookie()).toEqual([])
      }
      expect(proxy.calls).toEqual([])
    },
  )

  it.each(rows((operation) => operation.method === 'GET' && requiresCredential(operation)))(
    '%s accepts a session from any page',
    async (_, operation) => {
      const response = await browser('GET', pathOf(operation), { headers: { origin: 'https://evil.test' } })
      expect(response.status).toBe(operation.params ? 404 : 200)
    },
  )
})

describe('the Origin', () => {
  const foreign = (origin: string) => [
    undefined,
    'null',
    'https://evil.test',
    `${origin}/`,
    `${origin}.evil.test`,
    origin.toUpperCase(),
    origin.replace('http:', 'https:'),
    origin.replace(/:\d+$/, ''),
    `${origin}, ${origin}`,
  ]

  it.each(mutations)(
    '%s 403s a missing, null, foreign or similar one, before the credential',
    async (_, operation) => {
      for (const origin of foreign(service.origin)) {
        const response = await anonymous(operation.method, pathOf(operation), { headers: { origin } })
        expect(response, `Origin ${origin}`).toMatchObject(refusal('origin_not_allowed'))
      }
      expect(proxy.calls).toEqual([])
    },
  )

  it.each(mutations)(
    '%s 403s a foreign one with a session, before it checks the body',
    async (_, operation) => {
      const response = await browser(operation.method, pathOf(operation), {
        rawBody: '{',
        headers: { origin: 'https://evil.test' },
      })
      expect(response).toMatchObject(refusal('origin_not_allowed'))
      expect(response.headers.getSetCookie()).toEqual([])
      expect(proxy.calls).toEqual([])
    },
  )

  it.each(rows((operation) => requiresOrigin(operation) && operation.credential === 'none'))(
    '%s 403s a foreign one also with an Authorization header',
    async (_, operation) => {
      const response = await anonymous(operation.method, pathOf(operation), {
        headers: { origin: 'https://evil.test', authorization: 'Bearer cairn_x' },
      })
      expect(response).toMatchObject(refusal('origin_not_allowed'))
    },
  )
})
