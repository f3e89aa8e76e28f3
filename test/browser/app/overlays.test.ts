import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publishGoal } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

/** Menus, popovers, dialogs, and messages come after the page. */

const world = createWorld()
const file = '**/assets/overlays-*.js'

/** The page of the goals, before what opens above it has been loaded. Returns what lets it come. */
async function openEarly(name: string): Promise<[Page, () => void]> {
  const person = await world.person(name)
  await publishGoal(person.api)
  const page = await world.open(person)
  const { promise: isDue, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(file, async (route) => {
    await isDue
    await route.continue()
  })
  await page.goto('/goals')
  await page.getByRole('link', { name: /Answer within a day/ }).waitFor()
  return [page, goOn]
}

test('until they are there, what opens them looks the same and is no control', async () => {
  const [page, goOn] = await openEarly('Ann')
  const share = page.getByText('Share', { exact: true })
  // Another font has other widths.
  await page.evaluate(() => document.fonts.ready)
  const before = await share.boundingBox()
  await expect.poll(() => page.getByRole('button', { name: 'Share' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: /Ann/ }).count()).toBe(0)
  goOn()
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  await expect.poll(() => share.boundingBox()).toEqual(before)
})

test('keys that are pressed before wait for them', async () => {
  const [page, goOn] = await openEarly('Ben')
  await page.keyboard.press('f')
  await page.keyboard.press('h')
  goOn()
  await page.getByRole('menuitemcheckbox', { name: 'At risk' }).waitFor()
})

test('links and buttons can be pressed with the keyboard before', async () => {
  const [page, goOn] = await openEarly('Eve')
  await page.getByRole('link', { name: 'Labels' }).first().press('Enter')
  await page.getByRole('heading', { name: 'Labels', level: 1 }).waitFor()
  goOn()
  await page.getByRole('button', { name: /Eve/ }).first().waitFor()
})

test('a dialog that is asked for before opens when it can, and the focus returns', async () => {
  const [page, goOn] = await openEarly('Cleo')
  await page
    .getByRole('button', { name: /^Report on/ })
    .first()
    .click()
  goOn()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/^Report on/)
})

test('if they cannot be loaded, the page can be read, and a press loads it again', async () => {
  const dan = await world.person('Dan')
  await publishGoal(dan.api)
  const page = await world.open(dan)
  await page.route(file, (route) => route.abort())
  await page.goto('/goals')
  await page.getByRole('link', { name: /Answer within a day/ }).waitFor()
  await page.getByRole('button', { name: 'Share' }).waitFor()
  await page.unroute(file)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Share', expanded: false }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
})
