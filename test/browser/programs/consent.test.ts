/** A program asks a person for access: the consent page, and the way back. */
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { authorizationUrl, me, pkce, registerProgram } from '../../support/requests/program.ts'
import { findings } from '../support/axe.ts'
import { expectFocus, focusedName, pressEnter } from '../support/focus.ts'
import { signInWithForm } from '../support/front-page.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'
import { type ListeningProgram, listenAsProgram } from './support/listening-program.ts'

const world = createWorld()
let program: ListeningProgram
/** Of somebody who is asked many times and decides nothing. */
let undecided: Page

beforeAll(async () => {
  program = await listenAsProgram(world.service.origin)
  undecided = await world.keep(await world.person('Gus'))
})

afterAll(() => program?.stop())

const titled = (page: Page) => page.getByRole('heading', { name: 'Connect a program' }).waitFor()
const back = (page: Page) => page.getByRole('heading', { name: 'Back in the program' }).waitFor()
const box = (page: Page, name: string) => page.getByRole('checkbox', { name })

/** Waits until the page asks, and takes presses. */
async function asked(page: Page): Promise<void> {
  await titled(page)
  await page.locator('button:not([aria-disabled])').filter({ hasText: 'Allow' }).waitFor()
}

/** Brings the request of a program to a page, as its address does, without loading the page again. */
async function bring(page: Page, url: string): Promise<void> {
  const response = await page.context().request.get(url, { maxRedirects: 0 })
  const { location = '' } = response.headers()
  if (!location) throw new Error(`${response.status()} ${await response.text()}`)
  await show(page, '/labels', 'Labels')
  await show(page, location)
}

/** Brings the request of a program that returns to `redirectUri`. */
async function bringRequest(page: Page, redirectUri: string, name: string): Promise<void> {
  const { origin } = world.service
  const clientId = await registerProgram(origin, { client_name: name, redirect_uris: [redirectUri] })
  const request = { clientId, challenge: pkce().challenge }
  await bring(page, authorizationUrl(origin, request, { redirect_uri: redirectUri }))
}

test('sign in first, allow reading with the keyboard, and the program gets in', async () => {
  const { email } = await world.person('Ann')
  const page = await world.open()
  await page.goto(await program.start())
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByText('A program asks for access').waitFor()
  await signInWithForm(page, email)
  await asked(page)
  await page.getByText('A program that calls itself Helpdesk bot wants to use Cairn for you.').waitFor()
  await page.getByText('A program on this computer').first().waitFor()
  const checked = await Promise.all(
    [
      'Read own goals',
      'Write own goals',
      'Read all goals',
      'Write all goals',
      'Read labels',
      'Write labels',
    ].map((name) => box(page, name).isChecked()),
  )
  expect(checked).toEqual([true, false, true, false, true, false])
  await expect.poll(() => findings(page)).toEqual([])
  for (const name of ['Read own goals', 'Read all goals', 'Read labels']) await box(page, name).press('Space')
  await pressEnter(page, 'Allow')
  await page.getByText('Allow at least one thing, or deny.').waitFor()
  await expectFocus(page, /^Read own goals/)
  await expect.poll(() => findings(page)).toEqual([])
  await page.keyboard.press('Space')
  await expect.poll(() => page.getByText('Allow at least one thing').count()).toBe(0)
  const reached: string[] = []
  while (reached.at(-1) !== 'Allow' && reached.length < 10) {
    await page.keyboard.press('Tab')
    reached.push(await focusedName(page))
  }
  expect(reached.slice(-2)).toEqual(['Deny', 'Allow'])
  await page.keyboard.press('Enter')
  await back(page)
  const returned = program.returned.at(-1)
  expect([returned?.get('state'), returned?.get('iss')]).toEqual(['state', world.service.origin])
  const tokens = await program.tokens()
  expect(tokens.scope).toBe('goals:read')
  expect(await me(world.service.origin, tokens.access_token)).toMatchObject({
    status: 200,
    body: { credential: { kind: 'oauth', name: 'Helpdesk bot', scopes: ['goals:read'] } },
  })
})

