/** The table "What ends what there" in `packages/lambda/src/auth/README.md`, cell by cell. */
import { createClient } from '@cairn/contract/http/client'
import { endSessionsOf, endSessionsOfEverybody } from '@cairn/domain/accounts/auth/sessions/end-all-sessions'
import { hashSecret } from '@cairn/domain/requests/secrets'
import { describe, expect, it } from 'vitest'
import { responseTo } from '../../../support/requests/outcomes.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { createBrowserJar } from '../support/browser-jar.ts'
import { tableBelow } from '../support/readme-table.ts'
import { ada, signInWith, startScriptedIssuer, startServiceOf } from '../support/scripted-issuer.ts'
import { createSend } from '../support/send.ts'

const issuer = stopAfterFile(await startScriptedIssuer())
const service = stopAfterFile(await startServiceOf(issuer))
const { origin } = service
const send = createSend(origin)
const [heading = [], ...rows] = tableBelow('### What ends what there')
const things = heading.slice(1)

const clientOf = (cookie: string) => createClient({ baseUrl: origin, headers: { origin, cookie } })

let people = 0

/** A person with sessions of two of the provider's sessions, and a program. */
async function createScene() {
  const sub = `person-${++people}`
  const sid = `session of ${sub}`
  const begin = async (session: string) => {
    issuer.play({ claims: (claims) => ({ ...claims, ...ada, sub, sid: session }) })
    return (await signInWith(service, issuer)).cookie ?? ''
  }
  const [own, sibling, other] = [await begin(sid), await begin(sid), await begin(`another ${sid}`)]
  const { secret } = await clientOf(own).createApiToken({ body: { name: 'Robot', scopes: ['goals:read'] } })
  const program = createClient({ baseUrl: origin, headers: { authorization: `Bearer ${secret}` } })
  return { sub, sid, own, sibling, other, program }
}
type Scene = Awaited<ReturnType<typeof createScene>>

const logOut = async (claims: object) =>
  send('POST', '/v1/auth/backchannel-logout', {
    body: { logout_token: await issuer.logoutToken({ ...claims }) },
  })

const causes: Record<string, (scene: Scene) => Promise<unknown>> = {
  'sign in again in the same browser': async ({ own, sub }) => {
    const browser = createBrowserJar()
    browser.adopt(origin, own)
    issuer.play({ claims: (claims) => ({ ...claims, ...ada, sub, sid: `a third session of ${sub}` }) })
    await signInWith(service, issuer, { browser })
    expect(await works(own)).toBe(true)
    issuer.clock.advance(30_000)
  },
  'sign out': ({ own }) => clientOf(own).logout(),
  'sign out at the provider': ({ sub, sid }) => logOut({ sub, sid }),
  "the provider's session ends in a frame": ({ sid }) =>
    send('GET', `/v1/auth/frontchannel-logout?${new URLSearchParams({ iss: issuer.issuer, sid })}`),
  'the provider signs the user out everywhere': ({ sub }) => logOut({ sub }),
  'end one session in the list': ({ own, sibling }) =>
    clientOf(own).endSession({ params: { sessionId: hashSecret(sibling.slice(-43)) } }),
  'end all other sessions': ({ own }) => clientOf(own).endOtherSessions(),
  '`npm run end-sessions`, by whoever runs the service': async ({ own }) => {
    const { user } = await clientOf(own).getAuthSession()
    await endSessionsOf(service.table.database, user.id)
  },
}

const works = async (cookie: string) => (await responseTo(clientOf(cookie).getAuthSession())).outcome === 'ok'

const isAlive: Record<string, (scene: Scene) => Promise<boolean>> = {
  'this session': ({ own }) => works(own),
  "other sessions of the provider's session": ({ sibling }) => works(sibling),
  'all other sessions': ({ other }) => works(other),
  'API tokens': async ({ program }) => (await responseTo(program.listGoals())).outcome === 'ok',
}

it('has a cause and a thing for every row and column', () => {
  expect(rows.map(([cause]) => cause).sort()).toEqual(Object.keys(causes).sort())
  expect([...things].sort()).toEqual(Object.keys(isAlive).sort())
})

describe.each(rows)('%s', (cause = '', ...cells) => {
  it('ends what the table says, and nothing else', async () => {
    const scene = await createScene()
    await causes[cause]?.(scene)
    const found = await Promise.all(
      things.map(async (thing) => ((await isAlive[thing]?.(scene)) ? '–' : 'ends')),
    )
    expect(found).toEqual(cells)
  })
})

it('ends also the session of somebody who has not sent a request yet, with those of everybody', async () => {
  issuer.play({ claims: (claims) => ({ ...claims, ...ada, sub: 'newcomer', sid: 'first' }) })
  const { cookie = '' } = await signInWith(service, issuer)
  for await (const _ of endSessionsOfEverybody(service.table.database));
  expect(await works(cookie)).toBe(false)
  const again = await signInWith(service, issuer)
  expect(await works(again.cookie ?? '')).toBe(true)
  await expectSoundTable(service.table.database)
})
