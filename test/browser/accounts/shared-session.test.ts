import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInAgain } from '../../support/people/sign-in.ts'
import { password, signInWithForm } from '../support/front-page.ts'
import { returnToTab } from '../support/tabs.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const sessionEnded = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

async function signInWithDialog(page: Page): Promise<void> {
  await sessionEnded(page).getByLabel('Password', { exact: true }).fill(password)
  await sessionEnded(page).getByRole('button', { name: 'Sign in' }).click()
}

test('signing out or in affects all tabs', async () => {
  const ida = await world.person('Ida')
  const a = await world.open(ida)
  await a.goto('/goals/new')
  await a.getByLabel('Description', { exact: true }).fill('Typed before the end.')
  await a.getByLabel('Continuous').check()
  const b = await a.context().newPage()
  await b.goto('/home')
  await b.getByRole('button', { name: 'Account: Ida' }).click()
  await b.getByRole('menuitem', { name: 'Sign out' }).click()
  await sessionEnded(a).waitFor()
  await b.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signInWithForm(b, ida.email)
  await b.getByRole('heading', { name: 'Hello, Ida' }).waitFor()
  await sessionEnded(a).waitFor({ state: 'detached' })
  await a.getByRole('button', { name: 'Publish goal' }).click()
  await a.getByRole('heading', { name: 'Typed before the end' }).waitFor()
})

test('signing in with the dialog of one tab restores all tabs and reloads failed requests', async () => {
  const nia = await world.person('Nia')
  const a = await world.open(nia)
  const b = await a.context().newPage()
  for (const page of [a, b]) {
    await page.goto('/home')
    await page.getByText('You have no active goals').waitFor()
    // The last thing that the page loads: a request that is under way at the end of the session would notice the end first.
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
  }
  await nia.api.logout()
  for (const page of [a, b]) {
    await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
    await sessionEnded(page).waitFor()
  }
  await signInWithDialog(a)
  for (const page of [a, b]) {
    await sessionEnded(page).waitFor({ state: 'detached' })
    await page.getByText('No goals yet').waitFor()
  }
})

test('signing in again removes the message about the ended session', async () => {
  const jo = await world.person('Jo')
  const page = await world.open(jo)
  await page.goto('/goals/new')
  await page.getByLabel('Description', { exact: true }).fill('Sent twice.')
  await page.getByLabel('Continuous').check()
  await jo.api.logout()
  await page.getByRole('button', { name: 'Publish goal' }).click()
  await sessionEnded(page).waitFor()
  await page.getByText('Your session has ended. Sign in again').waitFor({ state: 'attached' })
  await signInWithDialog(page)
  await sessionEnded(page).waitFor({ state: 'detached' })
  await page.getByText('Your session has ended').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish goal' }).click()
  await page.getByRole('heading', { name: 'Sent twice' }).waitFor()
})

test('late 401s of older requests do not end the new session', async () => {
  const kim = await world.person('Kim')
  const page = await world.open(kim)
  await page.goto('/labels')
  await page.getByRole('heading', { name: 'Labels' }).waitFor()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held: string[] = []
  let isHolding = true
  await kim.api.logout()
  await page.route(/\/v1\/(?:goals|auth\/state)/, async (route) => {
    if (!isHolding) return route.continue()
    const { pathname } = new URL(route.request().url())
    held.push(pathname)
    await released
    if (pathname === '/v1/auth/state') return route.fulfill({ json: { session: null } })
    return route.fulfill({ status: 401, json: { error: 'unauthorized', message: 'Sign in first.' } })
  })
  await page.getByRole('link', { name: 'Goals', exact: true }).first().click()
  await returnToTab(page)
  await expect.poll(() => held).toEqual(expect.arrayContaining(['/v1/goals', '/v1/auth/state']))
  isHolding = false
  await signInWithDialog(page)
  await sessionEnded(page).waitFor({ state: 'detached' })
  release()
  await page.getByText('No goals yet').waitFor()
  expect(await sessionEnded(page).count()).toBe(0)
})

test('the next person in a tab sees nothing that the previous one typed', async () => {
  const lea = await world.person('Lea')
  const max = await world.person('Max')
  const page = await world.open(lea)
  const storage = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  await page.goto('/goals/new')
  await page.getByLabel('Description', { exact: true }).fill('Secret of Lea.')
  await expect.poll(storage).toContain('Secret of Lea.')
  await lea.api.logout()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await storage()).toContain('Secret of Lea.') // Lea may return.
  await signInWithForm(page, max.email)
  await page
    .getByLabel('Description', { exact: true })
    .or(page.getByRole('link', { name: 'Max' }))
    .waitFor()
  expect(await storage()).not.toContain('Lea')

  await page.goto('/home')
  await page.getByRole('link', { name: 'New goal' }).first().click()
  await page.getByLabel('Description', { exact: true }).fill('Secret of Max.')
  await expect.poll(storage).toContain('Secret of Max.')
  const other = await signInAgain(world.service, { email: lea.email, displayName: 'Lea' })
  const [name = '', value = ''] = other.cookie.split('=')
  await page.context().addCookies([{ name, value, url: world.service.origin }])
  await returnToTab(page)
  await page.getByRole('heading', { name: 'Hello, Lea' }).waitFor()
  expect(await storage()).not.toContain('Max')
})
