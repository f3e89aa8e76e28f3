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
const revoke = ({ api }: Browser, tokenId: string) => api.revokeApiToken({ params: { tokenId } })
const listed = async ({ api }: Browser) => (await api.listApiTokens()).tokens.map(({ id }) => id)

describe('revoking an API token', () => {
  it('200s with the revoked token, which no longer works', async () => {
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
    expect(await outcomeOf(program.listGoals())).toBe('401 invalid_api_token')
    expect(await listed(ada)).not.toContain(token.id)
  })

  it('404s a second time, and 200s only one of ten at once', async () => {
    const token = await createToken(ada)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(revoke(ada, token.id))))
    expect(outcomes.toSorted()).toEqual([...Array(9).fill('404 api_token_not_found'), 'ok'])
    expect(await outcomeOf(revoke(ada, token.id))).toBe('404 api_token_not_found')
  })

  it("404s another member's token, also for the owner, and keeps it valid", async () => {
    const bobs = await createToken(bob)
    expect(await outcomeOf(revoke(ada, bobs.id))).toBe('404 api_token_not_found')
    expect(await outcomeOf(programWith(service, bobs).listGoals())).toBe('ok')
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '%', 'cairn_x'])('404s the id %j', async (id) => {
    const response = await send('DELETE', `/v1/api-tokens/${id}`)
    expect(response).toMatchObject({ status: 404, body: { error: 'api_token_not_found' } })
  })
})
