/** Visited pages open without a connection, as they were last seen, for the person who has visited them and for nobody else. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** A page with a service worker, which most tests do without. */
const open = (session: Session) => world.open(session, { serviceWorkers: 'allow' })

const banner = (page: Page) => page.getByText(/^Offline\. Last seen .*\. Changes need a connection\.$/)

/** The keys of the queries that the browser keeps; undefined without a copy. */
function keptKeys(page: Page): Promise<string[] | undefined> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'cairn.offline')) return undefined
    const request = indexedDB.open('cairn.offline')
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    const database = request.result
    const keys = database.transaction('queries').objectStore('queries').getAllKeys()
    await new Promise((resolve) => {
      keys.onsuccess = resolve
    })
    database.close()
    return keys.result.map(String)
  })
}

/** Waits until the page and what it shows can be opened offline. */
async function untilKept(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await expect.poll(async () => (await keptKeys(page))?.join()).toContain(key)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.includes('/assets/') ? name : [])),
  )
  const files = () =>
    page.evaluate(async () => (await (await caches.open('cairn.app')).keys()).map(({ url }) => url))
  await expect.poll(files).toEqual(expect.arrayContaining([...loaded, `${world.service.origin}/`]))
}

/** Opens the list and its only goal, so that both can be read offline. */
async function visit(page: Page, goalId: string): Promise<void> {
  await page.goto('/goals')
  await page.getByRole('list', { name: 'Goals' }).getByRole('link').first().click()
  await page.getByRole('region', { name: 'History' }).getByText('Goal published', { exact: true }).waitFor()
  await untilKept(page, '"pages"', goalId, '"history"', '"members"')
}

test('shows visited pages as they were last seen, and the news as soon as there is a connection', async () => {
  const ann = await world.person('Ann')
  const goal = await publishGoal(ann.api, 'Some **strong** words.', { title: 'Answer within a day' })
  await reportOn(ann.api, goal.id, { summary: 'Half of it is done' })
  const page = await open(ann)
  await visit(page, goal.id)

  await page.context().setOffline(true)
  await page.goto(`/goals/${goal.id}`)
  await page.getByRole('heading', { name: 'Answer within a day', level: 1 }).waitFor()
  await banner(page).waitFor()
  await page.getByRole('region', { name: 'Latest report' }).getByText('Half of it is done').waitFor()
  await page.locator('strong', { hasText: 'strong' }).waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  // Controls that change something say that they need a connection.
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await page
    .getByText('You are offline. Try again when you are back online.')
    .filter({ visible: true })
    .first()
    .waitFor()

  await page.getByRole('link', { name: 'All goals' }).click()
  await page.getByRole('list', { name: 'Goals' }).getByRole('link', { name: 'Answer within a day' }).waitFor()
  await banner(page).waitFor()
  await page.getByRole('link', { name: 'Labels' }).first().click()
  await page.getByRole('heading', { name: 'This page has not loaded yet' }).waitFor()
  await page.goto(`/goals/${goal.id}`)
  await page.getByRole('heading', { name: 'Answer within a day', level: 1 }).waitFor()

  await ann.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Answer within an hour' } })
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Answer within an hour', level: 1 }).waitFor()
  await banner(page).waitFor({ state: 'detached' })
})

test('signing out deletes what was kept, whatever other tabs show', async () => {
  const ben = await world.person('Ben')
  const goal = await publishGoal(ben.api, 'Of Ben.', { title: 'A goal of Ben' })
  const page = await open(ben)
  await visit(page, goal.id)
  const other = await page.context().newPage()
  await other.goto(`/goals/${goal.id}`)
  await other.getByRole('heading', { name: 'A goal of Ben', level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await other.getByRole('dialog').waitFor()
  // Another tab may have made an empty one since.
  await expect.poll(async () => (await keptKeys(page)) ?? []).toEqual([])

  await page.context().setOffline(true)
  await page.goto(`/goals/${goal.id}`)
  await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor()
  expect(await page.content()).not.toContain('A goal of Ben')
})

test('the end of a session deletes what was kept', async () => {
  const cy = await world.person('Cy')
  const goal = await publishGoal(cy.api)
  const page = await open(cy)
  await visit(page, goal.id)
  await cy.api.logout()
  await page.goto('/home')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(async () => (await keptKeys(page)) ?? []).toEqual([])
})

test('another person in the same browser sees nothing of it', async () => {
  const dee = await world.person('Dee')
  const eve = await world.person('Eve')
  const goal = await publishGoal(dee.api, 'Of Dee.', { title: 'A goal of Dee' })
  const page = await open(dee)
  await visit(page, goal.id)

  // The session of Dee is lost without signing out, and Eve signs in.
  const [name = '', value = ''] = eve.cookie.split('=')
  await page.context().addCookies([{ name, value, url: world.service.origin }])
  await page.goto('/home')
  await page.getByRole('heading', { name: /Eve/ }).waitFor()
  await untilKept(page, '"brief"')
  expect((await keptKeys(page))?.join()).not.toContain(goal.id)

  await page.context().setOffline(true)
  await page.goto('/home')
  await page.getByRole('heading', { name: /Eve/ }).waitFor()
  await page.goto(`/goals/${goal.id}`)
  await page
    .getByText('You are offline. Try again when you are back online.')
    .filter({ visible: true })
    .first()
    .waitFor()
  expect(await page.content()).not.toContain('A goal of Dee')
})

test('a new build deletes the files of the old one', async () => {
  const fay = await world.person('Fay')
  const page = await open(fay)
  await page.goto('/home')
  await untilKept(page, '"brief"')
  await page.evaluate(async () => {
    const cache = await caches.open('cairn.app')
    await cache.put('/', new Response('another build', { headers: { 'content-type': 'text/html' } }))
    await cache.put('/assets/old.js', new Response('old'))
  })
  await page.goto('/home')
  const isKept = () =>
    page.evaluate(async () => (await (await caches.open('cairn.app')).match('/assets/old.js')) !== undefined)
  await expect.poll(isKept).toBe(false)
  await untilKept(page, '"brief"')
})
