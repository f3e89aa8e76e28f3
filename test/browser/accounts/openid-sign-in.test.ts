/**
 * One walk of a person who signs in and out at a real OpenID provider, in a real browser. Each test begins where the one
 * before ended.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  oidcEnvironment,
  signInAt,
  startOpenIdProvider,
} from '../../access/authentication/support/openid-provider.ts'
import { findings } from '../support/axe.ts'
import { walkTo } from '../support/visit.ts'
import { overflowing } from '../support/widths.ts'
import { createWorld, statusOf } from '../support/world.ts'

const provider = await startOpenIdProvider()
afterAll(provider.stop)
const world = createWorld({
  environment: { ...oidcEnvironment(provider.issuer), AUTH_ACCOUNT_URL: 'https://id.example.com/account' },
})
let page: Page

beforeAll(async () => {
  provider.profiles.set('ann', { name: 'Ann Lee', email: 'ann@example.com', email_verified: true })
  await provider.serve(world.service.origin)
  page = await world.keep()
})

const sessionStatus = () => statusOf(page, '/v1/auth/session')

async function signInAtProvider(at: Page): Promise<void> {
  await at.getByRole('heading', { name: 'Company account' }).waitFor()
  await at.getByLabel('Account').fill('ann')
  await at.getByRole('button', { name: 'Sign in' }).press('Enter')
}

test('a person signs in by keyboard, and comes to the page that they wanted', async () => {
  await page.goto('/labels')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(() => page.getByLabel('Password', { exact: true }).count()).toBe(0)
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByRole('link', { name: 'Continue to sign in' }).press('Enter')
  await signInAtProvider(page)
  await page.getByRole('heading', { name: 'Labels' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/labels')
})

test('the settings lead to the account at the provider', async () => {
  await walkTo(page, '/settings/account', 'Account')
  await page.getByText('ann@example.com').first().waitFor()
  await expect.poll(() => page.getByText('come from your organization’s own account').count()).toBe(1)
  const link = page.getByRole('link', { name: 'Open your account at id.example.com' })
  await expect.poll(() => link.getAttribute('href')).toBe('https://id.example.com/account')
})

test('a person sees where they are signed in, and ends other sessions', async () => {
  const { cookie = '' } = await signInAt(world.service.origin, 'ann')
  await walkTo(page, '/settings/security', 'Security')
  await page.getByRole('link', { name: 'Open your account at id.example.com' }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Password' }).count()).toBe(0)
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Sign out all other browsers' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out others' }).press('Enter')
  await expect.poll(() => rows.count()).toBe(1)
  const response = await fetch(`${world.service.origin}/v1/auth/session`, { headers: { cookie } })
  expect([response.status, await sessionStatus()]).toEqual([401, 200])
})

test('signs out here and at the provider', async () => {
  await page.getByRole('button', { name: 'Account: Ann Lee' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
  await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
  await expect.poll(() => new URL(page.url()).origin).toBe(provider.issuer)
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.waitForURL(`${world.service.origin}/sign-in`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await sessionStatus()).toBe(401)
})

test('the sign-in page explains a problem, fits every width, and leads to the wanted page later', async () => {
  await walkTo(page, '/account-deleted')
  await walkTo(page, '/sign-in?problem=no_email&returnTo=/goals/new', 'Sign in')
  await page.getByRole('alert').getByText('has no name or email address that Cairn can use').waitFor()
  await expect.poll(() => overflowing(page)).toEqual([])
  await expect.poll(() => findings(page)).toEqual([])
})

test('the next sign-in asks again', async () => {
  await page.getByRole('link', { name: 'Continue to sign in' }).press('Enter')
  await signInAtProvider(page)
  await page.getByRole('heading', { name: 'New goal' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/goals/new')
})

test('who signs out at the provider loses the session here, and signs in again without losing the page', async () => {
  await page.getByLabel('Description', { exact: true }).fill('Answer within a day.')
  await page.getByLabel('Continuous').check()
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(`${provider.issuer}/session/end`)
  await elsewhere.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(sessionStatus).toBe(401)

  await page.getByRole('button', { name: /Publish/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('link', { name: 'Open sign-in in a new tab' }).click(),
  ])
  await signInAtProvider(tab)
  await tab.getByRole('heading', { name: /^Hello, Ann/ }).waitFor()
  await dialog.getByRole('button', { name: 'I have signed in' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.getByLabel('Description', { exact: true }).inputValue())
    .toBe('Answer within a day.')
})

test("the provider's page ends the session in a frame", async () => {
  expect(await sessionStatus()).toBe(200)
  const sid = provider.sessionIdOf('ann')
  const address = `${world.service.origin}/v1/auth/frontchannel-logout?${new URLSearchParams({ iss: provider.issuer, sid })}`
  // The provider's page, which is not watched: the browser reports that it must not show the frame.
  const other = await page.context().browser()?.newContext()
  const frame = await other?.newPage()
  if (!other || !frame) throw new Error('There is no browser.')
  await frame.goto(`${provider.issuer}/frame?${new URLSearchParams({ address })}`)
  await frame.getByText('The frame has loaded.').waitFor()
  await expect.poll(sessionStatus).toBe(401)
  await other.close()
})
