import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import {
  authorizationUrl,
  begin,
  createBrowser,
  decide,
  pkce,
  registerProgram,
} from '../../../support/requests/program.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const { origin } = service
const clientId = await registerProgram(origin, { client_name: ' Helpdesk\n bot ' })

async function waiting(scope?: string) {
  const browser = createBrowser(origin, ada)
  const consentId = await begin(
    browser,
    authorizationUrl(origin, { clientId, challenge: pkce().challenge, ...(scope && { scope }) }),
  )
  const read = async (by = browser) => {
    const response = await by.open(`${origin}/v1/oauth/consents/${consentId}`)
    return { status: response.status, body: (await response.json()) as { error?: string } }
  }
  return { browser, consentId, read }
}
const notFound = { status: 404, body: { error: 'oauth_consent_not_found' } }

describe('what a program asks for', () => {
  it('200s with its name, where it is, and the scopes', async () => {
    const { read, consentId } = await waiting('goals:read labels:read')
    expect(await read()).toEqual({
      status: 200,
      body: {
        consent: {
          id: consentId,
          program: { name: 'Helpdesk bot', host: '127.0.0.1:9', isVerified: false, isLoopback: true },
          redirectHost: '127.0.0.1:9',
          scopes: ['goals:read', 'labels:read'],
          expiresAt: expect.any(String),
        },
      },
    })
  })

  it('404s in another browser, also of the same person, and of somebody else', async () => {
    const { read } = await waiting()
    expect(await read(createBrowser(origin, ada))).toMatchObject(notFound)
    expect(await read(createBrowser(origin, await signInAs('Bob')))).toMatchObject(notFound)
  })

  it('404s in a browser that was sent here with another request, which still waits', async () => {
    const wanted = await waiting()
    const other = await waiting()
    expect(await wanted.read(other.browser)).toMatchObject(notFound)
    expect(await other.read()).toMatchObject({ status: 200 })
    expect(await wanted.read()).toMatchObject({ status: 200 })
  })

  it('404s after the decision, and after an hour', async () => {
    const decided = await waiting()
    await decide(decided.browser, origin, decided.consentId, { allow: false })
    expect(await decided.read()).toMatchObject(notFound)
    const late = await waiting()
    clock.advance({ milliseconds: 60 * 60_000 })
    expect(await late.read()).toMatchObject(notFound)
  })
})
