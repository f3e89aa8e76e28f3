/** Opening a verification link in another browser than the one that registered. */
import { createClient } from '@cairn/contract/client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from '../support/axe.ts'
import { factsOf, linkTo, password, registerWithForm, signInWithForm } from '../support/front-page.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** Registers through the API, as someone in another browser, and returns the link. */
async function registerElsewhere(displayName: string, email: string, secret = password): Promise<string> {
  const { origin } = world.service
  const client = createClient({ baseUrl: origin, headers: { origin } })
  await client.register({ body: { displayName, email, password: secret } })
  return linkTo(world, email)
}

test('warns, and leads by keyboard to a new account that replaces the other one', async () => {
  const email = 'vera@example.com'
  const strangersLink = await registerElsewhere('Mallory', email, 'another horse battery')
  const page = await world.open()
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.goto(strangersLink)
  await page.getByRole('heading', { name: 'Did you create this account?' }).waitFor()
  await page.getByText('It was created in another browser.').waitFor()
  expect(await factsOf(page)).toEqual(['Mallory', email, expect.stringMatching(/\d{4}.*\(.+\)$/)])
  expect(page.url()).toBe(`${world.service.origin}/verify-email`)

  // The heading has the focus. The new account comes next, confirming last.
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Did you create this account?')
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('Create my own account')
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('I created this account')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  expect(page.url()).not.toContain('vera')
  expect(await page.getByLabel('Email address').inputValue()).toBe(email)
  await registerWithForm(page, 'Vera', email)
  expect(sent).not.toContain('/v1/auth/verify-email')

  const ownLink = linkTo(world, email)
  await page.goto(strangersLink)
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  await page.goto('about:blank')
  await page.goto(ownLink)
  await page.getByRole('button', { name: 'Verify email address' }).click()
  await page.getByText('Your email address is verified.').waitFor()
  await signInWithForm(page, email, 'another horse battery')
  await page.getByText('Email address and password do not match').waitFor()
  await signInWithForm(page, email)
  await page.getByRole('heading', { name: 'Hello, Vera' }).waitFor()
})

test('verifies the account after the person confirms that it is theirs', async () => {
  const link = await registerElsewhere('Wes', 'wes@example.com')
  const page = await world.open()
  await page.goto(link)
  await page.getByRole('button', { name: 'I created this account' }).click()
  await page.getByText('Your email address is verified.').waitFor()
  await signInWithForm(page, 'wes@example.com')
  await page.getByRole('heading', { name: 'Hello, Wes' }).waitFor()
})

test('leads to a new account even if the person is signed in with another address', async () => {
  const link = await registerElsewhere('Mallory', 'xena.work@example.com')
  const page = await world.open(await world.person('Xena'))
  await page.goto(link)
  await page.getByRole('link', { name: 'Create my own account' }).click()
  await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('xena.work@example.com')
  await page.reload()
  await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('xena.work@example.com')
})

test('shows the account of a newer link opened in the same tab', async () => {
  const first = await registerElsewhere('Mallory', 'yves@example.com')
  const page = await world.open()
  await page.goto(first)
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
  const page = await world.open()
  await page.route('**/v1/auth/verify-email/preview', (route) =>
    route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Later.' } }),
  )
  await page.goto(link)
  await page.getByText('The service is unavailable right now.').waitFor()
  expect(await page.getByRole('button').allTextContents()).toEqual(['Try again'])
  await page.unroute('**/v1/auth/verify-email/preview')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Zoe', { exact: true }).waitFor()
})

test('on one machine without a mail service, the email is one click away', async () => {
  const page = await world.open()
  await page.goto('/sign-in?mode=register')
  await registerWithForm(page, 'Zoe', 'zoe@example.com')
  expect(await findings(page)).toEqual([])
  const mailbox = await opened(page, () => page.getByRole('link', { name: 'Open the email' }).press('Enter'))
  await mailbox.getByRole('heading', { level: 1, name: 'Verify your email address for Cairn' }).waitFor()
  expect(await findings(mailbox)).toEqual([])
  const email = mailbox.frameLocator('iframe')
  const app = await opened(mailbox, () => email.getByRole('link', { name: 'Verify email address' }).click())
  await app.getByRole('button', { name: 'Verify email address' }).click()
  await app.getByText('Your email address is verified.').waitFor()
  await signInWithForm(app, 'zoe@example.com')
  await app.getByRole('heading', { name: 'Hello, Zoe' }).waitFor()
})

test('without the mailbox, the page of a sent email points to the spam folder', async () => {
  const page = await world.open()
  await page.route('**/v1/auth/config', (route) => route.fulfill({ json: { method: 'email' } }))
  await page.goto('/sign-in?mode=register')
  await registerWithForm(page, 'Zed', 'zed@example.com')
  await page.getByText('Check your spam folder').waitFor()
  expect(await page.getByRole('link', { name: 'Open the email' }).count()).toBe(0)
})

/** The page that an action opens in a new tab. */
async function opened(page: Page, act: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), act()])
  return popup
}
