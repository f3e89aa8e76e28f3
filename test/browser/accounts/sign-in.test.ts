/** The sign-in page, where it leads to, and the end of the session. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { password, signInWithForm } from '../support/front-page.ts'
import { showTo } from '../support/show-to.ts'
import { isComplete, walkTo } from '../support/visit.ts'
import { addressOf, createWorld, statusOf } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

const isFocused = () => page.evaluate(() => document.activeElement?.getAttribute('type'))

describe('problems', () => {
  test('an invalid field shows its problem and takes the focus', async () => {
    await showTo(page, undefined, '/sign-in?mode=register', 'Create your account')
    await page.getByLabel('Your name').fill('Cy')
    await page.getByLabel('Email address').fill('cy@example.com')
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Use at least 12 characters.').waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(isFocused).toBe('password')
  })

  test('a rejected password shows its problem at the field', async () => {
    await showTo(page, undefined, '/sign-in?mode=register', 'Create your account')
    await page.getByLabel('Your name').fill('Cleo')
    await page.getByLabel('Email address').fill('cleo@example.com')
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('password1234')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Choose a password that is harder to guess').waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => isFocused()).toBe('password')
    await field.fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  })

  test('a wrong password keeps what was typed', async () => {
    await world.person('Dee')
    await showTo(page, undefined, '/sign-in', 'Sign in')
    await signInWithForm(page, 'dee@example.com', 'not the password')
    await page.getByRole('alert').getByText('Email address and password do not match').waitFor()
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('dee@example.com')
  })

  test('a 429 and a 503 show a sentence, and the next attempt works', async () => {
    await world.person('Eve')
    await showTo(page, undefined, '/sign-in', 'Sign in')
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
})

describe('returnTo never leads to another origin', () => {
  /** Requests to other hosts than the service. None exists: names under `.test` have no address. */
  let elsewhere: string[]

  beforeEach(() => {
    elsewhere = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== world.service.origin) elsewhere.push(request.url())
    })
    return () => {
      page.removeAllListeners('request')
      expect(elsewhere).toEqual([])
    }
  })

  let ann: Session
  beforeAll(async () => {
    ann = await world.person('Ann')
  })

  const signInAt = (address: string) =>
    `/sign-in?${new URLSearchParams({ returnTo: address.replaceAll('ORIGIN', world.service.origin) })}`

  async function expectAddress(path: string): Promise<void> {
    await expect.poll(() => addressOf(page), { message: path }).toBe(world.service.origin + path)
    await expect.poll(() => page.title()).not.toMatch(/^Sign in/)
  }

  // `session/return-to.test.ts` has all attacks.
  test.each([
    ['/.//evil.test/a', '/home'],
    ['ORIGIN//evil.test/a', '/home'],
    ['https://evil.test/', '/home'],
    ['/%09/evil.test/a', '/%09/evil.test/a'],
    // The sign-in page itself is not a destination. Its own `returnTo` is.
    ['/sign-in', '/home'],
    ['/sign-in?returnTo=%2Flabels', '/labels'],
    ['/sign-in?returnTo=%2F.%2F%2Fevil.test', '/home'],
  ])('for a person who is signed in: %s leads to %s', async (address, path) => {
    await showTo(page, ann, signInAt(address))
    await expectAddress(path)
  })

  test.each([
    ['/.//evil.test/a', '/home'],
    ['/sign-in', '/home'],
    ['/goals?status=paused#x', '/goals?status=paused#x'],
  ])('after signing in with the form: %s leads to %s', async (address, path) => {
    await showTo(page, undefined, signInAt(address), 'Sign in')
    await signInWithForm(page, ann.email)
    await expectAddress(path)
  })

  test('if the stored path was tampered with', async () => {
    const { email } = await world.person('Cleo')
    await showTo(page, undefined, '/forgot-password', 'Forgot your password?')
    await page.evaluate(() =>
      localStorage.setItem('cairn.returnTo', JSON.stringify({ path: '/.//evil.test/a', at: Date.now() })),
    )
    await walkTo(page, '/sign-in?verified=1', 'Sign in')
    await signInWithForm(page, email)
    await page.getByRole('heading', { name: 'Hello, Cleo' }).waitFor()
    await expectAddress('/home')
  })

  test('if the service redirects to another host after the sign-in', async () => {
    const { email } = await world.person('Dan')
    await showTo(page, undefined, '/sign-in', 'Sign in')
    await page.route('**/v1/auth/login', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { redirectTo: `${world.service.origin}//evil.test/a` } })
    })
    await signInWithForm(page, email)
    await page.getByRole('heading', { name: 'Hello, Dan' }).waitFor()
    await expectAddress('/home')
  })
})

describe('the session', () => {
  let hal: Session
  beforeAll(async () => {
    hal = await world.person('Hal')
  })

  test('signing out leads to /sign-in and revokes the cookie', async () => {
    const gil = await world.person('Gil')
    await showTo(page, gil, '/settings/account', 'Account')
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

  test.each([
    ['/', '/home', 'Hello, Hal'],
    ['/sign-in', '/home', 'Hello, Hal'],
    // Addresses of earlier versions.
    ['/account', '/settings/account', 'Account'],
    ['/settings', '/settings/account', 'Account'],
    ['/settings/profile', '/settings/account', 'Account'],
    ['/settings/team', '/settings/members', 'Members'],
  ])('%s redirects a person who is signed in to %s', async (address, path, heading) => {
    await showTo(page, hal, address, heading)
    await expect.poll(() => addressOf(page)).toBe(`${world.service.origin}${path}`)
  })

  test('a protected page offers a retry if the session cannot be loaded', async () => {
    const ida = await world.person('Ida')
    const context = page.context()
    await context.route('**/v1/auth/state', (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Later.' } }),
    )
    await showTo(page, ida, '/home')
    await page.getByText('The service is unavailable right now.').waitFor()
    await context.unroute('**/v1/auth/state')
    await page.getByRole('button', { name: 'Try again' }).click()
    await isComplete(page, 'Hello, Ida')
  })
})
