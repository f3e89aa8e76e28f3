import { readRecord } from '@cairn/domain/database/read-record'
import { oauthGrantEntity } from '@cairn/domain/table/entities/oauth/oauth-grant'
import { expect } from 'vitest'
import { authorizationUrl, begin, connect, createBrowser, pkce, registerProgram } from '../oauth/program.ts'
import type { Browser } from '../people/sign-in.ts'
import type { World } from '../people/world.ts'
import { type ExamplesOf, fieldsOf, nothing } from './example.ts'

const organizationOf = ({ once }: World, { userId, api }: Browser) =>
  once(`organization of ${userId}`, async () => (await api.getAuthSession()).activeOrganizationId)

/** A program that waits for a decision in the caller's browser. */
async function waitingProgram({ service, once }: World, caller: Browser) {
  const { origin } = service
  const clientId = await once('program', () => registerProgram(origin))
  const browser = createBrowser(origin)
  const consentId = await begin(browser, authorizationUrl(origin, { clientId, challenge: pkce().challenge }))
  return { params: { consentId }, cookie: `${caller.cookie}; consent=${consentId}` }
}

const grantOf = (world: World, whose: Browser) =>
  world.once(`grant of ${whose.userId}`, async () => {
    const organizationId = await organizationOf(world, whose)
    await connect(world.service.origin, whose, { organizationId, scopes: ['goals:read'] })
    const { grants } = await whose.api.listOAuthGrants()
    return grants[0]?.id ?? ''
  })

export const oauth: ExamplesOf<'oauth'> = {
  getOAuthConsent: { access: 'session', request: ({ world, caller }) => waitingProgram(world, caller) },
  decideOAuthConsent: {
    access: 'session',
    request: async ({ world, caller }) => ({
      ...(await waitingProgram(world, caller)),
      body: {
        allow: true,
        organizationId: await organizationOf(world, caller),
        scopes: ['goals:read'],
      },
    }),
    effect: async ({ world, request }) =>
      expect((await world.owner.api.listOAuthGrants()).grants[0]).toMatchObject({
        organizationId: fieldsOf({ request }).organizationId,
      }),
    alreadyDone: ['oauth_consent_not_found'],
  },
  listOAuthGrants: { access: 'session', request: nothing },
  endOAuthGrant: {
    access: 'oauth-grant',
    request: async ({ world, whose }) => ({ params: { grantId: await grantOf(world, whose) } }),
    effect: async ({ world, request }) => {
      const { database } = world.service.table
      const grant = await readRecord(database, oauthGrantEntity, { grantId: request.params?.grantId ?? '' })
      expect(grant?.endedAt).toBeDefined()
    },
    alreadyDone: ['oauth_grant_not_found'],
  },
}
