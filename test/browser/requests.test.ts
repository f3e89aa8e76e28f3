/** How many requests a browser with an empty cache needs. On a slow connection each costs a round trip. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seedOrganization } from './support/seed.ts'
import { createWorld } from './support/world.ts'

const world = createWorld()

/** The paths that a page requests until nothing more happens, which is before the first request of the live updates. */
async function requestsOf(page: Page, path: string, heading: string): Promise<string[]> {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(path)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return requested
}

test('signing in needs at most 12', async () => {
  const requested = await requestsOf(await world.open(), '/sign-in', 'Sign in')
  expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(12)
})

test('validates the sign-in with code that comes with the first key', async () => {
  const page = await world.open()
  const requested = await requestsOf(page, '/sign-in', 'Sign in')
  const schemas = () => requested.filter((path) => /\/(?:zod|auth)-/.test(path)).length
  expect(schemas()).toBe(0)
  await page.getByLabel('Email address').fill('a')
  await expect.poll(schemas).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter a full email address').waitFor()
})

test('the service validates if that code cannot be loaded', async () => {
  const page = await world.open()
  await page.route(/\/assets\/(?:zod|auth)-/, (route) => route.abort())
  await page.goto('/sign-in')
  await page.getByLabel('Email address').fill('a')
  await page.getByLabel('Password', { exact: true }).fill('b')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter a full email address').waitFor()
})

test('a goal needs at most 25', async () => {
  const ann = await world.person('Ann')
  const { goalId } = await seedOrganization(ann.api)
  const page = await world.open(ann)
  const requested = await requestsOf(page, `/goals/${goalId}`, 'Answer within a day')
  expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(25)
})
