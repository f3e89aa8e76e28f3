import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { factsOf, linkTo, password, registerWithForm, signInWithForm } from '../support/front-page.ts'
import { addressOf, createWorld, statusOf } from '../support/world.ts'

const world = createWorld()

describe('registering', () => {
  test('returns to the protected page after registering and verifying the email address', async () => {
    const page = await world.open()
    await page.goto('/goals?status=paused')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('returnTo')).toBe('/goals?status=paused')

    await page.getByRole('link', { name: 'Create an account' }).click()
    await registerWithForm(page, 'Ann', 'ann@example.com')
    const firstLink = linkTo(world, 'ann@example.com')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again.').waitFor()
    const link = linkTo(world, 'ann@example.com')
    expect(link).not.toBe(firstLink)

    // The link in the email opens a new tab.
    const tab = await page.context().newPage()
    const sent: string[] = []
    tab.on('request', (request) => sent.push(request.url()))
    await tab.goto(link)
    await tab.getByRole('button', { name: 'Verify email address' }).waitFor()
    await tab.getByText('You created this account in this browser.').waitFor()
    expect(await factsOf(tab)).toEqual(['Ann', 'ann@example.com', expect.stringMatching(/\d{4}.*\(.+\)$/)])
    await expect.poll(() => tab.url()).toBe(`${world.service.origin}/verify-email`)
    expect(sent.some((url) => url.endsWith('/v1/auth/verify-email'))).toBe(false)
    await tab.getByRole('button', { name: 'Verify email address' }).click()
    await tab.getByText('Your email address is verified.').waitFor()
    await signInWithForm(tab, 'ann@example.com')
    await tab.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
    await expect.poll(() => addressOf(tab)).toBe(`${world.service.origin}/goals?status=paused`)
    await expectNoTokenInHistory(tab)
  })

  test('a used link and a link without a token do not work', async () => {
    const page = await world.open()
    await page.goto('/sign-in?mode=register')
    await registerWithForm(page, 'Bo', 'bo@example.com')
    const link = linkTo(world, 'bo@example.com')
    await page.goto(link)
    await page.getByRole('button', { name: 'Verify email address' }).click()
    await page.getByText('Your email address is verified.').waitFor()
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await page.getByText('It has already been used').waitFor()

    const other = await world.open()
    await other.goto('/verify-email')
    await other.getByText('The link seems to be incomplete.').waitFor()
  })
})

async function expectNoTokenInHistory(page: Page): Promise<void> {
  await page.goBack()
  expect(page.url()).not.toContain('token=')
}

describe('problems', () => {
  test('an invalid field shows its problem and takes the focus', async () => {
    const page = await world.open()
    await page.goto('/sign-in?mode=register')
    await page.getByLabel('Your name').fill('Cy')
    await page.getByLabel('Email address').fill('cy@example.com')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Use at least 12 characters.').waitFor()
    const field = page.getByLabel('Password', { exact: true })
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('a rejected password shows its problem at the field', async () => {
    const page = await world.open()
    await page.goto('/sign-in?mode=register')
    await page.getByLabel('Your name').fill('Cleo')
    await page.getByLabel('Email address').fill('cleo@example.com')
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('password1234')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Choose a password that is harder to guess').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  })

  test('a wrong password keeps what was typed', async () => {
    await world.person('Dee')
    const page = await world.open()
    await page.goto('/sign-in')
    await signInWithForm(page, 'dee@example.com', 'not the password')
    await page.getByRole('alert').getByText('Email address and password do not match').waitFor()
    expect(await page.getByLabel('Email address').inputValue()).toBe('dee@example.com')
  })

  test('a 429 and a 503 show a sentence, and the next attempt works', async () => {
    await world.person('Eve')
    const page = await world.open()
    await page.goto('/sign-in')
    for (const [status, error, sentence] of [
      [429, 'too_many_requests', 'Too many requests.'],
      [503, 'unavailable', 'The service is unavailable right now.'],
    ] as const) {
      await page.route('**/v1/auth/login', (route) =>
        route.fulfill({ status, headers: { 'retry-after': '1' }, json: { error, message: 'Later.' } }),
      )
      await signInWithForm(page, 'eve@example.com')
      await page.getByText(sentence).waitFor()
      await page.unroute('**/v1/auth/login')
    }
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Eve' }).waitFor()
  })

  test('returnTo does not lead to another origin', async () => {
    await world.person('Fay')
    const page = await world.open()
    await page.goto('/sign-in?returnTo=https://evil.test/')
    await signInWithForm(page, 'fay@example.com')
    await page.getByRole('heading', { name: 'Hello, Fay' }).waitFor()
    await expect.poll(() => addressOf(page)).toBe(`${world.service.origin}/home`)
  })
})

test('with a redirect provider there is only a link', async () => {
  const page = await world.open()
  await page.route('**/v1/auth/config', (route) => route.fulfill({ json: { method: 'redirect' } }))
  await page.goto('/goals')
  const button = page.getByRole('link', { name: 'Continue to sign in' })
  const href = new URL((await button.getAttribute('href')) ?? '', world.service.origin)
  expect(href.pathname).toBe('/v1/auth/login')
  expect(href.searchParams.get('returnTo')).toBe(`${world.service.origin}/goals`)
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
})

describe('the session', () => {
  test('signing out leads to /sign-in and revokes the cookie', async () => {
    const gil = await world.person('Gil')
    const page = await world.open(gil)
    await page.goto('/home')
    await page.getByRole('link', { name: 'Labels' }).first().click()
    await page.getByRole('heading', { name: 'Labels' }).waitFor()
    await page.getByRole('button', { name: 'Account: Gil' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(() => addressOf(page)).toBe(`${world.service.origin}/sign-in`)
    const response = await fetch(`${world.service.origin}/v1/auth/session`, {
      headers: { cookie: gil.cookie },
    })
    expect(response.status).toBe(401)
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await statusOf(page, '/v1/auth/session')).toBe(401)
  })

  test('/sign-in, /, and /account redirect a person who is signed in', async () => {
    const page = await world.open(await world.person('Hal'))
    await page.goto('/sign-in')
    await page.getByRole('heading', { name: 'Hello, Hal' }).waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Hello, Hal' }).waitFor()
    await page.goto('/account')
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
    await expect.poll(() => addressOf(page)).toBe(`${world.service.origin}/settings/account`)
  })

  test('a protected page offers a retry if the session cannot be loaded', async () => {
    const page = await world.open(await world.person('Ida'))
    await page.route('**/v1/auth/state', (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Later.' } }),
    )
    await page.goto('/home')
    await page.getByText('The service is unavailable right now.').waitFor()
    await page.unroute('**/v1/auth/state')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Hello, Ida' }).waitFor()
  })
})
