import { describe, expect, it } from 'vitest'
import { createToken, programWith, removeMember } from '../../../support/people/api-tokens.ts'
import { join } from '../../../support/people/invite.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const [bob, cem, eve] = [await signInAs('Bob'), await signInAs('Cem'), await signInAs('Eve')]
const organizationId = await join(ada, bob, 'admin')
await join(ada, cem, 'member')
const list = (query = {}) => ada.api.listOrganizationApiTokens({ query })
const names = async () => (await list()).tokens.map(({ name }) => name)
const day = 24 * 60 * 60 * 1000

describe("the tokens of the organization's people", () => {
  it('lists those of everybody, newest first, with their owner and without a secret', async () => {
    const tokens = []
    for (const by of [cem, ada, bob]) {
      clock.advance({ milliseconds: 1000 })
      tokens.push({ by, ...(await createToken(by, ['goals:read'])) })
    }
    await createToken(eve)
    await programWith(service, tokens[0] ?? { secret: '' }).listGoals()
    const listed = await list()
    expect(listed.tokens.map(({ id }) => id)).toEqual(tokens.map(({ id }) => id).toReversed())
    expect(listed.tokens.map(({ ownerUserId }) => ownerUserId)).toEqual([bob.userId, ada.userId, cem.userId])
    const [own] = (await cem.api.listApiTokens()).tokens
    expect(listed.tokens.at(-1)).toEqual({ ...own, ownerUserId: cem.userId, lastUsedAt: clock.timestamp })
    for (const { secret } of tokens) {
      expect(JSON.stringify(listed)).not.toContain(secret.slice(secret.lastIndexOf('_')))
    }
    expect(await bob.api.listOrganizationApiTokens()).toEqual(listed)
  })

  it('has pages', async () => {
    const all = (await list()).tokens.map(({ id }) => id)
    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, cursor: first.nextCursor })
    expect([...first.tokens, ...second.tokens].map(({ id }) => id)).toEqual(all)
    expect(second.nextCursor).toBeNull()
  })

  it('has rotated tokens once, and neither revoked nor expired ones', async () => {
    const before = await names()
    const { id: revoked } = await createToken(cem, ['labels:read'])
    await createToken(cem, ['labels:write'], { expiresInDays: 1 })
    const { id: rotated } = await createToken(cem, ['goals:write'])
    await cem.api.rotateApiToken({ params: { apiTokenId: rotated }, body: { overlapHours: 1 } })
    await cem.api.revokeApiToken({ params: { tokenId: revoked } })
    expect((await names()).toSorted()).toEqual(['goals:write', 'labels:write', ...before].toSorted())
    clock.advance({ milliseconds: day })
    expect((await names()).toSorted()).toEqual(['goals:write', ...before].toSorted())
  })

  it('has those of former members until they are revoked, here before the removal is finished', async () => {
    const dan = await signInAs('Dan')
    await join(ada, dan)
    const { id, secret } = await createToken(dan)
    await removeMember(service, dan.userId, organizationId)
    expect((await list()).tokens.find((token) => token.id === id)?.ownerUserId).toBe(dan.userId)
    await ada.api.revokeOrganizationApiToken({ params: { apiTokenId: id } })
    await join(ada, dan)
    expect(await outcomeOf(programWith(service, { secret }).listGoals())).toBe('401 invalid_api_token')
  })
})
