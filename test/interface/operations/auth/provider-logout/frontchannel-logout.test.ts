import { expect, it } from 'vitest'
import {
  ada,
  signInWith,
  startScriptedIssuer,
  startServiceOf,
} from '../../../../access/authentication/support/scripted-issuer.ts'
import { createSend, refusal } from '../../../../access/authentication/support/send.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../../support/table/check-table.ts'
import { readTable } from '../../../../support/table/read-table.ts'

const issuer = stopAfterFile(await startScriptedIssuer())
const service = stopAfterFile(await startServiceOf(issuer))
const send = createSend(service.origin)

/** As the provider's page loads it in a frame: without the cookies of the service. */
const logOut = (query: Record<string, string>) =>
  send('GET', `/v1/auth/frontchannel-logout?${new URLSearchParams(query)}`, {
    headers: { origin: undefined },
  })

const statusOf = async (cookie = '') =>
  (await send('GET', '/v1/auth/session', { headers: { cookie } })).status

async function signIn(sid: string) {
  issuer.play({ claims: (claims) => ({ ...claims, ...ada, sid }) })
  return (await signInWith(service, issuer)).cookie
}

it('200s and ends the sessions that the session began, and no other', async () => {
  const cookies = [await signIn('one'), await signIn('one'), await signIn('two')]
  const response = await logOut({ iss: issuer.issuer, sid: 'one' })
  expect(response).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(response.headers['cache-control']).toBe('no-store')
  expect(await Promise.all(cookies.map(statusOf))).toEqual([401, 401, 200])
  expect((await logOut({ iss: issuer.issuer, sid: 'one' })).text).toBe(response.text)
})

it.each<[string, Record<string, string>]>([
  ['another issuer', { iss: 'https://evil.test', sid: 'stays' }],
  ['no issuer', { sid: 'stays' }],
  ['no session', { iss: issuer.issuer }],
  ['an unknown session', { iss: issuer.issuer, sid: 'unknown' }],
  ['nothing', {}],
])('200s the same with %s, and writes nothing', async (_, query) => {
  const cookie = await signIn('stays')
  const before = await readTable(service.table.database)
  expect(await logOut(query)).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await readTable(service.table.database)).toEqual(before)
  expect(await statusOf(cookie)).toBe(200)
})

it('404s without an OpenID provider', async () => {
  const other = stopAfterFile(await startTestService())
  expect(await createSend(other.origin)('GET', '/v1/auth/frontchannel-logout')).toMatchObject(
    refusal('not_found'),
  )
})

it('leaves a sound table', async () => {
  await expectSoundTable(service.table.database)
})
