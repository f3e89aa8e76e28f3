import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { join } from '../../../support/people/invite.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
const [bob, cem, eve] = [await signInAs('Bob'), await signInAs('Cem'), await signInAs('Eve')]
await join(ada, bob, 'admin')
await join(ada, cem, 'member')
const revoke = ({ api }: Browser, apiTokenId: string) =>
  api.revokeOrganizationApiToken({ params: { apiTokenId } })
const use = (secret: string) => outcomeOf(programWith(service, { secret }).listGoals())

describe('revoking an API token of somebody else', () => {
  it('200s with the revoked token, of which no secret works any more', async () => {
    const { id, secret: old } = await createToken(cem)
    const { secret } = await cem.api.rotateApiToken({
      params: { apiTokenId: id },
      body: { overlapHours: 24 },
    })
    const before = (await cem.api.listApiTokens()).tokens.find((token) => token.id === id)
    const { token } = await revoke(bob, id)
    expect(token).toEqual({
      ...before,
      previousSecretExpiresAt: null,
      revokedAt: clock.timestamp,
      ownerUserId: cem.userId,
    })
    expect([await use(old), await use(secret)]).toEqual(['401 invalid_api_token', '401 invalid_api_token'])
    expect((await cem.api.listApiTokens()).tokens.map((listed) => listed.id)).not.toContain(id)
    expect((await ada.api.listOrganizationApiTokens()).tokens.map((listed) => listed.id)).not.toContain(id)
  })

  it("revokes the owner's too, and one's own", async () => {
    for (const whose of [ada, bob]) {
      const { id, secret } = await createToken(whose)
      await revoke(bob, id)
      expect(await use(secret)).toBe('401 invalid_api_token')
    }
  })

  it('ends a token that is in use with its next request, and none before', async () => {
    const { id, secret } = await createToken(cem)
    const outcomes: string[] = []
    let isRevoked = false
    const program = (async () => {
      while (!isRevoked) outcomes.push(await use(secret))
    })()
    await revoke(ada, id)
    isRevoked = true
    expect(await use(secret)).toBe('401 invalid_api_token')
    await program
    const first = outcomes.indexOf('401 invalid_api_token')
    const after = first === -1 ? [] : outcomes.slice(first)
    expect(new Set(after).size).toBeLessThanOrEqual(1)
  })

  it('200s only one of ten at once', async () => {
    const { id } = await createToken(cem)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(revoke(ada, id))))
    expect(outcomes.toSorted()).toEqual([...Array(9).fill('404 api_token_not_found'), 'ok'])
  })

  it('403s a member and 404s an administrator of another organization, and the token stays', async () => {
    const { id, secret } = await createToken(ada)
    expect(await outcomeOf(revoke(cem, id))).toBe('403 organization_admin_required')
    expect(await outcomeOf(revoke(eve, id))).toBe('404 api_token_not_found')
    expect(await use(secret)).toBe('ok')
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '%'])('404s the id %j', async (id) => {
    const response = await send('DELETE', `/v1/organizations/current/api-tokens/${id}`)
    expect(response).toMatchObject({ status: 404, body: { error: 'api_token_not_found' } })
  })
})
