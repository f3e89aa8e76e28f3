/** A sample organization: made in the browser, explored, kept or discarded. */
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findings } from '../support/axe.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})
const sample = 'Sample: Northern Bakery'
const noticed = 'This organization is a sample'

test('first steps lead to a sample, by keyboard; it says what it is, goes on after a failure, and is discarded', async () => {
  const ida = await world.person('Ida')
  await showTo(page, ida, '/settings/appearance')
  await show(page, '/home')
  await page.getByRole('button', { name: 'Explore a sample' }).press('Enter')
  await page.getByRole('dialog', { name: 'Explore a sample organization' }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])

  let reports = 0
  await page.route('**/updates', (route) =>
    ++reports === 5 ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Create the sample' }).press('Enter')
  await page.getByText('The sample is not complete.').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByText('The sample is ready.').waitFor()
  await page.getByText(noticed).waitFor()
  await expect.poll(() => findings(page)).toEqual([])

  await show(page, '/goals')
  await page.getByText('Open the second shop on Harbor Street').first().waitFor()
  await page.getByText(noticed).waitFor()
  const { organizations } = await ida.api.getAuthSession()
  expect(organizations.map(({ name }) => name)).toEqual(['Ida', sample])
  const { goals } = await ida.api.listGoals()
  expect(goals.length).toBe(8)

  await page.getByRole('button', { name: 'Discard it' }).press('Enter')
  await page.getByRole('alertdialog', { name: `Delete ${sample}?` }).waitFor()
  await expect.poll(() => page.getByLabel(`To confirm, type ${sample}`).inputValue()).toBe(sample)
  await page.getByRole('button', { name: 'Delete organization' }).press('Enter')
  await page.getByText(`${sample} is deleted.`).waitFor()
  await page.getByRole('button', { name: 'Organization: Ida' }).waitFor()
  await expect.poll(() => page.getByText(noticed).count()).toBe(0)
})

test('stopping discards what there is, and the person stays where they were', async () => {
  const jon = await world.person('Jon')
  await showTo(page, jon, '/settings/appearance')
  await show(page, '/goals')
  await page.getByRole('button', { name: 'Organization: Jon' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Explore a sample' }).press('Enter')
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/v1/goals', async (route) => {
    if (route.request().method() === 'POST' && ++requests === 3) {
      asked.resolve()
      await held.promise
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create the sample' }).press('Enter')
  await asked.promise
  await page.getByRole('button', { name: 'Stop and discard' }).press('Enter')
  held.resolve()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const session = await jon.api.getAuthSession()
  expect(session.organizations).toMatchObject([{ name: 'Jon', id: session.activeOrganizationId }])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Jon')
})

test('a discard that fails says so, and the next attempt discards the sample', async () => {
  const lea = await world.person('Lea')
  await showTo(page, lea, '/settings/appearance')
  await show(page, '/home')
  await page.getByRole('button', { name: 'Explore a sample' }).press('Enter')
  await page.getByRole('button', { name: 'Create the sample' }).press('Enter')
  await page.getByText(noticed).waitFor()
  await page.getByRole('button', { name: 'Discard it' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Delete ${sample}?` })
  const discard = () => dialog.getByRole('button', { name: 'Delete organization' }).press('Enter')
  const names = async () => (await lea.api.getAuthSession()).organizations.map(({ name }) => name)

  let answer: (route: Route) => Promise<void> = (route) => route.abort('connectionfailed')
  await page.route('**/v1/organizations/current', (route) =>
    route.request().method() === 'DELETE' ? answer(route) : route.continue(),
  )
  await discard()
  await dialog.getByText('The service could not be reached.').waitFor()
  expect(await names()).toContain(sample)

  answer = (route) => route.fulfill({ status: 500, body: '{}' })
  await discard()
  await dialog.getByText('Something went wrong on our side.').waitFor()
  expect(await names()).toContain(sample)

  // It is deleted, but the response is lost.
  answer = async (route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  }
  await discard()
  await dialog.getByText('The service could not be reached.').waitFor()
  await expect.poll(names).toEqual(['Lea'])

  answer = (route) => route.continue()
  await discard()
  await page.getByText(`${sample} is deleted.`).waitFor()
  await page.getByRole('button', { name: 'Organization: Lea' }).waitFor()
  await expect.poll(() => page.getByText(noticed).count()).toBe(0)
})

test('stopping that fails says where the sample is; the next attempt discards it, even if a response is lost', async () => {
  const mia = await world.person('Mia')
  await showTo(page, mia, '/settings/appearance')
  await show(page, '/goals')
  await page.getByRole('button', { name: 'Organization: Mia' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Explore a sample' }).press('Enter')
  await page.route('**/v1/goals', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Create the sample' }).press('Enter')
  await page.getByText('The sample is not complete.').waitFor()
  const switching = '**/v1/organizations/switch'
  await page.route(switching, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Stop and discard' }).press('Enter')
  await page.getByText('You can delete it in its settings.').waitFor()
  expect((await mia.api.getAuthSession()).organizations.map(({ name }) => name)).toContain(sample)
  await page.unroute(switching)
  let deletions = 0
  await page.route('**/v1/organizations/current', async (route) => {
    if (route.request().method() !== 'DELETE' || ++deletions > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionfailed')
  })
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(deletions).toBe(2)
  const session = await mia.api.getAuthSession()
  expect(session.organizations).toMatchObject([{ name: 'Mia', id: session.activeOrganizationId }])
})

test('who keeps a sample, or opens it in another browser, is told nothing about discarding', async () => {
  const kim = await world.person('Kim')
  const page = await world.open(kim)
  await page.goto('/settings/organization')
  await page.getByRole('button', { name: 'Explore a sample' }).press('Enter')
  await page.getByRole('button', { name: 'Create the sample' }).press('Enter')
  await page.getByText(noticed).waitFor()
  const elsewhere = await world.open(kim)
  await elsewhere.goto(page.url())
  await elsewhere.getByRole('button', { name: `Organization: ${sample}` }).waitFor()
  await elsewhere.getByRole('heading', { name: 'What needs you' }).waitFor()
  await expect.poll(() => elsewhere.getByText(noticed).count()).toBe(0)

  await page.getByRole('button', { name: 'Keep it' }).press('Enter')
  await page.getByText(noticed).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.reload()
  await page.getByRole('button', { name: `Organization: ${sample}` }).waitFor()
  await page.getByRole('heading', { name: 'What needs you' }).waitFor()
  await expect.poll(() => page.getByText(noticed).count()).toBe(0)
})
