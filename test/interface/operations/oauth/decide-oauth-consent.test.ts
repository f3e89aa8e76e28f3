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

const { service, ada, signInAs } = await startWithAda()
const { origin } = service
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const bob = await signInAs('Bob')
const bobsOrganization = (await bob.api.getAuthSession()).activeOrganizationId
const clientId = await registerProgram(origin)

async function waiting(scope = 'goals:read labels:read') {
  const browser = createBrowser(origin, ada)
  const url = authorizationUrl(origin, { clientId, challenge: pkce().challenge, scope })
  return { browser, consentId: await begin(browser, url) }
}

async function answer(body: object, { browser, consentId }: Awaited<ReturnType<typeof waiting>>) {
  const response = await browser.open(`${origin}/v1/oauth/consents/${consentId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as object }
}
const yes = { allow: true, organizationId, scopes: ['goals:read'] }

describe('a decision', () => {
  it('200s with the way back, and makes a grant that the log tells', async () => {
    const consent = await waiting()
    const { status, body } = await answer(yes, consent)
    expect([status, body]).toEqual([200, { redirectTo: `${origin}/oauth/authorize/${consent.consentId}` }])
    await consent.browser.open(`${origin}/oauth/authorize/${consent.consentId}`)
    const [grant] = (await ada.api.listOAuthGrants()).grants
    expect(grant).toMatchObject({ organizationId, scopes: ['goals:read'], lastUsedAt: null })
    const { entries } = await ada.api.listAuditEntries({ query: { kind: 'grant' } })
    expect(entries[0]).toMatchObject({
      action: 'grant.created',
      target: { kind: 'grant', id: grant?.id, name: 'Helpdesk bot' },
    })
  })

  it('is made once, by ten requests at once and by one that is sent again, until the browser goes on', async () => {
    const before = (await ada.api.listOAuthGrants()).grants.length
    const consent = await waiting()
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(yes, consent)))
    answers.push(await answer(yes, consent))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    await consent.browser.open(`${origin}/oauth/authorize/${consent.consentId}`)
    expect((await ada.api.listOAuthGrants()).grants).toHaveLength(before + 1)
    expect((await answer(yes, consent)).status).toBe(404)
  })

  it('404s another one after it, and the same of somebody else', async () => {
    const allowed = await waiting()
    expect((await answer(yes, allowed)).status).toBe(200)
    const elsewhere = await ada.api.createOrganization({ body: { name: 'Elsewhere' } })
    for (const body of [
      { allow: false },
      { ...yes, scopes: ['labels:read'] },
      { ...yes, organizationId: elsewhere.activeOrganizationId },
    ]) {
      expect(await answer(body, allowed)).toMatchObject({
        status: 404,
        body: { error: 'oauth_consent_not_found' },
      })
    }
    const refused = await waiting()
    for (const status of [200, 200]) expect((await answer({ allow: false }, refused)).status).toBe(status)
    expect((await answer(yes, refused)).status).toBe(404)
    await ada.api.switchOrganization({ body: { organizationId } })

    const bobs = createBrowser(origin, bob)
    const url = authorizationUrl(origin, { clientId, challenge: pkce().challenge, scope: 'goals:read' })
    const consent = { browser: bobs, consentId: await begin(bobs, url) }
    const bobsYes = { ...yes, organizationId: bobsOrganization }
    expect((await answer(bobsYes, consent)).status).toBe(200)
    // Somebody else signs in in the same browser.
    bobs.cookies.set(...(ada.cookie.split('=', 2) as [string, string]))
    for (const body of [bobsYes, yes]) expect((await answer(body, consent)).status).toBe(404)
  })

  it('403s an organization of others, and 400s what was not asked for; the request still waits', async () => {
    const consent = await waiting()
    expect(await answer({ ...yes, organizationId: bobsOrganization }, consent)).toMatchObject({
      status: 403,
      body: { error: 'membership_not_found' },
    })
    expect(await answer({ ...yes, scopes: ['goals:read', 'goals:write'] }, consent)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', details: [{ path: 'scopes.1' }] },
    })
    for (const body of [
      { allow: true },
      { ...yes, scopes: [] },
      { allow: 'yes' },
      { allow: false, organizationId },
    ]) {
      expect((await answer(body, consent)).status).toBe(400)
    }
    expect((await decide(consent.browser, origin, consent.consentId, { allow: false })).get('error')).toBe(
      'access_denied',
    )
  })

  it('404s in another browser', async () => {
    const { consentId } = await waiting()
    const other = await answer(yes, { consentId, browser: createBrowser(origin, ada) })
    expect(other).toMatchObject({ status: 404, body: { error: 'oauth_consent_not_found' } })
  })

  it.each([
    ['to allow it', yes],
    ['to refuse it', { allow: false }],
  ])('%s 404s in a browser that was sent here with another request', async (_, body) => {
    const before = (await ada.api.listOAuthGrants()).grants.length
    const [wanted, other] = [await waiting(), await waiting()]
    const foreign = { consentId: wanted.consentId, browser: other.browser }
    expect(await answer(body, foreign)).toMatchObject({
      status: 404,
      body: { error: 'oauth_consent_not_found' },
    })
    expect((await ada.api.listOAuthGrants()).grants).toHaveLength(before)
    expect((await answer(body, wanted)).status).toBe(200)
  })
})
