import { expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { connect, me } from '../../../support/requests/program.ts'
import { collect } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const { origin } = service
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()

it('200s with the active grants of the caller, newest first, in pages', async () => {
  const bob = await signInAs('Bob')
  for (let count = 0; count < 3; count++) {
    clock.advance({ milliseconds: 1_000 })
    await connect(origin, ada, { organizationId, scopes: ['goals:read'] })
  }
  const grants = await collect(
    (cursor) => ada.api.listOAuthGrants({ query: { limit: 1, cursor } }),
    (page) => page.grants,
  )
  expect(grants).toHaveLength(3)
  expect(grants.map(({ createdAt }) => createdAt)).toEqual(
    grants
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .reverse(),
  )
  expect((await bob.api.listOAuthGrants()).grants).toEqual([])
})

it('tells when a grant was used, and that it then lasts longer; one that is not used for 90 days is gone', async () => {
  clock.advance({ milliseconds: 1_000 })
  const { tokens } = await connect(origin, ada, { organizationId, scopes: ['goals:read'] })
  const newest = async () => (await ada.api.listOAuthGrants()).grants[0]
  const before = await newest()
  expect(before?.lastUsedAt).toBeNull()
  for (const minutes of [30, 6]) {
    clock.advance({ milliseconds: minutes * 60_000 })
    // Written beside a request, which does not wait for it long.
    await expect
      .poll(async () => {
        expect((await me(origin, tokens.access_token)).status).toBe(200)
        return newest()
      })
      .toMatchObject({ id: before?.id, lastUsedAt: clock.timestamp })
  }
  expect((await newest())?.expiresAt).not.toBe(before?.expiresAt)
})
