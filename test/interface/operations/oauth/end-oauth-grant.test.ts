import { expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { connect, me, refresh } from '../../../support/requests/program.ts'

const { service, ada, signInAs } = await startWithAda()
const { origin } = service
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const bob = await signInAs('Bob')

it('204s, and the next request and refresh of the program are refused', async () => {
  const { clientId, tokens } = await connect(origin, ada, { organizationId, scopes: ['goals:read'] })
  expect((await me(origin, tokens.access_token)).status).toBe(200)
  const grantId = (await ada.api.listOAuthGrants()).grants[0]?.id ?? ''
  const end = (api = ada.api) => outcomeOf(api.endOAuthGrant({ params: { grantId } }))
  expect(await end(bob.api)).toBe('404 oauth_grant_not_found')
  expect((await me(origin, tokens.access_token)).status).toBe(200)
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => end()))
  expect(outcomes.toSorted()).toEqual([...Array(4).fill('404 oauth_grant_not_found'), 'ok'])
  expect((await me(origin, tokens.access_token)).status).toBe(401)
  expect((await refresh(origin, clientId, tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect((await ada.api.listOAuthGrants()).grants).toEqual([])
  const { entries } = await ada.api.listAuditEntries({ query: { kind: 'grant' } })
  expect(entries[0]).toMatchObject({ action: 'grant.revoked', target: { id: grantId } })
})
