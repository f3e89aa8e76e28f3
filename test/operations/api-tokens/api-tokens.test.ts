import { createHash } from 'node:crypto'
import { apiTokenEntity } from '@cairn/domain/table/entities/api-token'
import { describe, expect, inject, it } from 'vitest'
import { bearer, createToken, programWith } from '../../support/people/api-tokens.ts'
import { join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { createSend, refusal } from '../../support/requests/exchange.ts'
import { answerTo } from '../../support/requests/outcomes.ts'
import { createClock } from '../../support/service/clock.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { recordsWith } from '../../support/table/records.ts'

const clock = createClock()
const oneDay = 24 * 60 * 60 * 1000

const proxy = stopAfterFile(await startEngineProxy(inject('engineEndpoint'), { quietMilliseconds: 0 }))
const table = stopAfterFile(await createTestTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint, clock: clock.read }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
await join(ada, bob)
const send = createSend(service, ada)

type Created = { token: { id: string; prefix: string }; secret: string }
const create = (body: object) => send('POST', '/v1/api-tokens', { body })
const helpdesk = { name: 'Helpdesk', scopes: ['goals:read'] }
const inDays = (days: number) => new Date(clock.read().getTime() + days * oneDay).toISOString()
const revoke = ({ api }: Browser, tokenId: string) => api.revokeApiToken({ params: { tokenId } })
const listed = async ({ api }: Browser) => (await api.listApiTokens()).tokens.map(({ id }) => id)
const outcome = async (request: Promise<unknown>) => (await answerTo(request)).outcome

describe('creating a token', () => {
  it('201s with the token and its secret, 90 days long where it is not said', async () => {
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

  it('201s for a member with every scope; the live role bounds it, not the creation', async () => {
    expect(await outcome(createToken(bob))).toBe('ok')
  })
})

describe('a secret', () => {
  it('is the prefix, 256 random bits and a checksum, and differs from all others', async () => {
    const secrets = new Set<string>()
    for (let count = 0; count < 5; count++) {
      const { token, secret } = (await create(helpdesk)).body as Created
      const rest = secret.slice(token.prefix.length)
      expect(secret.startsWith(`cairn_${token.id}_`)).toBe(true)
      // 43 characters of base64url hold 256 bits; what follows is the checksum.
      expect(rest).toMatch(/^_[A-Za-z0-9_-]{43}[A-Za-z0-9_-]+$/)
      secrets.add(rest.slice(1, 44))
    }
    expect(secrets.size).toBe(5)
  })

  it('401s with any one character changed, left out, added or exchanged, before any database call', async () => {
    const { secret } = await createToken(ada)
    const random = secret.slice(-51)
    const wrong = [
      ...Array.from(
        secret,
        (character, at) => `${secret.slice(0, at)}${character === '0' ? '1' : '0'}${secret.slice(at + 1)}`,
      ),
      ...Array.from(
        random,
        (_, at) => `${secret.slice(0, -51)}${random.slice(0, at)}${random.slice(at + 1)}`,
      ),
      `${secret}0`,
      secret.slice(0, -51),
      secret.toUpperCase(),
      random,
    ].filter((text) => text !== secret)
    proxy.reset()
    for (const text of wrong) {
      const answer = await send('GET', '/v1/goals', { headers: { origin: undefined, ...bearer(text) } })
      expect(answer, text).toMatchObject(refusal('invalid_api_token'))
    }
    expect(proxy.calls).toEqual([])
  })

  it('stands in the table as its hash only, and in no other answer', async () => {
    const { id, secret } = await createToken(ada)
    const random = secret.slice(-51, -8)
    for (const part of [secret, random]) expect(await recordsWith(table, part)).toEqual([])
    const { data } = await apiTokenEntity(table.database).get({ tokenId: id }).go({ consistent: true })
    expect(data?.secretHash).toBe(createHash('sha256').update(secret).digest('hex'))
    expect((await send('GET', '/v1/api-tokens')).text).not.toContain(random)
    const { text } = await send('DELETE', `/v1/api-tokens/${id}`)
    expect(text).toContain(id)
    expect(text).not.toContain(random)
  })
})

describe('the list', () => {
  it('200s the own tokens, the newest first, the same on pages of any size', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      clock.advance({ milliseconds: 1 })
      ids.unshift((await createToken(bob, ['labels:read'])).id)
    }
    expect((await listed(bob)).slice(0, 5)).toEqual(ids)
    for (const id of ids) expect(await listed(ada)).not.toContain(id)
    const all = await listed(bob)
    for (const limit of [1, 2, 3, all.length]) {
      const walked: string[] = []
      let cursor: string | undefined
      do {
        const page = await bob.api.listApiTokens({ query: { limit, cursor } })
        expect(page.tokens.length).toBeLessThanOrEqual(limit)
        walked.push(...page.tokens.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(walked).toEqual(all)
    }
  })

  it('400s a cursor of another member, in the same organization', async () => {
    for (const person of [ada, bob]) for (let index = 0; index < 2; index++) await createToken(person)
    const { nextCursor } = await ada.api.listApiTokens({ query: { limit: 1 } })
    const withCursor = { query: { limit: 1, cursor: nextCursor ?? '' } }
    expect(await outcome(bob.api.listApiTokens(withCursor))).toBe('400 invalid_cursor')
    expect(await outcome(ada.api.listApiTokens(withCursor))).toBe('ok')
  })

  it('leaves out what is revoked and what is over by the clock', async () => {
    const short = await createToken(bob, ['labels:read'], 1)
    const long = await createToken(bob, ['labels:read'], 2)
    const ended = await createToken(bob, ['labels:read'])
    await revoke(bob, ended.id)
    expect(await listed(bob)).toEqual(expect.arrayContaining([short.id, long.id]))
    expect(await listed(bob)).not.toContain(ended.id)
    clock.advance({ milliseconds: oneDay - 1 })
    expect(await listed(bob)).toContain(short.id)
    clock.advance({ milliseconds: 1 })
    expect(await listed(bob)).not.toContain(short.id)
    expect(await listed(bob)).toContain(long.id)
    expect(await outcome(revoke(bob, short.id))).toBe('404 api_token_not_found')
  })
})

describe('revoking', () => {
  it('200s with the revoked token, which opens nothing any more', async () => {
    const token = await createToken(ada)
    const program = programWith(service, token)
    await program.listGoals()
    const before = (await ada.api.listApiTokens()).tokens.find(({ id }) => id === token.id)
    const revoked = await revoke(ada, token.id)
    expect(revoked.token).toMatchObject({
      ...before,
      revokedAt: clock.timestamp,
      lastUsedAt: clock.timestamp,
    })
    expect(await outcome(program.listGoals())).toBe('401 invalid_api_token')
    expect(await listed(ada)).not.toContain(token.id)
  })

  it('404s a second time, and once only of ten at once is it done', async () => {
    const token = await createToken(ada)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(revoke(ada, token.id))))
    expect(outcomes.toSorted()).toEqual([...Array(9).fill('404 api_token_not_found'), 'ok'])
    expect(await outcome(revoke(ada, token.id))).toBe('404 api_token_not_found')
  })

  it("404s another member's token, also for the owner, and leaves it alive", async () => {
    const bobs = await createToken(bob)
    expect(await outcome(revoke(ada, bobs.id))).toBe('404 api_token_not_found')
    expect(await outcome(programWith(service, bobs).listGoals())).toBe('ok')
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '%', 'cairn_x'])('404s the id %j', async (id) => {
    const answer = await send('DELETE', `/v1/api-tokens/${id}`)
    expect(answer).toMatchObject({ status: 404, body: { error: 'api_token_not_found' } })
  })
})