test('go back after allowing: nothing waits any longer', async () => {
  const page = await world.open(await world.person('Bea'))
  await page.goto(await program.start())
  await asked(page)
  const address = page.url()
  await page.getByRole('button', { name: 'Allow' }).click()
  await back(page)
  await page.goto(address)
  await page.getByRole('heading', { name: 'No program is waiting' }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])
})

test('deny', async () => {
  const page = await world.open(await world.person('Cy'))
  await page.goto(await program.start())
  await asked(page)
  await pressEnter(page, 'Deny')
  await back(page)
  const returned = Object.fromEntries(program.returned.at(-1) ?? [])
  expect(returned).toMatchObject({ error: 'access_denied', state: 'state', iss: world.service.origin })
  expect(returned).not.toHaveProperty('code')
})

test('choose one of several organizations', async () => {
  const [dee, eve] = [await world.person('Dee'), await world.person('Eve')]
  const { activeOrganizationId: own } = await eve.api.getAuthSession()
  const joined = await join(dee, eve)
  const page = await world.open(eve)
  await page.goto(await program.start())
  await asked(page)
  const organization = page.getByLabel('Organization', { exact: true })
  await expect.poll(() => organization.inputValue()).toBe(joined)
  await organization.selectOption(own)
  await box(page, 'Write own goals').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await back(page)
  const { access_token } = await program.tokens()
  expect(await me(world.service.origin, access_token)).toMatchObject({
    body: { organization: { id: own }, credential: { scopes: expect.arrayContaining(['goals:write']) } },
  })
})

test('only what the program asks for can be allowed', async () => {
  const page = undecided
  await bring(page, await program.start('Writer', { scope: 'goals:write labels:read' }))
  await asked(page)
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(2)
  await expect
    .poll(async () => [
      await box(page, 'Write own goals').isChecked(),
      await box(page, 'Read labels').isChecked(),
    ])
    .toEqual([false, true])
})

test('shows where a program really is, whatever it calls itself', async () => {
  const page = undecided
  const bank = 'Cairn\u2066 (verified by your-bank.example)'
  await bringRequest(page, 'https://evil.example/callback', bank)
  await asked(page)
  await page.getByText('From evil.example, not verified').waitFor()
  await page.getByText('A program that calls itself').waitFor()
  await expect.poll(() => findings(page)).toEqual([])

  // Letters that look like others are shown encoded.
  await bringRequest(page, 'https://\u0441airn.example/callback', 'Cairn')
  await page.getByText(/^From xn--[a-z0-9-]+\.example, not verified$/).waitFor()

  await bringRequest(page, 'https://evil.example/callback', `${'W'.repeat(300)}`)
  await asked(page)
  await expect.poll(() => findings(page)).toEqual([])
})

test('says that an app on this device asks, and not a host in the address of its own', async () => {
  const page = undecided
  await bringRequest(page, 'com.evil.app://cairn.example/callback', 'Cairn')
  await asked(page)
  await page.getByText('From com.evil.app:, not verified').waitFor()
  await expect.poll(() => page.getByText('cairn.example').count()).toBe(0)
})

test.each<[string, Partial<OAuthProgram> & { redirectHost?: string }, string[]]>([
  ['a program whose host vouches for it', {}, ['Published by tool.example', 'if you know this address.']],
  [
    'one that gets access through another host',
    { redirectHost: 'other.example' },
    ['Published by tool.example', 'It gets access through other.example.'],
  ],
  [
    'one that returns to a program on this computer',
    { isLoopback: true, redirectHost: '127.0.0.1:9' },
    ['Published by tool.example', 'Any program on this computer could pretend to be it.'],
  ],
  [
    'one with names as long as they may be',
    {
      name: 'W'.repeat(100),
      host: `${'w'.repeat(60)}.${'w'.repeat(60)}.example`,
      redirectHost: 'x'.repeat(200),
    },
    ['wants to use Cairn for you.'],
  ],
])('shows %s', async (_, { redirectHost = 'tool.example', ...fields }, texts) => {
  const page = undecided
  await show(page, '/labels', 'Labels')
  await page.route('**/v1/oauth/consents/*', (route) =>
    route.fulfill({
      json: {
        consent: {
          id: 'x',
          program: { name: 'Tool', host: 'tool.example', isVerified: true, isLoopback: false, ...fields },
          redirectHost,
          scopes: ['goals:read'],
          expiresAt: '2126-11-20T10:00:00.000Z',
        },
      },
    }),
  )
  await show(page, `/authorize?consent=${texts.join()}`)
  await asked(page)
  for (const text of texts) await page.getByText(text).waitFor()
  await expect.poll(() => page.getByText('calls itself').count()).toBe(0)
  await page.unrouteAll()
})

