import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import {
  askForCode,
  connectDevice,
  deviceGrant,
  poll,
  registerDevice,
} from '../../support/requests/device.ts'
import { me, post, refresh, registerProgram } from '../../support/requests/program.ts'
import { createClock } from '../../support/service/clock.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'

/** Programs without a browser (RFC 8628): what they are told, and what they get. */

const clock = createClock()
const { service, ada } = await startWithAda({ clock: clock.read })
const { origin } = service
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const clientId = await registerDevice(origin)
const allowed = { allow: true, organizationId, scopes: ['goals:read' as const] }

const allow = (userCode: string) => ada.api.decideOAuthDevice({ body: { userCode, ...allowed } })

it('is in the metadata, and open to pages of every origin', async () => {
  const response = await fetch(`${origin}/.well-known/oauth-authorization-server`)
  expect(await response.json()).toMatchObject({
    device_authorization_endpoint: `${origin}/oauth/device`,
    grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', deviceGrant]),
  })
  const asked = await fetch(`${origin}/oauth/device`, { method: 'POST', body: new URLSearchParams() })
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
})

describe('a program that asks', () => {
  it('gets a code to show, which resists typing errors, and the addresses of its page', async () => {
    const code = await askForCode(origin, clientId)
    expect(code).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${origin}/device`,
      verification_uri_complete: `${origin}/device?user_code=${code.user_code}`,
      expires_in: 600,
      interval: 5,
    })
    const page = await fetch(code.verification_uri_complete, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('waits, gets tokens once it is allowed, renews them, and is a grant like any other', async () => {
    const resource = `${origin}/mcp`
    const code = await askForCode(origin, clientId, { resource, scope: 'goals:read labels:read openid' })
    expect(await poll(origin, clientId, code.device_code)).toMatchObject({
      status: 400,
      body: { error: 'authorization_pending' },
    })
    await allow(code.user_code)
    // Nothing begins before the program has its tokens.
    expect((await ada.api.listOAuthGrants()).grants).toEqual([])
    const { status, body } = await poll(origin, clientId, code.device_code, { resource })
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^cairnat_/),
        refresh_token: expect.stringMatching(/^cairnrt_/),
        expires_in: 3_600,
        token_type: 'Bearer',
        scope: 'goals:read',
      },
    ])
    expect((await me(origin, body.access_token)).body).toMatchObject({
      user: { id: ada.userId },
      organization: { id: organizationId },
      credential: { kind: 'oauth', name: 'Helpdesk bot', scopes: ['goals:read'] },
    })
    const renewed = await refresh(origin, clientId, body.refresh_token)
    expect((await me(origin, renewed.body.access_token)).status).toBe(200)
    const { grants } = await ada.api.listOAuthGrants()
    expect(grants).toMatchObject([
      {
        program: { name: 'Helpdesk bot', host: '', isVerified: false, isLoopback: false },
        organizationId,
        scopes: ['goals:read'],
      },
    ])
    await ada.api.endOAuthGrant({ params: { grantId: grants[0]?.id ?? '' } })
    expect((await me(origin, renewed.body.access_token)).status).toBe(401)
  })

  it('for the API gets a token that does not open the MCP endpoint, and the other way around is refused', async () => {
    const code = await askForCode(origin, clientId)
    await allow(code.user_code)
    const other = await poll(origin, clientId, code.device_code, { resource: `${origin}/mcp` })
    expect(other.body.error).toBe('invalid_target')
    const { body } = await poll(origin, clientId, code.device_code)
    const response = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    expect(response.status).toBe(401)
  })

  it('that names no scope may get all but those about people', async () => {
    const { user_code: userCode } = await askForCode(origin, clientId)
    const { device } = await ada.api.previewOAuthDevice({ body: { userCode } })
    expect(device.scopes).toContain('goals:write:all')
    expect(device.scopes).not.toContain('members:read')
  })

  it('is told that the person has refused, as often as it asks', async () => {
    const code = await askForCode(origin, clientId)
    await ada.api.decideOAuthDevice({ body: { userCode: code.user_code, allow: false } })
    for (let count = 0; count < 2; count++) {
      expect((await poll(origin, clientId, code.device_code)).body.error).toBe('access_denied')
    }
  })

  it('is told that the code has expired after 10 minutes', async () => {
    const code = await askForCode(origin, clientId)
    clock.advance({ milliseconds: 600_000 })
    expect((await poll(origin, clientId, code.device_code)).body.error).toBe('expired_token')
    await expect(allow(code.user_code)).rejects.toMatchObject({ code: 'oauth_device_not_found' })
  })

  it('that is allowed in the last second has two minutes for its tokens', async () => {
    const inTime = await askForCode(origin, clientId)
    const late = await askForCode(origin, clientId)
    clock.advance({ milliseconds: 599_000 })
    await allow(inTime.user_code)
    await allow(late.user_code)
    clock.advance({ milliseconds: 119_000 })
    expect((await poll(origin, clientId, inTime.device_code)).status).toBe(200)
    clock.advance({ milliseconds: 1_000 })
    expect((await poll(origin, clientId, late.device_code)).body.error).toBe('expired_token')
  })

  it('gets no refresh token unless it has registered for one', async () => {
    const once = await registerDevice(origin, { grant_types: [deviceGrant] })
    const code = await askForCode(origin, once)
    await allow(code.user_code)
    const { body } = await poll(origin, once, code.device_code)
    expect(body.refresh_token).toBeUndefined()
    expect((await me(origin, body.access_token)).status).toBe(200)
  })
})

describe('a program that asks for its tokens', () => {
  const pollAfter = async (seconds: number, deviceCode: string) => {
    clock.advance({ milliseconds: seconds * 1_000 })
    return (await poll(origin, clientId, deviceCode)).body.error
  }

  it('every 5 seconds may go on; one that asks sooner must slow down, by 5 seconds each time', async () => {
    const { device_code: code } = await askForCode(origin, clientId)
    expect(await pollAfter(0, code)).toBe('authorization_pending')
    expect(await pollAfter(5, code)).toBe('authorization_pending')
    expect(await pollAfter(4.6, code)).toBe('authorization_pending')
    expect(await pollAfter(4, code)).toBe('slow_down')
    expect(await pollAfter(5, code)).toBe('slow_down')
    expect(await pollAfter(6, code)).toBe('authorization_pending')
    expect(await pollAfter(15, code)).toBe('authorization_pending')
  })

  it('in a flood writes little, and still gets its tokens when it is allowed', async () => {
    const code = await askForCode(origin, clientId)
    const writes = async () => {
      const { oauthRecord } = await readTable(service.table.database)
      return oauthRecord.filter(({ kind, pollSeconds }) => kind === 'DeviceCode' && pollSeconds === 60).length
    }
    for (let count = 0; count < 20; count++) await poll(origin, clientId, code.device_code)
    expect(await writes()).toBe(1)
    await allow(code.user_code)
    expect((await poll(origin, clientId, code.device_code)).status).toBe(200)
  })
})

describe('a device code', () => {
  it('may be used again within 30 seconds, because the response may have been lost, and the log tells', async () => {
    const { clientId: program, deviceCode, tokens } = await connectDevice(origin, ada, allowed)
    clock.advance({ milliseconds: 30_000 })
    const again = await poll(origin, program, deviceCode)
    expect(again.status).toBe(200)
    for (const { access_token: token } of [tokens, again.body]) {
      expect((await me(origin, token)).status).toBe(200)
    }
    const { entries } = await ada.api.listAuditEntries({ query: { kind: 'grant' } })
    expect(entries[0]).toMatchObject({ action: 'grant.refreshed_again' })
  })

  it('that is used later ends what it began', async () => {
    const { clientId: program, deviceCode, tokens } = await connectDevice(origin, ada, allowed)
    clock.advance({ milliseconds: 30_001 })
    expect((await poll(origin, program, deviceCode)).body.error).toBe('invalid_grant')
    expect((await me(origin, tokens.access_token)).status).toBe(401)
    expect((await refresh(origin, program, tokens.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('gives each of ten requests at once a working pair of one grant', async () => {
    const code = await askForCode(origin, clientId)
    await allow(code.user_code)
    const before = (await ada.api.listOAuthGrants()).grants.length
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => poll(origin, clientId, code.device_code)),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect((await me(origin, body.access_token)).status).toBe(200)
    }
    expect((await ada.api.listOAuthGrants()).grants).toHaveLength(before + 1)
  })

  it('of another program, or one that nobody has, is refused', async () => {
    const code = await askForCode(origin, clientId)
    await allow(code.user_code)
    const other = await registerDevice(origin)
    expect((await poll(origin, other, code.device_code)).body.error).toBe('invalid_grant')
    expect((await poll(origin, clientId, 'x'.repeat(43))).body.error).toBe('invalid_grant')
    // A wrong attempt of another client takes nothing from the program.
    expect((await poll(origin, clientId, code.device_code)).status).toBe(200)
  })

  it('and the code that a person types are stored as hashes', async () => {
    const code = await askForCode(origin, clientId)
    const stored = JSON.stringify(await readTable(service.table.database))
    for (const secret of [code.device_code, code.user_code, code.user_code.replace('-', '')]) {
      expect(stored).not.toContain(secret)
    }
  })
})

describe('a request for a code', () => {
  const ask = (fields: Record<string, string> | URLSearchParams) =>
    post(origin, '/oauth/device', fields as Record<string, string>)

  it.each([
    ['of nobody', { client_id: 'nobody' }, 'invalid_client'],
    ['without a program', {}, 'invalid_request'],
    [
      'for an address that is not ours',
      { client_id: clientId, resource: 'https://evil.example.com' },
      'invalid_target',
    ],
    ['for a scope that is none', { client_id: clientId, scope: 'goals:own' }, 'invalid_scope'],
    ['of more than 4 KiB', { client_id: clientId, scope: 'goals:read '.repeat(400) }, 'invalid_request'],
  ])('%s is refused', async (_, fields, error) => {
    const { body, status } = await ask(fields as Record<string, string>)
    expect(body.error).toBe(error)
    expect(status).toBeGreaterThanOrEqual(400)
  })

  it.each([
    ['two resources', 'resource', [origin, `${origin}/mcp`], 'invalid_target'],
    ['two scopes', 'scope', ['goals:read', 'goals:write'], 'invalid_request'],
    ['two programs', 'client_id', [clientId], 'invalid_request'],
  ] as const)('with %s is refused', async (_, name, values, error) => {
    const fields = new URLSearchParams({ client_id: clientId })
    for (const value of values) fields.append(name, value)
    expect((await ask(fields)).body.error).toBe(error)
  })

  it('of a program that has not registered for codes, or has no name, is refused', async () => {
    expect((await ask({ client_id: await registerProgram(origin) })).body.error).toBe('invalid_request')
    const nameless = await registerDevice(origin, { client_name: undefined })
    expect((await ask({ client_id: nameless })).body.error).toBe('invalid_request')
  })

  it('of more than 16 KiB is 413, and one that is no form is refused', async () => {
    const send = (body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(`${origin}/oauth/device`, { method: 'POST', headers: { 'content-type': type }, body })
    expect((await send('x'.repeat(16 * 1024 + 1))).status).toBe(413)
    for (const body of ['', '%', '{}', '\u0000', 'client_id=%00']) {
      expect([400, 401]).toContain((await send(body)).status)
    }
    expect((await send(JSON.stringify({ client_id: clientId }), 'application/json')).status).toBe(400)
    expect((await fetch(`${origin}/oauth/device`)).status).toBe(405)
  })
})

it('leaves a sound table', async () => {
  await expectSoundTable(service.table.database)
})
