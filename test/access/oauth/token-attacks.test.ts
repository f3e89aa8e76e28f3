import { beforeAll, describe, expect, it } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import {
  authorizationUrl,
  connect,
  createBrowser,
  me,
  pkce,
  post,
  refresh,
  registerProgram,
} from '../../support/requests/program.ts'
import { createClock } from '../../support/service/clock.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

/** Attacks on tokens, and on grants that end. */

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const { origin } = service
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const scopes = ['goals:read', 'goals:write']

const mcp = async (token: string, path = '/mcp') => {
  const response = await fetch(`${origin}${path}`, {
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

describe('an access token', () => {
  it.each(['/mcp', '/mcp/work'])(
    'for the API does not open %s, which says who issues others',
    async (path) => {
      const { tokens } = await connect(origin, ada, { organizationId, scopes, resource: origin })
      expect((await me(origin, tokens.access_token)).status).toBe(200)
      const { status, challenge } = await mcp(tokens.access_token, path)
      expect(status).toBe(401)
      expect(challenge).toContain(`resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`)
      const { tokens: right } = await connect(origin, ada, { organizationId, scopes })
      expect((await mcp(right.access_token, path)).status).toBe(200)
    },
  )

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
  it('gives each of ten requests at once a working pair of one family, which ends with a later use', async () => {
    const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refresh(origin, clientId, tokens.refresh_token)),
    )
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(10)
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect((await me(origin, body.access_token)).status).toBe(200)
    }
    const [one, other] = answers
    const next = await refresh(origin, clientId, other?.body.refresh_token ?? '')
    expect(next.status).toBe(200)
    clock.advance({ milliseconds: 31_000 })
    expect((await refresh(origin, clientId, tokens.refresh_token)).body.error).toBe('invalid_grant')
    for (const { body } of [...answers, next]) {
      expect((await me(origin, body.access_token)).status).toBe(401)
    }
    expect((await refresh(origin, clientId, one?.body.refresh_token ?? '')).body.error).toBe('invalid_grant')
  })

  it('may be used again within 30 seconds of its use, by its program alone, and the audit log tells', async () => {
    const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes })
    const other = await registerProgram(origin)
    expect((await refresh(origin, clientId, tokens.refresh_token)).status).toBe(200)
    clock.advance({ milliseconds: 30_000 })
    expect((await refresh(origin, other, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(origin, clientId, tokens.refresh_token)).status).toBe(200)
    const { entries } = await ada.api.listAuditEntries({ query: { kind: 'grant' } })
    expect(entries[0]).toMatchObject({
      action: 'grant.refreshed_again',
      credential: { kind: 'refresh_token' },
      target: { kind: 'grant', name: 'Helpdesk bot', person: { userId: ada.userId } },
    })
    clock.advance({ milliseconds: 1 })
    expect((await refresh(origin, clientId, tokens.refresh_token)).body.error).toBe('invalid_grant')
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

// The last one: sessions end meanwhile.
describe('a refresh token that is used every month', () => {
  it('counts as use of the grant, whose program stays registered as long as it is used', async () => {
    const connected = await connect(origin, ada, { organizationId, scopes })
    let { tokens } = connected
    for (let month = 0; month < 11; month++) {
      clock.advance({ days: 30 })
      const { status, body } = await refresh(origin, connected.clientId, tokens.refresh_token)
      expect(status).toBe(200)
      tokens = body
    }
    expect((await me(origin, tokens.access_token)).status).toBe(200)
    // The grant ends after 90 days without use, and the registration 180 days later.
    clock.advance({ days: 269 })
    const asked = await createBrowser(origin).open(
      authorizationUrl(origin, { clientId: connected.clientId, challenge: pkce().challenge }),
    )
    expect(asked.status).toBe(303)
    clock.advance({ days: 2 })
    const late = await createBrowser(origin).open(
      authorizationUrl(origin, { clientId: connected.clientId, challenge: pkce().challenge }),
    )
    expect(late.status).toBe(400)
  })
})

describe('a registration whose grant was ended', () => {
  let zoe: Awaited<ReturnType<typeof signInAs>>
  beforeAll(async () => {
    zoe = await signInAs('Zoe')
  })
  const isRegistered = async (clientId: string) => {
    const { challenge } = pkce()
    const { status } = await createBrowser(origin).open(authorizationUrl(origin, { clientId, challenge }))
    return status === 303
  }
  /** Connects a program, uses the grant, so that the registration is kept for 270 days, and ends it. */
  async function ended(
    end: (one: {
      clientId: string
      refreshToken: string
      own: { organizationId: string; scopes: string[] }
    }) => Promise<unknown>,
  ) {
    const { activeOrganizationId } = await zoe.api.getAuthSession()
    const own = { organizationId: activeOrganizationId, scopes }
    const { clientId, tokens } = await connect(origin, zoe, own)
    const { body } = await refresh(origin, clientId, tokens.refresh_token)
    await end({ clientId, refreshToken: body.refresh_token, own })
    return clientId
  }

  it('is deleted 180 days later, unless another grant is used', async () => {
    const byHand = await ended(async () => {
      const { grants } = await zoe.api.listOAuthGrants({ query: {} })
      await zoe.api.endOAuthGrant({ params: { grantId: grants[0]?.id ?? '' } })
    })
    const byProgram = await ended(({ clientId, refreshToken }) =>
      post(origin, '/oauth/revoke', { token: refreshToken, client_id: clientId }),
    )
    const shared = await ended(async ({ clientId, refreshToken, own }) => {
      const other = await connect(origin, zoe, { ...own, clientId })
      await post(origin, '/oauth/revoke', { token: refreshToken, client_id: clientId })
      await refresh(origin, clientId, other.tokens.refresh_token)
    })
    clock.advance({ days: 179 })
    expect([await isRegistered(byHand), await isRegistered(byProgram)]).toEqual([true, true])
    clock.advance({ days: 2 })
    expect([await isRegistered(byHand), await isRegistered(byProgram)]).toEqual([false, false])
    expect(await isRegistered(shared)).toBe(true)
  })
})

it('leaves a sound table', async () => {
  await expectSoundTable(service.table.database)
})
