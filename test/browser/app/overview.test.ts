import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findings } from '../support/axe.ts'
import { look, startFollowing, withMovableTime } from '../support/live.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { overflowing } from '../support/widths.ts'
import { addressOf, createWorld, phone, teammates } from '../support/world.ts'

const day = 86_400_000
let now = Date.now() - 6 * day
const world = createWorld({ clock: () => new Date(now) })

const chart = (page: Page) => page.getByRole('slider', { name: 'Times in the chart: Active goals by health' })

test('shows how the goals are doing over time, what changed, and by whom', async () => {
  const [ann, ben] = await teammates(world, 'Ann', 'Ben')
  const label = await createLabel(ann.api, 'Quality')
  const worse = await publishGoal(ann.api, 'Answer at once.', { labelIds: [label] })
  const done = await publishGoal(ann.api, 'Close the old office.', { ownerUserId: ben.userId })
  await publishGoal(ann.api, 'Not told yet.', { ownerUserId: null })
  const gone = await publishGoal(ann.api, 'Gone.')
  await reportOn(ann.api, worse.id, { health: 'on_track' })
  await reportOn(ann.api, done.id, { health: 'on_track' })
  await reportOn(ann.api, gone.id, { health: 'off_track' })
  now += 5 * day
  await reportOn(ann.api, worse.id, { expectedRevision: 2, health: 'off_track' })
  await reportOn(ann.api, done.id, { expectedRevision: 2, status: 'completed' })
  await ann.api.deleteGoal({ params: { goalId: gone.id } })
  now += day
  const page = await world.open(ann)
  await page.goto('/overview?weeks=4')
  await page.getByRole('heading', { name: 'No active goal is on track' }).waitFor()
  await page.getByText('2 active goals: 1 off track, 1 no health.').waitFor()
  await page.getByText('Show as a table').click()
  const rows = page.getByRole('table', { name: 'Active goals by health' }).getByRole('row')
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/\t0\t1\t1$/)
  await expect.poll(() => rows.count()).toBe(30)
  await expect.poll(() => findings(page)).toEqual([])
  await chart(page).focus()
  await page.keyboard.press('End')
  await expect.poll(() => chart(page).getAttribute('aria-valuetext')).toBe('Today. 1 off track, 1 no health')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  // The day before: both had a report, and one none. What was deleted is left out.
  await expect.poll(() => chart(page).getAttribute('aria-valuetext')).toMatch(/\. 2 on track, 1 no health$/)
  await page.keyboard.press('Home')
  await expect.poll(() => chart(page).getAttribute('aria-valuetext')).toMatch(/\. No active goals$/)

  const changed = page.getByRole('region', { name: 'What changed' })
  const linksOf = (name: string) => changed.getByRole('list', { name }).getByRole('link').allTextContents()
  // It was published in this time, so it is compared with its first health.
  await expect.poll(() => linksOf('Worse')).toEqual(['Answer at once'])
  await expect.poll(() => linksOf('Completed')).toEqual(['Close the old office'])
  await expect.poll(() => linksOf('New')).toEqual(['Not told yet'])
  await page.getByRole('region', { name: 'By label' }).getByRole('link', { name: 'Quality' }).waitFor()
  await page.getByRole('region', { name: 'By owner' }).getByRole('link', { name: 'No owner' }).click()
  await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
  await expect.poll(() => new URL(addressOf(page)).search).toBe('?status=active&ownerUserId=none')
})

test('looks back further, and can be tried again', async () => {
  const cy = await world.person('Cy')
  await publishGoal(cy.api, 'Only one.')
  const page = await world.open(cy, { viewport: phone })
  await page.route('**/v1/events?order=desc*', (route) => route.abort())
  await page.goto('/home')
  await page.getByRole('link', { name: 'How it has changed' }).click()
  await page.getByText('The service could not be reached.').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No active goal is on track' }).waitFor()
  // The table stays open while the other period loads.
  await page.getByText('Show as a table').click()
  await page.getByText('4 weeks', { exact: true }).click()
  await expect.poll(() => new URL(addressOf(page)).search).toBe('?weeks=4')
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(30)
  await expect.poll(() => overflowing(page)).toEqual([])
})

test('says what it will show as long as there is no goal', async () => {
  const dee = await world.person('Dee')
  const page = await world.open(dee, { viewport: phone })
  await page.goto('/goals')
  // The navigation of a phone has no room for it.
  await page.getByRole('main').getByRole('link', { name: 'Overview' }).click()
  await page.getByText('No goals yet').waitFor()
})

test('follows the reports of others, and loads only the events since', async () => {
  const eve = await world.person('Eve')
  const goal = await publishGoal(eve.api)
  const page = await withMovableTime(await world.open(eve))
  let pages = 0
  page.on('request', (request) => {
    if (request.url().includes('/v1/events?order=desc')) pages += 1
  })
  await page.goto('/goals')
  await page.getByRole('link', { name: 'Answer within a day' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByText('1 active goal: 1 no health.').waitFor()
  await startFollowing(page)
  await reportOn(eve.api, goal.id, { health: 'at_risk' })
  const before = pages
  await look(page)
  await page.getByText('1 active goal: 1 at risk.').waitFor()
  expect(pages - before).toBe(1)
})
