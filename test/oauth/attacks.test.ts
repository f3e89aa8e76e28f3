import { describe, expect, it } from 'vitest'
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
import { join } from '../support/people/invite.ts'
import { startWithAda } from '../support/people/start-with-ada.ts'
import { createClock } from '../support/service/clock.ts'
import { expectSoundTable } from '../support/table/check-table.ts'

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
const exchangeCode = (fields: Record<string, string>) => post(origin, '/oauth/token', fields)

const mcp = async (token: string) => {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  return { status: response.status, challenge: response.headers.get('www-authenticate') }
}

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
    expect(response.headers.get('content-type')).toContain('text/plain')
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
  ])('with %s is refused', async (_, fields) => {
    await expect(registerProgram(origin, fields)).rejects.toThrow(/^400: /)
  })

  it.each(['', '{', '[]', '"x"', 'null'])('of %j is refused', async (body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${origin}/oauth/register`, { method: 'POST', headers, body })
    expect(response.status).toBe(400)
  })

  it('of more than 64 KiB is 413', async () => {
    await expect(registerProgram(origin, { client_name: 'x'.repeat(65_536) })).rejects.toThrow(/^413: /)
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

  it('works for one of ten requests at once at most', async () => {
    const fields = await codeFor(await registerProgram(origin))
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchangeCode(fields)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
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

describe('an access token', () => {
  it('for the API does not open the MCP endpoint, which says who issues others', async () => {
    const { tokens } = await connect(origin, ada, { organizationId, scopes, resource: origin })
    expect((await me(origin, tokens.access_token)).status).toBe(200)
    const { status, challenge } = await mcp(tokens.access_token)
    expect(status).toBe(401)
    expect(challenge).toContain(`resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`)
    const { tokens: right } = await connect(origin, ada, { organizationId, scopes })
    expect((await mcp(right.access_token)).status).toBe(200)
  })

  it('ends after an hour, and a changed one never works', async () => {
    const { tokens } = await connect(origin, ada, { organizationId, scopes })
    const { access_token: token } = tokens
    expect((await me(origin, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401)
    expect((await me(origin, tokens.refresh_token)).status).toBe(401)
    clock.advance({ milliseconds: 3_600_000 })
    expect((await me(origin, token)).status).toBe(401)
  })

  it('does not work where a person must be signed in', async () => {
    const { tokens } = await connect(origin, ada, { organizationId, scopes })
    const response = await fetch(`${origin}/v1/oauth/grants`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(response.status).toBe(401)
  })

  it('loses the organization with its membership, also if the user comes back', async () => {
    const bob = await signInAs('Bob')
    await join(ada, bob, 'admin')
    const { tokens, clientId } = await connect(origin, bob, { organizationId, scopes })
    expect((await me(origin, tokens.access_token)).status).toBe(200)
    await ada.api.removeOrganizationMember({
      params: { userId: bob.userId },
      body: { reassignGoalsTo: null },
    })
    expect((await me(origin, tokens.access_token)).status).toBe(403)
    await join(ada, bob)
    expect((await me(origin, tokens.access_token)).status).toBe(403)
    const renewed = await refresh(origin, clientId, tokens.refresh_token)
    if (renewed.status === 200) expect((await me(origin, renewed.body.access_token)).status).toBe(403)
  })
})

describe('a refresh token', () => {
  it('works for one of ten requests at once at most', async () => {
    const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refresh(origin, clientId, tokens.refresh_token)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  it('is refused from another program, and gives no more than the grant', async () => {
    const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes: ['goals:read'] })
    const other = await registerProgram(origin)
    expect((await refresh(origin, other, tokens.refresh_token)).status).toBe(400)
    const more = await post(origin, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: clientId,
      scope: 'goals:read goals:write:all',
    })
    if (more.status === 200) expect(more.body.scope).toBe('goals:read')
    else expect(more.body.error).toBe('invalid_scope')
  })

  it('is revoked by its program, with everything of the grant, and not by another', async () => {
    const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes })
    const other = await registerProgram(origin)
    await post(origin, '/oauth/revoke', { token: tokens.refresh_token, client_id: other })
    expect((await me(origin, tokens.access_token)).status).toBe(200)
    await post(origin, '/oauth/revoke', { token: tokens.refresh_token, client_id: clientId })
    expect((await me(origin, tokens.access_token)).status).toBe(401)
  })
})

it('leaves a sound table', async () => {
  await expectSoundTable(service.table.database)
})
