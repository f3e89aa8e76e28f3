/** From the form to the confirmed address: in the browser that registered, and in another one. */
import { createClient } from '@cairn/contract/http/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { findings } from '../support/axe.ts'
import { expectFocus } from '../support/focus.ts'
import { factsOf, linkTo, password, registerWithForm, signInWithForm } from '../support/front-page.ts'
import { showTo } from '../support/show-to.ts'
import { walkTo } from '../support/visit.ts'
import { addressOf, createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

const creation = expect.stringMatching(/\d{4}.*\(.+\)$/)

/** Registers through the API, as someone in another browser, and returns the link. */
async function registerElsewhere(displayName: string, email: string, secret = password): Promise<string> {
  const { origin } = world.service
  const client = createClient({ baseUrl: origin, headers: { origin } })
  await client.register({ body: { displayName, email, password: secret } })
  return linkTo(world, email)
}

/** The page that an action opens in a new tab. */
async function opened(from: Page, act: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([from.waitForEvent('popup'), act()])
  return popup
}

describe('registering', () => {
  test('returns to the protected page after registering and verifying the email address', async () => {
    await showTo(page, undefined, '/goals?status=paused', 'Sign in')
    await expect.poll(() => new URL(page.url()).searchParams.get('returnTo')).toBe('/goals?status=paused')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await registerWithForm(page, 'Ann', 'ann@example.com')
    await expect.poll(() => findings(page)).toEqual([])
    const firstLink = linkTo(world, 'ann@example.com')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again.').waitFor()
    expect(linkTo(world, 'ann@example.com')).not.toBe(firstLink)

    // On one machine without a mail service, the email is one click away. Its link opens a new tab.
    const mail = await opened(page, () => page.getByRole('link', { name: 'Open the email' }).press('Enter'))
    await mail.getByRole('heading', { level: 1, name: 'Verify your email address for Cairn' }).waitFor()
    await expect.poll(() => findings(mail)).toEqual([])
    const email = mail.frameLocator('iframe')
    const sent: string[] = []
    page.context().on('request', (request) => sent.push(new URL(request.url()).pathname))
    const tab = await opened(mail, () => email.getByRole('link', { name: 'Verify email address' }).click())
    await tab.getByText('You created this account in this browser.').waitFor()
    await expect.poll(() => factsOf(tab)).toEqual(['Ann', 'ann@example.com', creation])
    await expect.poll(() => tab.url()).toBe(`${world.service.origin}/verify-email`)
    expect(sent).toContain('/v1/auth/verify-email/preview')
    expect(sent).not.toContain('/v1/auth/verify-email')
    await tab.getByRole('button', { name: 'Verify email address' }).click()
    await tab.getByText('Your email address is verified.').waitFor()
    // Without being typed again, and without being in the address.
    await expect.poll(() => tab.getByLabel('Email').inputValue()).toContain('@')
    await expect.poll(() => decodeURIComponent(tab.url())).not.toContain('@')
    await signInWithForm(tab, 'ann@example.com')
    await tab.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
    await expect.poll(() => addressOf(tab)).toBe(`${world.service.origin}/goals?status=paused`)
    const entries = await tab.evaluate<string[]>('navigation.entries().map(({ url }) => url)')
    expect(entries.filter((url) => url.includes('token='))).toEqual([])
    await Promise.all([tab.close(), mail.close()])
  })

  test('a used link and a link without a token do not work', async () => {
    await showTo(page, undefined, '/verify-email', 'This link does not work')
    await page.getByText('The link seems to be incomplete.').waitFor()
    await walkTo(page, '/sign-in?mode=register', 'Create your account')
    await registerWithForm(page, 'Bo', 'bo@example.com')
    const link = linkTo(world, 'bo@example.com')
    await walkTo(page, link)
    await page.getByRole('button', { name: 'Verify email address' }).click()
    await page.getByText('Your email address is verified.').waitFor()
    await walkTo(page, link)
    await page.getByRole('button', { name: 'Verify email address' }).click()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await page.getByText('It has already been used').waitFor()
  })

  test('without the mailbox, the page of a sent email points to the spam folder', async () => {
    const context = page.context()
    await context.route('**/v1/auth/config', (route) => route.fulfill({ json: { method: 'email' } }))
    // Signing out forgets the configuration.
    await showTo(page, await world.person('Cy'), '/labels', 'Labels')
    await showTo(page, undefined, '/sign-in?mode=register', 'Create your account')
    await registerWithForm(page, 'Cyd', 'cyd@example.com')
    await page.getByText('Check your spam folder').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Open the email' }).count()).toBe(0)
    await context.unrouteAll()
  })
})

describe('a link opened in another browser', () => {
  test('warns, and leads by keyboard to a new account that replaces the other one', async () => {
    const email = 'vera@example.com'
    const strangersLink = await registerElsewhere('Mallory', email, 'another horse battery')
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await showTo(page, undefined, strangersLink, 'Did you create this account?')
    await page.getByText('It was created in another browser.').waitFor()
    await expect.poll(() => factsOf(page)).toEqual(['Mallory', email, creation])
    await expect.poll(() => page.url()).toBe(`${world.service.origin}/verify-email`)

    // The heading has the focus. The new account comes next, confirming last.
    await expectFocus(page, 'Did you create this account\\?')
    await page.keyboard.press('Tab')
    await expectFocus(page, 'Create my own account')
    await page.keyboard.press('Tab')
    await expectFocus(page, 'I created this account')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
    await expect.poll(() => page.url()).not.toContain('vera')
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(email)
    await registerWithForm(page, 'Vera', email)
    expect(sent).not.toContain('/v1/auth/verify-email')

    const ownLink = linkTo(world, email)
    await walkTo(page, strangersLink)
    await page.getByRole('button', { name: 'I created this account' }).click()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await walkTo(page, '/sign-in', 'Sign in')
    await walkTo(page, ownLink)
    await page.getByRole('button', { name: 'Verify email address' }).click()
    await page.getByText('Your email address is verified.').waitFor()
    await signInWithForm(page, email, 'another horse battery')
    await page.getByText('Email address and password do not match').waitFor()
    await signInWithForm(page, email)
    await page.getByRole('heading', { name: 'Hello, Vera' }).waitFor()
  })

  test('verifies the account after the person confirms that it is theirs', async () => {
    await showTo(page, undefined, await registerElsewhere('Wes', 'wes@example.com'))
    await page.getByRole('button', { name: 'I created this account' }).click()
    await page.getByText('Your email address is verified.').waitFor()
    await signInWithForm(page, 'wes@example.com')
    await page.getByRole('heading', { name: 'Hello, Wes' }).waitFor()
  })

  test('leads to a new account even if the person is signed in with another address', async () => {
    const email = 'xena.work@example.com'
    const link = await registerElsewhere('Mallory', email)
    await showTo(page, await world.person('Xena'), link, 'Did you create this account?')
    await page.getByRole('link', { name: 'Create my own account' }).click()
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(email)
    // The history keeps the address for when the page is shown anew.
    await page.goBack()
    await page.getByRole('heading', { name: 'Did you create this account?' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(email)
  })

  test('shows the account of a newer link opened in the same tab', async () => {
    const first = await registerElsewhere('Mallory', 'yves@example.com')
    await showTo(page, undefined, first)
    await page.getByText('Mallory').waitFor()
    const second = await registerElsewhere('Yves', 'yves@example.com')
    await page.getByRole('button', { name: 'I created this account' }).click()
    await page.getByText('was replaced by a newer link').waitFor()
    await page.evaluate((link) => location.assign(link), second)
    await page.getByText('Yves', { exact: true }).waitFor()
    await expect.poll(() => page.url()).toBe(`${world.service.origin}/verify-email`)
  })

  test('offers a retry if the service is unavailable', async () => {
    const link = await registerElsewhere('Zoe', 'zoe@example.com')
    await showTo(page, undefined, '/sign-in', 'Sign in')
    await page.route('**/v1/auth/verify-email/preview', (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Later.' } }),
    )
    await walkTo(page, link)
    await page.getByText('The service is unavailable right now.').waitFor()
    await expect.poll(() => page.getByRole('button').allTextContents()).toEqual(['Try again'])
    await page.unroute('**/v1/auth/verify-email/preview')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Zoe', { exact: true }).waitFor()
  })
})

test('the mailbox of one machine shows new emails while it is visible, and leaves the focus and the scroll position', async () => {
  const ann = await world.person('Ann Lee')
  const send = () => ann.api.forgotPassword({ body: { email: ann.email } })
  const mailbox = await world.open()
  await mailbox.clock.install()
  await mailbox.goto('/dev/mail')
  await expect.poll(() => findings(mailbox)).toEqual([])
  // So small that the list scrolls.
  await mailbox.setViewportSize({ width: 360, height: 240 })
  const rows = mailbox.getByRole('listitem')
  const count = await rows.count()
  const last = rows.last().getByRole('link')
  const href = await last.getAttribute('href')
  await last.focus()
  const top = () => last.evaluate((link) => Math.round(link.getBoundingClientRect().top))
  await mailbox.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => mailbox.evaluate(() => scrollY)).toBeGreaterThan(0)
  const before = await top()

  await send()
  await mailbox.clock.runFor(3_000)
  await expect.poll(() => rows.count()).toBe(count + 1)
  await mailbox
    .getByRole('status')
    .getByText(/^New: /)
    .waitFor()
  await expect.poll(() => mailbox.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href)
  await expect.poll(() => top()).toBe(before)
  await expect.poll(() => findings(mailbox)).toEqual([])

  let requests = 0
  mailbox.on('request', () => ++requests)
  const turn = (value: string) =>
    mailbox.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, value)
  await turn('hidden')
  await mailbox.clock.runFor(60_000)
  expect(requests).toBe(0)
  await turn('visible')
  await expect.poll(() => requests).toBeGreaterThan(0)
})
