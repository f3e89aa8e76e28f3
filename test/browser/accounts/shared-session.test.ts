/** Two tabs of a browser share a session: what its end, a new sign-in, and another person mean for them. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { password, signInWithForm } from '../support/front-page.ts'
import { withoutBackground } from '../support/live.ts'
import { showTo } from '../support/show-to.ts'
import { returnToTab } from '../support/tabs.ts'
import { walkTo } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let ida: Session
let a: Page
let b: Page

/** Resolves when the tabs wait for no response. */
let untilQuiet: () => Promise<unknown>

beforeAll(async () => {
  ida = await world.person('Ida')
  a = await world.keep()
  const untilFirstQuiet = await withoutBackground(a)
  await showTo(a, ida, '/home', 'Hello, Ida')
  b = await a.context().newPage()
  const untilSecondQuiet = await withoutBackground(b)
  untilQuiet = () => Promise.all([untilFirstQuiet(), untilSecondQuiet()])
  await b.goto('/home')
  await b.getByRole('heading', { name: 'First steps' }).waitFor()
})

const sessionEnded = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

async function signInWithDialog(page: Page): Promise<void> {
  await sessionEnded(page).getByLabel('Password', { exact: true }).fill(password)
  await sessionEnded(page).getByRole('button', { name: 'Sign in' }).click()
}

/** Ends the session of the browser, as if it had expired. The tabs do not know. */
async function endSession(): Promise<void> {
  await untilQuiet()
  const cookies = await a.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { origin } = world.service
  await fetch(`${origin}/v1/auth/logout`, { method: 'POST', headers: { origin, cookie } })
}

async function typeGoal(description: string, page = a): Promise<void> {
  await walkTo(page, '/goals/new', 'New goal')
  await page.getByLabel('Description', { exact: true }).fill(description)
  await page.getByLabel('Continuous').check()
}

test('signing out or in affects all tabs', async () => {
  await typeGoal('Typed before the end.')
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
  for (const page of [a, b]) await walkTo(page, '/settings/appearance')
  await endSession()
  for (const page of [a, b]) {
    await page.getByRole('link', { name: 'Feed', exact: true }).first().click()
    await sessionEnded(page).waitFor()
  }
  await signInWithDialog(a)
  for (const page of [a, b]) {
    await sessionEnded(page).waitFor({ state: 'detached' })
    await page.getByText('You published').first().waitFor()
  }
})

test('signing in again removes the message about the ended session', async () => {
  await typeGoal('Sent twice.')
  await endSession()
  await a.getByRole('button', { name: 'Publish goal' }).click()
  await sessionEnded(a).waitFor()
  await a.getByText('Your session has ended. Sign in again').waitFor({ state: 'attached' })
  await signInWithDialog(a)
  await sessionEnded(a).waitFor({ state: 'detached' })
  await a.getByText('Your session has ended').waitFor({ state: 'detached' })
  await a.getByRole('button', { name: 'Publish goal' }).click()
  await a.getByRole('heading', { name: 'Sent twice' }).waitFor()
})

test('late 401s of older requests do not end the new session', async () => {
  await typeGoal('Sent by the other tab.', b)
  await walkTo(a, '/settings/appearance')
  const released = Promise.withResolvers<void>()
  const held: string[] = []
  let isHolding = true
  await endSession()
  await a.route(/\/v1\/(?!events)/, async (route) => {
    if (!isHolding) return route.continue()
    const { pathname } = new URL(route.request().url())
    held.push(pathname)
    await released.promise
    if (pathname === '/v1/auth/state') return route.fulfill({ json: { session: null } })
    return route.fulfill({ status: 401, json: { error: 'unauthorized', message: 'Sign in first.' } })
  })
  await a.getByRole('link', { name: 'Goals', exact: true }).first().click()
  await returnToTab(a)
  await expect.poll(() => held).toEqual(expect.arrayContaining(['/v1/goals', '/v1/auth/state']))
  isHolding = false
  // Whatever a tab has in its cache, it sends a new goal.
  await b.getByRole('button', { name: 'Publish goal' }).click()
  await sessionEnded(b).waitFor()
  await signInWithDialog(b)
  for (const page of [a, b]) await sessionEnded(page).waitFor({ state: 'detached' })
  released.resolve()
  await a.getByRole('list', { name: 'Goals' }).getByText('Typed before the end').waitFor()
  await expect.poll(() => sessionEnded(a).count()).toBe(0)
  await a.unrouteAll()
})

test('the next person in a tab sees nothing that the previous one typed', async () => {
  const storage = () => a.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  await typeGoal('Secret of Ida.')
  await expect.poll(storage).toContain('Secret of Ida.')
  const [name = '', value = ''] = (await world.person('Max')).cookie.split('=')
  await a.context().addCookies([{ name, value, url: world.service.origin }])
  await returnToTab(a)
  await a.getByRole('heading', { name: 'Hello, Max' }).waitFor()
  await expect.poll(() => storage()).not.toContain('Ida')
})
