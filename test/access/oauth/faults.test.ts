/** Programs while the database fails. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { askForCode, poll, registerDevice } from '../../support/requests/device.ts'
import {
  authorizationUrl,
  type Browser,
  begin,
  connect,
  createBrowser,
  decide,
  me,
  pkce,
  post,
  redirectUri,
  refresh,
  registerProgram,
} from '../../support/requests/program.ts'
import { throughFault } from '../../support/requests/through-fault.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint }))
const { origin } = service
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const scopes = ['goals:read']

beforeEach(() => proxy.setFault(undefined))

const faults = ['refused', 'lost'] as const
let fault: (typeof faults)[number]

/** From this call on, the database refuses calls, or the responses to what it has written are lost. */
function failFrom(first: number): void {
  proxy.reset()
  proxy.setFault(({ index, operation }) => {
    if (index < first) return 'pass'
    if (fault === 'refused') return 'status500'
    return operation === 'TransactWriteItems' ? 'dropAnswer' : 'pass'
  })
}

async function codeRequest(): Promise<Record<string, string>> {
  const clientId = await registerProgram(origin)
  const { verifier, challenge } = pkce()
  const browser = createBrowser(origin, ada)
  const consentId = await begin(browser, authorizationUrl(origin, { clientId, challenge }))
  const returned = await decide(browser, origin, consentId, { allow: true, organizationId, scopes })
  return {
    grant_type: 'authorization_code',
    code: returned.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  }
}

const sendAs = (cookie: string, path: string, body: object) =>
  fetch(`${origin}/v1/oauth/devices/${path}`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const heal = () => proxy.setFault(undefined)

describe.each(faults)('while calls of the database are %s, from whichever call on', (kind) => {
  beforeAll(() => {
    fault = kind
  })

  it('registering is 503, and then registers', async () => {
    const body = JSON.stringify({ client_name: 'Helpdesk bot', redirect_uris: [redirectUri] })
    const headers = { 'content-type': 'application/json' }
    for (let from = 0; from < 3; from++) {
      failFrom(from)
      const { served } = await throughFault(
        () => fetch(`${origin}/oauth/register`, { method: 'POST', headers, body }),
        heal,
      )
      expect(await served.json()).toMatchObject({ client_id: expect.stringMatching(/^[\w-]{22}$/) })
    }
  })

  it('a program that sends a browser here, and one that returns to it, is 503 and then goes on', async () => {
    const clientId = await registerProgram(origin)
    for (let from = 0; from < 6; from++) {
      const { challenge } = pkce()
      const browser = createBrowser(origin, ada)
      const begun = await redirected(browser, authorizationUrl(origin, { clientId, challenge }), from)
      const consentId = begun.searchParams.get('consent') ?? ''
      const response = await browser.open(`${origin}/v1/oauth/consents/${consentId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ allow: true, organizationId, scopes }),
      })
      const { redirectTo } = (await response.json()) as { redirectTo: string }
      const returned = await redirected(browser, redirectTo, from)
      expect(returned.searchParams.get('code'), `call ${from}`).toMatch(/^[\w-]{43}$/)
    }
  })

  it('a code gives tokens that work, or 503, and then works when it is sent again', async () => {
    for (let from = 0; from < 8; from++) {
      const request = await codeRequest()
      failFrom(from)
      const { served } = await throughFault(() => post(origin, '/oauth/token', request), heal)
      expect((await me(origin, served.body.access_token)).status, `call ${from}`).toBe(200)
    }
  })

  it('a refresh token gives tokens that work, or 503, and then works when it is sent again', async () => {
    for (let from = 0; from < 8; from++) {
      const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes })
      failFrom(from)
      const { served } = await throughFault(() => refresh(origin, clientId, tokens.refresh_token), heal)
      expect((await me(origin, served.body.access_token)).status, `call ${from}`).toBe(200)
    }
  })

  it('asking for a code is 503, and then gives one that waits', async () => {
    const clientId = await registerDevice(origin)
    for (let from = 0; from < 4; from++) {
      failFrom(from)
      const { served } = await throughFault(
        () => post(origin, '/oauth/device', { client_id: clientId }),
        heal,
      )
      const { user_code: userCode } = served.body as unknown as { user_code: string }
      expect((await ada.api.previewOAuthDevice({ body: { userCode } })).device.userCode).toBe(userCode)
    }
  })

  it('each step of a device is 503, and then goes on, whichever the call', async () => {
    const clientId = await registerDevice(origin)
    for (let from = 0; from < 14; from++) {
      const { device_code: deviceCode, user_code: userCode } = await askForCode(origin, clientId)
      failFrom(from)
      let waiting = await poll(origin, clientId, deviceCode)
      heal()
      if (waiting.status === 503) waiting = await poll(origin, clientId, deviceCode)
      expect(waiting.body.error, `call ${from}`).toBe('authorization_pending')
      const body = { userCode, allow: true, organizationId, scopes: ['goals:read' as const] }
      for (const [path, sent] of [
        ['preview', { userCode }],
        ['decision', body],
      ] as const) {
        failFrom(from)
        const { served } = await throughFault(() => sendAs(ada.cookie, path, sent), heal)
        expect(served.ok, `${path}, call ${from}`).toBe(true)
      }
      failFrom(from)
      const { served } = await throughFault(() => poll(origin, clientId, deviceCode), heal)
      expect((await me(origin, served.body.access_token)).status, `call ${from}`).toBe(200)
    }
  })

  it('revoking a token is 503, and then ends it', async () => {
    for (let from = 0; from < 5; from++) {
      const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes })
      failFrom(from)
      const fields = { token: tokens.refresh_token, client_id: clientId }
      await throughFault(() => post(origin, '/oauth/revoke', fields), heal)
      expect((await me(origin, tokens.access_token)).status, `call ${from}`).toBe(401)
    }
  })

  it('an access token is 503, not refused', async () => {
    const { tokens } = await connect(origin, ada, { organizationId, scopes })
    for (let from = 0; from < 3; from++) {
      failFrom(from)
      await throughFault(() => me(origin, tokens.access_token), heal)
    }
  })
})

/** Opens a page while the database fails from a call on, and again if it is 503. Returns where it redirects to. */
async function redirected(browser: Browser, url: string, from: number): Promise<URL> {
  failFrom(from)
  let response = await browser.open(url)
  heal()
  if (response.status === 503) response = await browser.open(url)
  const { status, headers } = response
  const location = headers.get('location')
  if (location === null) throw new Error(`call ${from}: ${status} ${await response.text()}`)
  return new URL(location, origin)
}

it('leaves a sound table', async () => {
  await expectSoundTable(table.database)
})
