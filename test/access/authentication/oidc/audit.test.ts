import { createClient } from '@cairn/contract/http/client'
import { expect, it } from 'vitest'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { ada, signInWith, startScriptedIssuer, startServiceOf } from '../support/scripted-issuer.ts'
import { createSend } from '../support/send.ts'

const issuer = stopAfterFile(await startScriptedIssuer())
const service = stopAfterFile(await startServiceOf(issuer))
const { origin } = service

async function signIn(sid = 'session of ada'): Promise<ReturnType<typeof createClient>> {
  issuer.play({ claims: (claims) => ({ ...claims, ...ada, sub: 'ada', sid }) })
  const { cookie = '' } = await signInWith(service, issuer)
  return createClient({ baseUrl: origin, headers: { origin, cookie } })
}

it('tells who signed in at the provider, and that it has signed somebody out', async () => {
  const first = await signIn()
  // The first request creates the organization, so the first sign-in belongs to none.
  await first.getAuthSession()
  const second = await signIn()
  await second.logout()
  await createSend(origin)('POST', '/v1/auth/backchannel-logout', {
    body: { logout_token: await issuer.logoutToken({ sub: 'ada' }) },
  })
  await createSend(origin)(
    'GET',
    `/v1/auth/frontchannel-logout?${new URLSearchParams({ iss: issuer.issuer, sid: 'session of ada' })}`,
  )
  const third = await signIn('next session of ada')
  const { entries } = await third.listAuditEntries({ query: { kind: 'session' } })
  const told = entries.map(({ action, actor, credential }) => [
    action,
    actor.displayName,
    credential.kind,
    credential.sessionId === null,
  ])
  expect(told).toHaveLength(5)
  expect(told).toEqual(
    expect.arrayContaining([
      ['session.signed_in', ada.name, 'identity_provider', false],
      ['session.signed_out', ada.name, 'session', false],
      ['session.signed_out', ada.name, 'identity_provider', true],
    ]),
  )
  expect(
    told.filter(([action, , kind]) => action === 'session.signed_out' && kind !== 'session'),
  ).toHaveLength(2)
})
