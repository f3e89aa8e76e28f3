import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { join } from '../../../support/people/invite.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
const bob = await signInAs('Bob')
await join(ada, bob)
const hour = 60 * 60 * 1000

const rotate = ({ api }: Browser, apiTokenId: string, overlapHours = 24) =>
  api.rotateApiToken({ params: { apiTokenId }, body: { overlapHours } })
const use = (secret: string) => outcomeOf(programWith(service, { secret }).listGoals())
const inHours = (hours: number) => new Date(clock.read().getTime() + hours * hour).toISOString()
const revoked = '401 invalid_api_token'

describe('rotating an API token', () => {
  it('200s with a new secret, and the old one is valid for the overlap, to the millisecond', async () => {
    const { id, secret: old } = await createToken(ada)
    const before = (await ada.api.listApiTokens()).tokens.find((token) => token.id === id)
    const { token, secret } = await rotate(ada, id)
    expect(token).toEqual({ ...before, rotatedAt: clock.timestamp, previousSecretExpiresAt: inHours(24) })
    expect(secret).toMatch(/^cairn_/)
    expect([await use(old), await use(secret)]).toEqual(['ok', 'ok'])
    clock.advance({ milliseconds: 24 * hour - 1 })
    expect([await use(old), await use(secret)]).toEqual(['ok', 'ok'])
    clock.advance({ milliseconds: 1 })
    expect([await use(old), await use(secret)]).toEqual([revoked, 'ok'])
    const after = (await ada.api.listApiTokens()).tokens.find((listed) => listed.id === id)
    expect(after).toMatchObject({ rotatedAt: token.rotatedAt, previousSecretExpiresAt: null })
  })

  it('ends the old secret at once without an overlap, and all earlier ones', async () => {
    const { id, secret: first } = await createToken(ada)
    const { secret: second } = await rotate(ada, id, 168)
    expect(await use(first)).toBe('ok')
    const { token, secret: third } = await rotate(ada, id, 0)
    expect(token.previousSecretExpiresAt).toBeNull()
    expect([await use(first), await use(second), await use(third)]).toEqual([revoked, revoked, 'ok'])
  })

  it('keeps the secret in use when a lost response makes the client rotate again', async () => {
    const { id, secret: inUse } = await createToken(ada)
    const { secret: lost } = await rotate(ada, id, 10)
    clock.advance({ milliseconds: hour })
    const { token, secret } = await rotate(ada, id, 10)
    expect(token.previousSecretExpiresAt).toBe(inHours(10))
    expect([await use(inUse), await use(lost), await use(secret)]).toEqual(['ok', 'ok', 'ok'])
    clock.advance({ milliseconds: 9 * hour })
    expect([await use(inUse), await use(lost), await use(secret)]).toEqual([revoked, 'ok', 'ok'])
    clock.advance({ milliseconds: hour })
    expect([await use(lost), await use(secret)]).toEqual([revoked, 'ok'])
  })

  it('shortens a longer overlap, never extends one', async () => {
    const { id, secret: first } = await createToken(ada)
    await rotate(ada, id, 100)
    await rotate(ada, id, 2)
    clock.advance({ milliseconds: hour })
    await rotate(ada, id, 50)
    expect(await use(first)).toBe('ok')
    clock.advance({ milliseconds: hour })
    expect(await use(first)).toBe(revoked)
  })

  it('gives each of several concurrent rotations a valid secret, and keeps five earlier ones', async () => {
    const { id, secret: first } = await createToken(ada)
    const secrets = await Promise.all(
      Array.from({ length: 4 }, async () => (await rotate(ada, id, 1)).secret),
    )
    expect(await Promise.all([first, ...secrets].map(use))).toEqual(Array(5).fill('ok'))
    const more = [(await rotate(ada, id, 1)).secret, (await rotate(ada, id, 1)).secret]
    expect(await use(first)).toBe(revoked)
    expect(await Promise.all([...secrets, ...more].map(use))).toEqual(Array(6).fill('ok'))
  })

  it('does not extend the life of a token: all its secrets expire with it', async () => {
    const { id, secret: old } = await createToken(ada, ['goals:read'], { expiresInDays: 1 })
    clock.advance({ milliseconds: 23 * hour })
    const { token, secret } = await rotate(ada, id, 168)
    expect(token.expiresAt).toBe(inHours(1))
    expect([await use(old), await use(secret)]).toEqual(['ok', 'ok'])
    clock.advance({ milliseconds: hour })
    expect([await use(old), await use(secret)]).toEqual([revoked, revoked])
    expect(await outcomeOf(rotate(ada, id))).toBe('404 api_token_not_found')
  })

  it('ends with every secret when the token is revoked, also while it is rotated', async () => {
    const { id, secret: old } = await createToken(ada)
    const { secret } = await rotate(ada, id)
    const [outcome, later] = await Promise.all([
      outcomeOf(ada.api.revokeApiToken({ params: { tokenId: id } })),
      rotate(ada, id).then(
        (rotated) => rotated.secret,
        () => undefined,
      ),
    ])
    expect(outcome).toBe('ok')
    expect(await Promise.all([old, secret, later ?? old].map(use))).toEqual([revoked, revoked, revoked])
    expect(await outcomeOf(rotate(ada, id))).toBe('404 api_token_not_found')
  })

  it("404s another member's token, also for the owner of the organization", async () => {
    const bobs = await createToken(bob)
    expect(await outcomeOf(rotate(ada, bobs.id))).toBe('404 api_token_not_found')
    expect(await use(bobs.secret)).toBe('ok')
  })

  it('404s a token of an earlier membership, none of whose secrets is valid', async () => {
    const cem = await signInAs('Cem')
    await join(ada, cem)
    const { id, secret } = await createToken(cem)
    await ada.api.removeOrganizationMember({
      params: { userId: cem.userId },
      body: { reassignGoalsTo: null },
    })
    await join(ada, cem)
    expect(await outcomeOf(rotate(cem, id))).toBe('404 api_token_not_found')
    expect(await use(secret)).toBe('403 permission_denied')
  })

  it.each([undefined, -1, 169, 1.5, '24'])('400s the overlap %j', async (overlapHours) => {
    const { id } = await createToken(ada)
    const response = await send('POST', `/v1/api-tokens/${id}/rotate`, { body: { overlapHours } })
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '%'])('404s the id %j', async (id) => {
    const response = await send('POST', `/v1/api-tokens/${id}/rotate`, { body: { overlapHours: 1 } })
    expect(response).toMatchObject({ status: 404, body: { error: 'api_token_not_found' } })
  })
})
