/** How many requests a browser with an empty cache needs. On a slow connection each costs a round trip. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seedOrganization } from '../support/seed.ts'
import { createWorld, laptop, phone } from '../support/world.ts'

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

test('a goal needs at most 33', async () => {
  const ann = await world.person('Ann')
  const { goalId } = await seedOrganization(ann.api)
  const page = await world.open(ann)
  const requested = await requestsOf(page, `/goals/${goalId}`, 'Answer within a day')
  // Six are the comments, their part of the app, the list of members in it, the confirmations of a second person, the bell, and the draft.
  expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(33)
})

test('the app uses what start.js has asked for, and loads nothing twice', async () => {
  const cleo = await world.person('Cleo')
  const { goalId } = await seedOrganization(cleo.api)
  for (const [path, heading, count] of [
    ['/home', 'Hello, Cleo', 3],
    ['/goals', 'Goals', 2],
    [`/goals/${goalId}`, 'Answer within a day', 7],
  ] as const) {
    const page = await world.open(cleo)
    // The app runs when the service has sent everything.
    const { promise: isDue, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/assets/libraries-*.js', async (route) => {
      await isDue
      await route.continue()
    })
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/v1/')) asked.push(pathname + search)
    })
    const read = new Set<string>()
    page.on('requestfinished', (request) => {
      const { pathname, search } = new URL(request.url())
      read.add(pathname + search)
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => asked.length).toBe(count)
    const early = [...asked]
    goOn()
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    // The browser ends a request when somebody reads the body of its response.
    await expect.poll(() => early.filter((address) => !read.has(address))).toEqual([])
    // From then on, the page asks for news, and again for what has changed.
    const news = asked.findIndex((address) => address.startsWith('/v1/events'))
    const first = news < 0 ? asked : asked.slice(0, news)
    expect(first).toEqual([...new Set(first)])
  }
})

test('start.js asks for nothing but the session if the address has filters or names a foreign organization', async () => {
  const dan = await world.person('Dan')
  const { activeOrganizationId: foreign } = await (await world.person('Eve')).api.getAuthSession()
  for (const path of ['/goals?status=archived', `/goals?organization=${foreign}`]) {
    const page = await world.open(dan)
    await page.route('**/assets/libraries-*.js', (route) => route.abort())
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const state = page.waitForResponse('**/v1/auth/state')
    await page.goto(path)
    await (await state).finished()
    // The page runs what follows the response first.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(asked.filter((address) => address.startsWith('/v1/'))).toEqual(['/v1/auth/state'])
  }
})

test.each([
  ['a laptop', laptop],
  ['a phone', phone],
])('on %s the frame is there before the app, which then takes its place', async (_, viewport) => {
  const ben = await world.person(`Ben ${viewport.width}`)
  const page = await world.open(ben, { viewport })
  const { promise: isDue, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/assets/libraries-*.js', async (route) => {
    await isDue
    await route.continue()
  })
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/goals', { waitUntil: 'commit' })
  await page.locator('.frame-app').waitFor()
  const bar = await page.locator('.frame-app > div').first().boundingBox()
  const title = await page.locator('.frame-title').boundingBox()
  // Nothing waits for the libraries to be loaded.
  await expect.poll(() => requested.some((path) => path.startsWith('/assets/goals-page-'))).toBe(true)
  expect(requested).toContain('/v1/auth/state')
  goOn()
  const heading = page.getByRole('heading', { name: 'Goals', level: 1 })
  await heading.waitFor()
  await expect.poll(() => page.locator('.frame-app').count()).toBe(0)
  await expect.poll(() => page.getByRole('banner').boundingBox()).toEqual(bar)
  await expect.poll(async () => (await heading.boundingBox())?.y).toBe(title?.y)
})
