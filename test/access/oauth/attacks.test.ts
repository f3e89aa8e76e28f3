import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import {
  authorizationUrl,
  begin,
  createBrowser,
  decide,
  me,
  pkce,
  post,
  redirectUri,
  refresh,
  registerProgram,
} from '../../support/requests/program.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const { origin } = service
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const scopes = ['goals:read', 'goals:write']

/** A code for a program, and what the program needs to use it. */
async function codeFor(clientId: string, resource = `${origin}/mcp`) {
  const { verifier, challenge } = pkce()
  const browser = createBrowser(origin, ada)
  const consentId = await begin(browser, authorizationUrl(origin, { clientId, challenge, resource }))
  const returned = await decide(browser, origin, consentId, { allow: true, organizationId, scopes })
  return {
    grant_type: 'authorization_code',
    code: returned.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  }
}
/** An address that is neither ours nor on the person's computer. */
const elsewhere = 'https://program.example.com/back'
/** How many requests for consent are stored. */
const recordCount = async () => {
  const { oauthRecord } = await readTable(service.table.database)
  return oauthRecord.filter(({ kind }) => kind === 'Interaction' || kind === 'Program').length
}
const exchangeCode = (fields: Record<string, string>) => post(origin, '/oauth/token', fields)

describe('a request for authorization', () => {
  it.each([
    ['another address to return to', { redirect_uri: 'http://127.0.0.1:9/elsewhere' }],
    ['another host to return to', { redirect_uri: 'https://evil.example.com/callback' }],
    ['an unknown program', { client_id: 'nobody' }],
  ])('with %s does not lead anywhere', async (_, changed) => {
    const clientId = await registerProgram(origin)
    const url = authorizationUrl(origin, { clientId, challenge: pkce().challenge }, changed)
    const response = await fetch(url, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  it.each([
    ['without a code challenge', { code_challenge: '' }, 'invalid_request'],
    ['with a plain code challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['for an address that is not ours', { resource: 'https://evil.example.com/mcp' }, 'invalid_target'],
  ])('%s is refused, and the program is told by whom', async (_, changed, error) => {
    const clientId = await registerProgram(origin)
    const url = authorizationUrl(origin, { clientId, challenge: pkce().challenge }, changed)
    const response = await fetch(url, { redirect: 'manual' })
    const { search, hash } = new URL(response.headers.get('location') ?? '')
    const returned = new URLSearchParams(search || hash.slice(1))
    expect([returned.get('error'), returned.get('iss')]).toEqual([error, origin])
  })

  it.each([
    ['without asking', { prompt: 'none' }],
    ['for an address that is not ours', { resource: 'https://evil.example.com/mcp' }],
    ['with a plain code challenge', { code_challenge_method: 'plain' }],
  ])('%s leads nobody to an address that anybody registered, signed in or not', async (_, changed) => {
    const clientId = await registerProgram(origin, { redirect_uris: [elsewhere] })
    const url = authorizationUrl(
      origin,
      { clientId, challenge: pkce().challenge },
      { ...changed, redirect_uri: elsewhere },
    )
    for (const browser of [createBrowser(origin), createBrowser(origin, ada)]) {
      const response = await browser.open(url)
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      )
      expect(await response.text()).toContain('This program’s request is not valid')
    }
  })

  it('of a program that the person has connected returns errors to it, and to no other', async () => {
    const clientId = await registerProgram(origin, { redirect_uris: [elsewhere] })
    const open = (person: typeof ada | undefined, more: Record<string, string>) =>
      createBrowser(origin, person).open(
        authorizationUrl(
          origin,
          { clientId, challenge: pkce().challenge },
          { redirect_uri: elsewhere, ...more },
        ),
      )
    const browser = createBrowser(origin, ada)
    const { challenge } = pkce()
    const url = authorizationUrl(origin, { clientId, challenge }, { redirect_uri: elsewhere })
    await decide(browser, origin, await begin(browser, url), { allow: true, organizationId, scopes })
    const returned = await open(ada, { prompt: 'none' })
    expect(returned.headers.get('location')).toMatch(
      /^https:\/\/program\.example\.com\/back\?error=login_required/,
    )
    expect((await open(undefined, { prompt: 'none' })).status).toBe(400)
    expect((await open(await signInAs('Nils'), { prompt: 'none' })).status).toBe(400)
    const { grants } = await ada.api.listOAuthGrants()
    const connected = grants.find(({ program }) => program.host === new URL(elsewhere).host)
    await ada.api.endOAuthGrant({ params: { grantId: connected?.id ?? '' } })
    expect((await open(ada, { prompt: 'none' })).status).toBe(400)
  })

  it.each([
    [
      'two resources',
      [['resource', 'https://other.example.com/mcp']],
      'invalid_target: name one resource only',
    ],
    ['a form as answer', [['response_mode', 'form_post']], 'response_mode must be query'],
    ['a fragment as answer', [['response_mode', 'fragment']], 'response_mode must be query'],
    ['a state over 2 KiB', [['state', 'x'.repeat(2_049)]], 'state is longer than 2 KiB'],
    ['more than 8 KiB', [['nonce', 'x'.repeat(8_192)]], 'it is longer than 8 KiB'],
    [
      'an address with a user name',
      [['redirect_uri', 'http://ada@127.0.0.1:9/callback']],
      'It has a user name',
    ],
  ] as [string, [string, string][], string][])(
    'with %s is refused before anything is stored',
    async (_, more, reason) => {
      const clientId = await registerProgram(origin)
      const url = new URL(authorizationUrl(origin, { clientId, challenge: pkce().challenge }))
      for (const [name, value] of more) {
        if (name !== 'resource') url.searchParams.delete(name)
        url.searchParams.append(name, value)
      }
      const before = await recordCount()
      const response = await fetch(url, { redirect: 'manual' })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(reason)
      expect(await recordCount()).toBe(before)
    },
  )

  it('for scopes of OpenID Connect asks once, for the others', async () => {
    const clientId = await registerProgram(origin)
    const { challenge } = pkce()
    const browser = createBrowser(origin, ada)
    const scope = 'openid profile goals:read'
    const consentId = await begin(browser, authorizationUrl(origin, { clientId, challenge, scope }))
    const returned = await decide(browser, origin, consentId, {
      allow: true,
      organizationId,
      scopes: ['goals:read'],
    })
    expect(returned.get('code')).toMatch(/^[\w-]+$/)
  })

  it('leaves no grant before the program has its code', async () => {
    const nora = await signInAs('Nora')
    const { activeOrganizationId } = await nora.api.getAuthSession()
    const clientId = await registerProgram(origin)
    const browser = createBrowser(origin, nora)
    const consentId = await begin(
      browser,
      authorizationUrl(origin, { clientId, challenge: pkce().challenge }),
    )
    const response = await browser.open(`${origin}/v1/oauth/consents/${consentId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ allow: true, organizationId: activeOrganizationId, scopes: ['goals:read'] }),
    })
    const { redirectTo } = (await response.json()) as { redirectTo: string }
    expect((await nora.api.listOAuthGrants()).grants).toEqual([])
    // Both of two at once come back with a code, or one does.
    await Promise.all([browser.open(redirectTo), browser.open(redirectTo)])
    expect((await nora.api.listOAuthGrants()).grants).toHaveLength(1)
  })

  it('is limited for each address', async () => {
    const limited = stopAfterFile(
      await startTestService({ environment: { RATE_LIMITS: 'authorizeProgram.address=2' } }),
    )
    const statuses: number[] = []
    for (let count = 0; count < 3; count++) {
      statuses.push((await fetch(`${limited.origin}/oauth/authorize`, { redirect: 'manual' })).status)
    }
    expect(statuses).toEqual([400, 400, 429])
  })

  it('asks again, although the same program was allowed in the same browser', async () => {
    const clientId = await registerProgram(origin)
    const browser = createBrowser(origin, ada)
    for (let count = 0; count < 2; count++) {
      const url = authorizationUrl(origin, { clientId, challenge: pkce().challenge })
      const consentId = await begin(browser, url)
      const returned = await decide(browser, origin, consentId, { allow: true, organizationId, scopes })
      expect(returned.get('code')).not.toBeNull()
    }
  })

  it('that somebody else began cannot be finished in their browser', async () => {
    const clientId = await registerProgram(origin)
    const attacker = createBrowser(origin)
    const url = authorizationUrl(origin, { clientId, challenge: pkce().challenge })
    const consentId = await begin(attacker, url)
    // The victim follows a link to the page of consent.
    const victim = createBrowser(origin, ada)
    const seen = await victim.open(`${origin}/v1/oauth/consents/${consentId}`)
    expect(seen.status).toBe(404)
  })
})

describe('a registration', () => {
  it.each([
    ['a foreign http address', { redirect_uris: ['http://evil.example.com/callback'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a fragment', { redirect_uris: ['https://a.example.com/#x'] }],
    ['no address', { redirect_uris: [] }],
    ['a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['another grant', { grant_types: ['client_credentials'] }],
    ['an address with a user name', { redirect_uris: ['https://ada@program.example.com/'] }],
    ['an address with a password', { redirect_uris: ['https://:secret@program.example.com/'] }],
    ...[
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:x',
      'about:blank',
      'view-source:https://a.example.com',
    ].map((address): [string, object] => [address, { redirect_uris: [address] }]),
    ['a name that turns the line around', { client_name: 'gpj\u202eexe' }],
    ['a name with ESC', { client_name: 'a\u001b[31m' }],
    ['an invisible name', { client_name: '\u200b' }],
  ])('with %s is refused', async (_, fields) => {
    await expect(registerProgram(origin, fields)).rejects.toThrow(/^400: /)
  })

  it.each(['cursor://anysphere.cursor-mcp/callback', 'vscode://program/callback'])(
    'may return to %s',
    async (address) => {
      await expect(registerProgram(origin, { redirect_uris: [address] })).resolves.toMatch(/^[\w-]{22}$/)
    },
  )

  it('keeps and returns no secret, whatever the program asks for', async () => {
    const response = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        redirect_uris: [redirectUri],
        client_secret: 'x'.repeat(32),
        client_secret_expires_at: 0,
        id_token_signed_response_alg: 'HS256',
      }),
    })
    expect(response.status).toBe(201)
    const registered = (await response.json()) as Record<string, unknown>
    expect(Object.keys(registered).filter((name) => name.includes('secret'))).toEqual([])
    expect(registered.token_endpoint_auth_method).toBe('none')
  })

  it.each(['', '{', '[]', '"x"', 'null'])('of %j is refused', async (body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${origin}/oauth/register`, { method: 'POST', headers, body })
    expect(response.status).toBe(400)
  })

  it('of more than 16 KiB is 413', async () => {
    // Other fields are ignored.
    const withBytes = (bytes: number) => {
      const body = JSON.stringify({ redirect_uris: [redirectUri], other: '' })
      return { ...JSON.parse(body), other: 'x'.repeat(bytes - body.length) }
    }
    const send = (body: object) =>
      fetch(`${origin}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await send(withBytes(16 * 1024))).status).toBe(201)
    expect((await send(withBytes(16 * 1024 + 1))).status).toBe(413)
  })
})

describe('a metadata document', () => {
  it.each([
    'https://127.0.0.1/program.json',
    'https://[::1]/p',
    'https://169.254.169.254/latest',
    'https://10.0.0.1/p',
  ])('at %s is not fetched', async (clientId) => {
    const url = authorizationUrl(origin, { clientId, challenge: pkce().challenge })
    const response = await fetch(url, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).toContain('fetch failed')
  })
})

describe('a code', () => {
  it('works once; using it again ends what it began', async () => {
    const fields = await codeFor(await registerProgram(origin))
    const first = await exchangeCode(fields)
    expect(first.status).toBe(200)
    expect((await exchangeCode(fields)).body.error).toBe('invalid_grant')
    expect((await me(origin, first.body.access_token)).status).toBe(401)
  })

  it('ends what it began if it is used again a day later', async () => {
    const fields = await codeFor(await registerProgram(origin))
    const first = await exchangeCode(fields)
    clock.advance({ days: 1 })
    expect((await exchangeCode(fields)).body.error).toBe('invalid_grant')
    expect((await refresh(origin, fields.client_id, first.body.refresh_token)).body.error).toBe(
      'invalid_grant',
    )
  })

  it('works for one of ten requests at once at most, and the others end what it began', async () => {
    const fields = await codeFor(await registerProgram(origin))
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchangeCode(fields)))
    const worked = answers.filter(({ status }) => status === 200)
    expect(worked.length).toBeLessThanOrEqual(1)
    for (const { body } of worked) expect((await me(origin, body.access_token)).status).toBe(401)
  })

  it.each([
    ['another verifier', { code_verifier: 'a'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:9/other' }],
    ['another code', { code: 'x'.repeat(43) }],
  ])('is refused with %s', async (_, changed) => {
    const fields = await codeFor(await registerProgram(origin))
    expect((await exchangeCode({ ...fields, ...changed })).status).toBe(400)
  })

  it('is refused from another program, for another address, and after a minute', async () => {
    const other = await registerProgram(origin)
    const foreign = await codeFor(await registerProgram(origin))
    expect((await exchangeCode({ ...foreign, client_id: other })).body.error).toBe('invalid_grant')
    const wide = await codeFor(await registerProgram(origin))
    expect((await exchangeCode({ ...wide, resource: origin })).body.error).toBe('invalid_target')
    const late = await codeFor(await registerProgram(origin))
    clock.advance({ milliseconds: 61_000 })
    expect((await exchangeCode(late)).body.error).toBe('invalid_grant')
  })
})

it('leaves a sound table', async () => {
  await expectSoundTable(service.table.database)
})
