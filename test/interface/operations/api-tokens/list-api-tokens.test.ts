import { describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { join } from '../../../support/people/invite.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { collect } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const oneDay = 24 * 60 * 60 * 1000
const { ada, signInAs } = await startWithAda({ clock: clock.read })
const bob = await signInAs('Bob')
await join(ada, bob)
const revoke = ({ api }: Browser, tokenId: string) => api.revokeApiToken({ params: { tokenId } })
const listed = async ({ api }: Browser) => (await api.listApiTokens()).tokens.map(({ id }) => id)

describe('the list of API tokens', () => {
  it('200s own tokens, newest first, the same on pages of any size', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      clock.advance({ milliseconds: 1 })
      ids.unshift((await createToken(bob, ['labels:read'])).id)
    }
    expect((await listed(bob)).slice(0, 5)).toEqual(ids)
    for (const id of ids) expect(await listed(ada)).not.toContain(id)
    const all = await listed(bob)
    for (const limit of [1, 2, 3, all.length]) {
      const walked = await collect(
        (cursor) => bob.api.listApiTokens({ query: { limit, cursor } }),
        ({ tokens }) => {
          expect(tokens.length).toBeLessThanOrEqual(limit)
          return tokens.map(({ id }) => id)
        },
      )
      expect(walked).toEqual(all)
    }
  })

  it('400s a cursor of another member, in the same organization', async () => {
    for (const person of [ada, bob]) for (let index = 0; index < 2; index++) await createToken(person)
    const { nextCursor } = await ada.api.listApiTokens({ query: { limit: 1 } })
    const withCursor = { query: { limit: 1, cursor: nextCursor ?? '' } }
    expect(await outcomeOf(bob.api.listApiTokens(withCursor))).toBe('400 invalid_cursor')
    expect(await outcomeOf(ada.api.listApiTokens(withCursor))).toBe('ok')
  })

  it('leaves out revoked tokens, and expired ones by the clock', async () => {
    const short = await createToken(bob, ['labels:read'], { expiresInDays: 1 })
    const long = await createToken(bob, ['labels:read'], { expiresInDays: 2 })
    const ended = await createToken(bob, ['labels:read'])
    await revoke(bob, ended.id)
    expect(await listed(bob)).toEqual(expect.arrayContaining([short.id, long.id]))
    expect(await listed(bob)).not.toContain(ended.id)
    clock.advance({ milliseconds: oneDay - 1 })
    expect(await listed(bob)).toContain(short.id)
    clock.advance({ milliseconds: 1 })
    expect(await listed(bob)).not.toContain(short.id)
    expect(await listed(bob)).toContain(long.id)
    expect(await outcomeOf(revoke(bob, short.id))).toBe('404 api_token_not_found')
  })
})
