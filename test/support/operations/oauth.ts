import { readRecord } from '@cairn/domain/storage/database/read-record'
import { oauthGrantEntity } from '@cairn/domain/storage/table/entities/oauth/oauth-grant'
import { expect } from 'vitest'
import type { Browser } from '../people/sign-in.ts'
import type { World } from '../people/world.ts'
import { askForCode, poll, registerDevice } from '../requests/device.ts'
import {
  authorizationUrl,
  begin,
  connect,
  createBrowser,
  pkce,
  registerProgram,
} from '../requests/program.ts'
import { type ExamplesOf, fieldsOf, nothing } from './example.ts'

const organizationOf = ({ once }: World, { userId, api }: Browser) =>
  once(`organization of ${userId}`, async () => (await api.getAuthSession()).activeOrganizationId)

/** A program that waits for a decision in the caller's browser. */
async function waitingProgram({ service, once }: World, caller: Browser) {
  const { origin } = service
  const clientId = await once('program', () => registerProgram(origin))
  const browser = createBrowser(origin)
  const consentId = await begin(browser, authorizationUrl(origin, { clientId, challenge: pkce().challenge }))
  const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
  return { params: { consentId }, cookie: [caller.cookie, ...cookies].join('; ') }
}

/** A program that shows a code. */
async function waitingDevice({ service, once }: World) {
  const clientId = await once('device', () => registerDevice(service.origin))
  const code = await askForCode(service.origin, clientId)
  deviceCodes.set(code.user_code, { clientId, deviceCode: code.device_code })
  return code.user_code
}
/** The secrets of devices, by the codes that they show. */
const deviceCodes = new Map<string, { clientId: string; deviceCode: string }>()

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
    // The grant begins when the program gets its code.
    effect: async ({ world, request, body }) => {
      const back = await fetch(body?.redirectTo ?? '', {
        headers: { cookie: request.cookie ?? '' },
        redirect: 'manual',
      })
      expect(new URL(back.headers.get('location') ?? '').searchParams.get('code')).not.toBeNull()
      const { organizationId } = fieldsOf({ request })
      expect((await world.owner.api.listOAuthGrants()).grants[0]).toMatchObject({ organizationId })
    },
  },
  previewOAuthDevice: {
    access: 'session',
    request: async ({ world }) => ({ body: { userCode: await waitingDevice(world) } }),
    // It reads.
    effect: async () => undefined,
  },
  decideOAuthDevice: {
    access: 'session',
    request: async ({ world, caller }) => ({
      body: {
        userCode: await waitingDevice(world),
        allow: true,
        organizationId: await organizationOf(world, caller),
        scopes: ['goals:read'],
      },
    }),
    // The grant begins when the program gets its tokens.
    effect: async ({ world, request }) => {
      const { userCode = '', organizationId } = fieldsOf({ request })
      const { clientId = '', deviceCode = '' } = deviceCodes.get(userCode) ?? {}
      expect((await poll(world.service.origin, clientId, deviceCode)).status).toBe(200)
      expect((await world.owner.api.listOAuthGrants()).grants[0]).toMatchObject({ organizationId })
    },
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
