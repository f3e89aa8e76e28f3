import { describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
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
} from '../../support/requests/program.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const { origin } = service
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const readable = ['goals:read', 'goals:read:all', 'labels:read']

describe('metadata', () => {
  it('names the authorization server of both resources, for pages of any origin', async () => {
    for (const [path, resource] of [
      ['', origin],
      ['/mcp', `${origin}/mcp`],
    ]) {
      const response = await fetch(`${origin}/.well-known/oauth-protected-resource${path}`)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(await response.json()).toMatchObject({ resource, authorization_servers: [origin] })
    }
  })

  it('describes the authorization server', async () => {
    const response = await fetch(`${origin}/.well-known/oauth-authorization-server`)
    expect(await response.json()).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
  })
})

describe('a program', () => {
  it('gets tokens for one organization, within the scopes that were allowed', async () => {
    const clientId = await registerProgram(origin)
    const { verifier, challenge } = pkce()
    const browser = createBrowser(origin, ada)
    const consentId = await begin(browser, authorizationUrl(origin, { clientId, challenge }))
    const shown = await browser.open(`${origin}/v1/oauth/consents/${consentId}`)
    expect(await shown.json()).toMatchObject({
      consent: {
        id: consentId,
        program: { name: 'Helpdesk bot', host: '127.0.0.1:9', isVerified: false, isLoopback: true },
        redirectHost: '127.0.0.1:9',
        // It named none: all but those about people.
        scopes: [
          ...readable.slice(0, 1),
          'goals:write',
          'goals:read:all',
          'goals:write:all',
          'labels:read',
          'labels:write',
          'comments:write',
        ],
      },
    })
    const returned = await decide(browser, origin, consentId, {
      allow: true,
      organizationId,
      scopes: readable,
    })
    expect(Object.fromEntries(returned)).toEqual({ code: expect.any(String), state: 'state', iss: origin })
    const { status, body: tokens } = await post(origin, '/oauth/token', {
      grant_type: 'authorization_code',
      code: returned.get('code') ?? '',
      redirect_uri: redirectUri,
      client_id: clientId,
      code_verifier: verifier,
      resource: `${origin}/mcp`,
    })
    expect([status, tokens]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^cairnat_[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^cairnrt_[\w-]{43}$/),
        expires_in: 3600,
        scope: readable.join(' '),
        token_type: 'Bearer',
      },
    ])
    expect(await me(origin, tokens.access_token)).toMatchObject({
      status: 200,
      body: {
        user: { id: ada.userId },
        organization: { id: organizationId },
        credential: { kind: 'oauth', name: 'Helpdesk bot', scopes: readable, goalIds: null },
      },
    })
    expect((await ada.api.listOAuthGrants()).grants[0]).toMatchObject({
      program: { name: 'Helpdesk bot' },
      organizationId,
      scopes: readable,
    })
  })

  it('is refused by the person', async () => {
    const clientId = await registerProgram(origin)
    const browser = createBrowser(origin, ada)
    const consentId = await begin(
      browser,
      authorizationUrl(origin, { clientId, challenge: pkce().challenge }),
    )
    const returned = await decide(browser, origin, consentId, { allow: false })
    expect(returned.get('error')).toBe('access_denied')
    expect(returned.get('iss')).toBe(origin)
  })
})

describe('a refresh token', () => {
  it('gives a token of fewer scopes if the program asks for fewer, and all of the grant later', async () => {
    const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes: readable })
    const fewer = await post(origin, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: clientId,
      scope: 'goals:read',
    })
    expect(fewer).toMatchObject({ status: 200, body: { scope: 'goals:read' } })
    const scopesOf = async (token: string) => (await me(origin, token)).body
    expect(await scopesOf(fewer.body.access_token)).toMatchObject({ credential: { scopes: ['goals:read'] } })
    const all = await refresh(origin, clientId, fewer.body.refresh_token)
    expect(await scopesOf(all.body.access_token)).toMatchObject({ credential: { scopes: readable } })
  })

  it('rotates', async () => {
    const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes: readable })
    const second = await refresh(origin, clientId, tokens.refresh_token)
    expect(second.status).toBe(200)
    expect((await me(origin, second.body.access_token)).status).toBe(200)
    expect(second.body.refresh_token).not.toBe(tokens.refresh_token)
    expect((await refresh(origin, clientId, second.body.refresh_token)).status).toBe(200)
  })
})
