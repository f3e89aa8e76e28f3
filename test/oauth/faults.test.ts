/** What happens to programs while the database fails. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  authorizationUrl,
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
} from '../support/oauth/program.ts'
import { signIn } from '../support/people/sign-in.ts'
import { createWireTable, engineEndpoint } from '../support/service/engine.ts'
import { startEngineProxy } from '../support/service/engine-proxy.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { expectSoundTable } from '../support/table/check-table.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint }))
const { origin } = service
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const scopes = ['goals:read']

beforeEach(() => proxy.setFault(undefined))

/** From this call on, the database fails. */
function failFrom(first: number): void {
  proxy.reset()
  proxy.setFault(({ index }) => (index >= first ? 'status500' : 'pass'))
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

describe('while the database fails, from whichever call on', () => {
  it('registering is 503, or has registered', async () => {
    for (let first = 0; first < 3; first++) {
      failFrom(first)
      const outcome = await registerProgram(origin).catch(({ message }: Error) => message)
      proxy.setFault(undefined)
      expect(outcome).toMatch(/^503: |^[\w-]{22}$/)
      await expect(registerProgram(origin)).resolves.toMatch(/^[\w-]{22}$/)
    }
  })

  it('a code gives tokens that work, or 503, and then works when it is sent again', async () => {
    for (let first = 0; first < 8; first++) {
      const request = await codeRequest()
      failFrom(first)
      const { status, body } = await post(origin, '/oauth/token', request)
      proxy.setFault(undefined)
      expect([200, 503], `call ${first}`).toContain(status)
      const tokens = status === 200 ? body : (await post(origin, '/oauth/token', request)).body
      expect((await me(origin, tokens.access_token)).status, `call ${first}`).toBe(200)
    }
  })

  it('a refresh token gives tokens that work, or 503, and then works when it is sent again', async () => {
    for (let first = 0; first < 8; first++) {
      const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes })
      failFrom(first)
      const { status, body } = await refresh(origin, clientId, tokens.refresh_token)
      proxy.setFault(undefined)
      expect([200, 503], `call ${first}`).toContain(status)
      const next = status === 200 ? body : (await refresh(origin, clientId, tokens.refresh_token)).body
      expect((await me(origin, next.access_token)).status, `call ${first}`).toBe(200)
    }
  })

  it('an access token is 503, not refused', async () => {
    const { tokens } = await connect(origin, ada, { organizationId, scopes })
    for (let first = 0; first < 3; first++) {
      failFrom(first)
      const { status } = await me(origin, tokens.access_token)
      proxy.setFault(undefined)
      expect([200, 503]).toContain(status)
    }
    expect((await me(origin, tokens.access_token)).status).toBe(200)
  })
})

it('leaves a sound table', async () => {
  await expectSoundTable(table.database)
})
