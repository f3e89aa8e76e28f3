/** How often sign-ins and logouts ask the database, and what happens if it fails. */
import { beforeEach, describe, expect, it } from 'vitest'
import { throughFault } from '../../../support/requests/through-fault.ts'
import { createWireTable, engineEndpoint } from '../../../support/service/engine.ts'
import { startEngineProxy } from '../../../support/service/engine-proxy.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { type BrowserJar, createBrowserJar } from '../support/browser-jar.ts'
import {
  ada,
  callBack,
  leaveForSignIn,
  startScriptedIssuer,
  startServiceOf,
} from '../support/scripted-issuer.ts'
import { createSend, type TestResponse } from '../support/send.ts'

const issuer = stopAfterFile(await startScriptedIssuer())
const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startServiceOf(issuer, { table, endpoint: proxy.endpoint }))
const send = createSend(service.origin)

beforeEach(() => {
  proxy.setFault(undefined)
  proxy.setQuiet(0)
})

let people = 0

/** A person, and a way to come back from the provider as them. */
async function leave(from?: BrowserJar) {
  const sub = `person-${++people}`
  issuer.play({ claims: (claims) => ({ ...claims, ...ada, sub, sid: `session of ${sub}` }) })
  const { browser, url } = await leaveForSignIn(service, from && { browser: from })
  const parameters = () =>
    new URLSearchParams({
      code: issuer.codeFor(url),
      state: new URL(url).searchParams.get('state') ?? '',
      iss: issuer.issuer,
    })
  return { sub, sid: `session of ${sub}`, browser, parameters }
}

async function signIn() {
  const { sub, sid, browser, parameters } = await leave()
  const { cookie = '' } = await callBack(service, browser, parameters())
  return { sub, sid, cookie }
}

const statusOf = async (cookie: string) =>
  (await send('GET', '/v1/auth/session', { headers: { cookie } })).status

type Case = {
  title: string
  /** At most so many sequential round trips. */
  trips: number
  /** Prepares a request, and returns it and whether the person is signed in after it. */
  prepare(): Promise<{ ask: () => Promise<{ status: number }>; cookie: string; ends: boolean }>
}

const reading = (path: string, trips: number): Case => ({
  title: `GET ${path}`,
  trips,
  prepare: async () => {
    const { cookie } = await signIn()
    await statusOf(cookie)
    return { ask: () => send('GET', path, { headers: { cookie } }), cookie, ends: false }
  },
})

const logoutToken = (
  title: string,
  claimsOf: (person: { sub: string; sid: string }) => object,
  trips = 2,
): Case => ({
  title,
  trips,
  prepare: async () => {
    const { cookie, ...person } = await signIn()
    await statusOf(cookie)
    const token = await issuer.logoutToken({ ...claimsOf(person) })
    const ask = (): Promise<TestResponse> =>
      send('POST', '/v1/auth/backchannel-logout', { body: { logout_token: token } })
    return { ask, cookie, ends: true }
  },
})

const cases: Case[] = [
  reading('/v1/auth/session', 2),
  reading('/v1/goals', 2),
  reading('/v1/auth/sessions', 3),
  {
    title: 'signing out',
    trips: 3,
    prepare: async () => {
      const { cookie } = await signIn()
      await statusOf(cookie)
      return { ask: () => send('POST', '/v1/auth/logout', { headers: { cookie } }), cookie, ends: true }
    },
  },
  logoutToken('a logout token of a session', ({ sub, sid }) => ({ sub, sid })),
  logoutToken('a logout token of a session only', ({ sid }) => ({ sub: undefined, sid }), 3),
  logoutToken('a logout token of a user', ({ sub }) => ({ sub })),
  {
    title: 'front-channel logout',
    trips: 3,
    prepare: async () => {
      const { cookie, sid } = await signIn()
      const query = new URLSearchParams({ iss: issuer.issuer, sid })
      return { ask: () => send('GET', `/v1/auth/frontchannel-logout?${query}`), cookie, ends: true }
    },
  },
]

/** A slow machine may split one trip in two but never merges two, so the least of several tries counts. */
async function leastTrips(wanted: number, prepare: () => Promise<() => Promise<unknown>>): Promise<number> {
  const counts: number[] = []
  for (const quiet of [10, 30, 60, 120]) {
    proxy.setQuiet(0)
    const run = await prepare()
    proxy.setQuiet(quiet)
    proxy.reset()
    await run()
    counts.push(proxy.waves)
    if (proxy.waves <= wanted) break
  }
  return Math.min(...counts)
}

describe('round trips', () => {
  it('of beginning a sign-in: none, of a callback that did not begin here: none', async () => {
    proxy.reset()
    const { browser } = await leaveForSignIn(service)
    await callBack(service, browser, new URLSearchParams({ code: 'x', state: 'x' }))
    await callBack(service, createBrowserJar(), new URLSearchParams({ code: 'x', state: 'x' }))
    expect(proxy.calls).toEqual([])
  })

  it('of a sign-in: at most three, the first beside the request to the provider', async () => {
    const trips = await leastTrips(3, async () => {
      const { browser, parameters } = await leave()
      return async () => expect((await callBack(service, browser, parameters())).problem).toBeNull()
    })
    expect(trips).toBeLessThanOrEqual(3)
  })

  it.each(cases)('of $title: at most $trips', async ({ prepare, trips }) => {
    const least = await leastTrips(trips, async () => {
      const { ask } = await prepare()
      return async () => expect((await ask()).status).toBeLessThan(300)
    })
    expect(least).toBeLessThanOrEqual(trips)
  })
})

describe('a database that fails', () => {
  it('sends the person back to the sign-in page without a session, from whichever call on', async () => {
    for (let from = 0; from < 8; from++) {
      const { browser, parameters } = await leave()
      proxy.reset()
      proxy.setFault(({ index }) => (index >= from ? 'status500' : 'pass'))
      const { problem, cookie } = await callBack(service, browser, parameters())
      proxy.setFault(undefined)
      if (problem === null) expect(await statusOf(cookie ?? '')).toBe(200)
      else {
        expect([problem, cookie]).toEqual(['service_unavailable', undefined])
        // The provider's code may be used up. From the sign-in page, the same browser gets in.
        const again = await leave(browser)
        expect((await callBack(service, browser, again.parameters())).problem).toBeNull()
      }
    }
  }, 60_000)

  it.each(cases)(
    '503s $title, or has done all of it',
    async ({ prepare }) => {
      for (let from = 0; from < 4; from++) {
        const { ask, cookie, ends } = await prepare()
        proxy.reset()
        proxy.setFault(({ index }) => (index >= from ? 'status500' : 'pass'))
        let requests = 0
        await throughFault(
          async () => {
            // Nothing was used up.
            if (requests++ > 0) expect(await statusOf(cookie)).toBe(200)
            return ask()
          },
          () => proxy.setFault(undefined),
        )
        expect(await statusOf(cookie)).toBe(ends ? 401 : 200)
      }
    },
    60_000,
  )

  it.each(cases.filter(({ title }) => title.includes('logout') || title.includes('signing')))(
    'whose response is lost does $title once',
    async ({ prepare }) => {
      const { ask, cookie } = await prepare()
      let isLost = false
      proxy.setFault(({ operation }) => {
        if (isLost || operation !== 'TransactWriteItems') return 'pass'
        isLost = true
        return 'dropAnswer'
      })
      expect((await ask()).status).toBeLessThan(300)
      expect(isLost).toBe(true)
      expect(await statusOf(cookie)).toBe(401)
    },
  )
})

it('leaves a sound table', async () => {
  await expectSoundTable(table.database)
})
