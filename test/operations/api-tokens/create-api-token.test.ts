import { describe, expect, it } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { join } from '../../support/people/invite.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { refusal } from '../../support/requests/exchange.ts'
import { outcomeOf } from '../../support/requests/outcomes.ts'
import { createClock } from '../../support/service/clock.ts'

const clock = createClock()
const oneDay = 24 * 60 * 60 * 1000
const { ada, send, signInAs } = await startWithAda({ clock: clock.read })
const bob = await signInAs('Bob')
await join(ada, bob)

type Created = { token: { id: string; prefix: string }; secret: string }
const helpdesk = { name: 'Helpdesk', scopes: ['goals:read'] }
const create = (body: object) => send('POST', '/v1/api-tokens', { body })
const inDays = (days: number) => new Date(clock.read().getTime() + days * oneDay).toISOString()

describe('creating a token', () => {
  it('201s with the token and its secret, by default for 90 days', async () => {
    const { status, body } = await create({ name: ' Helpdesk ', scopes: ['goals:read', 'labels:write'] })
    const { token, secret } = body as Created
    expect(status).toBe(201)
    expect(body).toEqual({
      token: {
        id: token.id,
        name: 'Helpdesk',
        prefix: `cairn_${token.id}`,
        scopes: ['goals:read', 'labels:write'],
        createdAt: clock.timestamp,
        expiresAt: inDays(90),
        lastUsedAt: null,
        rotatedAt: null,
        previousSecretExpiresAt: null,
        revokedAt: null,
      },
      secret,
    })
    expect((await ada.api.listApiTokens()).tokens).toEqual([token])
  })

  it.each([1, 90, 365])('201s one of %d days', async (expiresInDays) => {
    expect(await create({ ...helpdesk, expiresInDays })).toMatchObject({
      status: 201,
      body: { token: { expiresAt: inDays(expiresInDays) } },
    })
  })

  it.each(['x', '\u{1F333}'.repeat(100)])('201s the name %.10j', async (name) => {
    expect(await create({ ...helpdesk, name })).toMatchObject({ status: 201, body: { token: { name } } })
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: '  ' }],
    ['name', { name: '\u{1F333}'.repeat(101) }],
    ['name', { name: undefined }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['goals:read', 'goals:read'] }],
    ['scopes', { scopes: undefined }],
    ['scopes', { scopes: 'goals:read' }],
    ['scopes.1', { scopes: ['goals:read', 'goals:all'] }],
    ['scopes.0', { scopes: ['Goals:read'] }],
    ['expiresInDays', { expiresInDays: 0 }],
    ['expiresInDays', { expiresInDays: 366 }],
    ['expiresInDays', { expiresInDays: 1.5 }],
    ['expiresInDays', { expiresInDays: '90' }],
    ['expiresInDays', { expiresInDays: null }],
    ['organizationId', { organizationId: '00000000-0000-4000-8000-000000000000' }],
  ])('400s the %s of %.60j', async (field, changes) => {
    expect(await create({ ...helpdesk, ...changes })).toMatchObject(refusal('invalid_request', field))
  })

  it('201s for a member with every scope: the current role limits the token, not its creation', async () => {
    expect(await outcomeOf(createToken(bob))).toBe('ok')
  })
})