test('a link to the request of somebody else shows nothing', async () => {
  const answer = await fetch(await program.start(), { redirect: 'manual' })
  const consent = answer.headers.get('location') ?? ''
  const page = undecided
  await show(page, '/labels', 'Labels')
  for (const address of [consent, '/authorize', '/authorize?consent=x']) {
    await show(page, address)
    await page.getByRole('heading', { name: 'No program is waiting' }).waitFor()
  }
})

test('the session ends meanwhile: sign in, and decide', async () => {
  const jo = await world.person('Jo')
  const page = await world.open(jo)
  await page.goto(await program.start())
  await asked(page)
  await jo.api.logout()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signInWithForm(page, jo.email)
  await asked(page)
  await page.getByRole('button', { name: 'Allow' }).click()
  await back(page)
  expect((await program.tokens()).scope).toBe('goals:read goals:read:all labels:read')
})

test('decide with another account', async () => {
  const [kay, lou] = [await world.person('Kay'), await world.person('Lou')]
  const page = await world.open(kay)
  await page.goto(await program.start())
  await asked(page)
  await pressEnter(page, 'Use another account')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signInWithForm(page, lou.email)
  await page.getByText('Signed in as lou@example.com').waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await back(page)
  const { access_token } = await program.tokens()
  expect(await me(world.service.origin, access_token)).toMatchObject({ body: { user: { id: lou.userId } } })
})

test('an organization that the person has left meanwhile cannot be chosen', async () => {
  const [max, nia] = [await world.person('Max'), await world.person('Nia')]
  await join(max, nia)
  const page = await world.open(nia)
  await page.goto(await program.start())
  await asked(page)
  await max.api.removeOrganizationMember({ params: { userId: nia.userId }, body: { reassignGoalsTo: null } })
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('You are no longer a member of that organization.').waitFor()
  await expectFocus(page, /^Organization/)
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByLabel('Organization', { exact: true }).selectOption({ index: 0 })
  await page.getByRole('button', { name: 'Allow' }).click()
  await back(page)
})

test('a press right after a window above has closed does not count', async () => {
  const page = undecided
  await bring(page, await program.start())
  await asked(page)
  const before = program.returned.length
  const allow = page.getByRole('button', { name: 'Allow' })
  const press =
    'const button = [...document.querySelectorAll("button")].find((one) => one.textContent === "Allow");'
  // Both happen in the same frame as the end of the other window would.
  await page.evaluate(
    `dispatchEvent(new Event("focus")); ${press} requestAnimationFrame(() => button.click())`,
  )
  await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => allow.getAttribute('aria-disabled')).toBe(null)
  expect(program.returned.length).toBe(before)
  await asked(page)
})

test('says what failed, and tries again', async () => {
  const page = await world.open(await world.person('Pia'))
  await page.route('**/v1/oauth/consents/*', (route) => route.abort())
  await page.goto(await program.start())
  await titled(page)
  await page.getByRole('alert').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Helpdesk bot').waitFor()
  await page.route('**/v1/oauth/consents/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('alert').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Allow' }).click()
  await back(page)
})

test('no other site can show the page inside its own', async () => {
  const response = await fetch(`${world.service.origin}/authorize?consent=x`, {
    headers: { accept: 'text/html' },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
