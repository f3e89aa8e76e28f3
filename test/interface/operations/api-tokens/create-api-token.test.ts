import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal, unknownId } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const oneDay = 24 * 60 * 60 * 1000
const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
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
        kind: 'client',
        goalIds: null,
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
    ['kind', { kind: 'user' }],
    ['kind', { kind: null }],
    ['goalIds', { goalIds: [] }],
    ['goalIds', { goalIds: null }],
    ['goalIds', { goalIds: [unknownId, unknownId] }],
    ['goalIds', { goalIds: [unknownId.replaceAll('a', 'A'), unknownId] }],
    ['goalIds', { goalIds: Array.from({ length: 51 }, randomUUID) }],
    ['goalIds.0', { goalIds: ['x'] }],
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

describe('creating a token for some goals', () => {
  it('201s with the goals in their order, whoever owns them, and the list shows them', async () => {
    const goals = [await createGoal(bob), await createGoal(ada), await createGoal(ada, { ownerUserId: null })]
    const goalIds = goals.map(({ id }) => id)
    clock.advance({ days: 1 })
    const { status, body } = await create({ ...helpdesk, kind: 'agent', goalIds })
    const { token } = body as Created
    expect(status).toBe(201)
    expect(token).toMatchObject({ kind: 'agent', goalIds })
    expect((await ada.api.listApiTokens()).tokens[0]).toEqual(token)
    expect((await ada.api.listOrganizationApiTokens()).tokens[0]).toEqual({
      ...token,
      ownerUserId: ada.userId,
    })
  })

  it('201s with 50 goals', async () => {
    const goals = await Promise.all(Array.from({ length: 50 }, () => createGoal(ada)))
    const goalIds = goals.map(({ id }) => id)
    expect(await create({ ...helpdesk, goalIds })).toMatchObject({
      status: 201,
      body: { token: { goalIds } },
    })
  })

  it('400s a goal that is unknown, deleted, or of another organization, without a difference, and creates nothing', async () => {
    const eve = await signInAs('Eve')
    const { id: own } = await createGoal(ada)
    const { id: deleted } = await createGoal(ada)
    await ada.api.deleteGoal({ params: { goalId: deleted } })
    const { id: foreign } = await createGoal(eve)
    const before = await ada.api.listApiTokens()
    const refusals = await Promise.all(
      [unknownId, deleted, foreign].map((goalId) => create({ ...helpdesk, goalIds: [own, goalId] })),
    )
    for (const { status, body } of refusals) {
      expect({ status, body }).toMatchObject(refusal('invalid_request', 'goalIds.1'))
      expect(body).toEqual(refusals[0]?.body)
      expect((body as { details: unknown[] }).details).toHaveLength(1)
    }
    expect(await ada.api.listApiTokens()).toEqual(before)
  })

  it('keeps kind and goals when the secret is rotated and when the token is revoked', async () => {
    const { id: goalId } = await createGoal(ada)
    const { id } = await createToken(ada, ['goals:read'], { kind: 'agent', goalIds: [goalId] })
    const rotated = await ada.api.rotateApiToken({ params: { apiTokenId: id }, body: { overlapHours: 0 } })
    expect(rotated.token).toMatchObject({ kind: 'agent', goalIds: [goalId] })
    expect((await programWith(service, rotated).listGoals()).goals.map((goal) => goal.id)).toEqual([goalId])
    const { token } = await ada.api.revokeApiToken({ params: { tokenId: id } })
    expect(token).toMatchObject({ kind: 'agent', goalIds: [goalId] })
  })

  it('tells the audit log kind and goals', async () => {
    const { id: goalId } = await createGoal(ada)
    const { id } = await createToken(ada, ['goals:read'], { kind: 'agent', goalIds: [goalId] })
    const { entries } = await ada.api.listAuditEntries()
    const created = entries.find(({ target }) => target?.id === id)
    expect(created?.changes).toEqual(
      expect.arrayContaining([
        { field: 'kind', from: null, to: 'agent' },
        { field: 'goalIds', from: null, to: goalId },
      ]),
    )
  })
})
