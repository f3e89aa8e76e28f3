import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { findings } from '../support/axe.ts'
import { publishGoal } from '../support/seed.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { addressOf, createWorld, phone } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything, do anything' })
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Presses keys one after the other. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses a key as soon as the open dialog is gone, before anything else that waits for that. */
async function pressOnceClosed(page: Page, key: string): Promise<void> {
  await page.getByRole('dialog').evaluate((dialog, pressed) => {
    new MutationObserver((_, observer) => {
      if (dialog.isConnected) return
      observer.disconnect()
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
      )
    }).observe(document.body, { childList: true, subtree: true })
  }, key)
}

test('single keys go to pages, begin a goal, and reach the search and the rows of a list', async () => {
  const ann = await world.person('Ann')
  await publishGoal(ann.api, 'First goal.')
  await publishGoal(ann.api, 'Second goal.')
  await showTo(page, ann, '/settings/appearance')
  await show(page, '/home')
  await heading(page, 'Hello, Ann').waitFor()
  await press(page, 'g', 'l')
  await heading(page, 'Labels').waitFor()
  await press(page, 'g', 'g')
  await heading(page, 'Goals').waitFor()
  await page.getByRole('link', { name: 'First goal' }).waitFor()
  await press(page, 'j')
  await expect.poll(() => focusedText(page)).toBe('Second goal')
  await press(page, 'j', 'j')
  await expect.poll(() => focusedText(page)).toBe('First goal')
  await press(page, 'k', 'j', 'Enter')
  await heading(page, 'First goal').waitFor()
  await press(page, 'c')
  await heading(page, 'New goal').waitFor()
  await press(page, 'g', 'g')
  await heading(page, 'Goals').waitFor()
  await press(page, '/')
  // In a field, keys are letters.
  await press(page, 'S', 'e', 'c', 'g', 'l')
  await expect.poll(() => page.getByLabel('Search', { exact: true }).inputValue()).toBe('Secgl')
  await expect.poll(() => addressOf(page)).toContain('/goals')
})

test('on the page of a goal, keys report and edit, and the palette offers both', async () => {
  const jo = await world.person('Jo')
  const goal = await publishGoal(jo.api, 'Some goal.')
  await showTo(page, jo, '/settings/appearance')
  await show(page, `/goals/${goal.id}`)
  await heading(page, 'Some goal').waitFor()
  await press(page, 'r')
  await page.getByRole('dialog').getByLabel('Summary').waitFor()
  await press(page, 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await press(page, 'o')
  await page.getByRole('combobox', { name: 'Find a person' }).waitFor()
  await pressOnceClosed(page, 't')
  await press(page, 'Escape')
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await press(page, 'T', 'w', 'o', 'Enter')
  await heading(page, 'Two').waitFor()
  await press(page, 'Control+k')
  await palette(page).waitFor()
  await page.keyboard.type('change the lab')
  await palette(page).getByRole('option', { name: 'Change the labels' }).waitFor()
  await press(page, 'Escape')
  await palette(page).waitFor({ state: 'detached' })
  await press(page, 'Control+k')
  await palette(page).waitFor()
  await page.keyboard.type('edit')
  await palette(page).getByRole('option', { name: 'Edit' }).waitFor()
  await press(page, 'Enter')
  await page.getByLabel('Description', { exact: true }).waitFor()
})

test('keys with modifiers, in dialogs, and in menus are left alone', async () => {
  const bob = await world.person('Bob')
  await showTo(page, bob, '/settings/appearance')
  await show(page, '/home')
  await heading(page, 'Hello, Bob').waitFor()
  await press(page, 'Control+g', 'Alt+l')
  await press(page, 'g', 'Control+l')
  await page.getByRole('button', { name: 'Account: Bob' }).press('Enter')
  await page.getByRole('menu').waitFor()
  await press(page, 'g', 'l', 'Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await press(page, '?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await press(page, 'g', 'l', 'Control+k')
  await expect.poll(() => palette(page).count()).toBe(0)
  await expect.poll(() => addressOf(page)).toMatch(/\/home$/)
})

test('the list of shortcuts says what works on this page, and returns the focus', async () => {
  const cy = await world.person('Cy')
  await publishGoal(cy.api, 'Some goal.')
  await showTo(page, cy, '/settings/appearance')
  await show(page, '/goals')
  const row = page.getByRole('link', { name: 'Some goal' })
  await row.focus()
  await press(page, '?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.waitFor()
  const listed = (name: string) => dialog.getByRole('list', { name }).getByRole('listitem').allInnerTexts()
  const words = async (name: string) => (await listed(name)).map((text) => text.replaceAll(/\s+/g, ' '))
  await expect
    .poll(() => words('Everywhere'))
    .toEqual([
      'Find anything, do anything Ctrl K',
      'Show the keyboard shortcuts ?',
      'Send a form Ctrl Enter',
      'Undo the latest change of a goal Ctrl Z',
    ])
  const here = await words('On this page')
  expect(here).toContain('Home G then H')
  expect(here).toContain('New goal C')
  expect(here).toContain('Search /')
  expect(here).toContain('Next row of a list J')
  await expect.poll(() => findings(page)).toEqual([])
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('single keys can be switched off, over a reload', async () => {
  const dee = await world.person('Dee')
  const page = await world.open(dee)
  await page.goto('/settings/appearance')
  await page.getByLabel('Shortcuts with single keys').press('Space')
  await page.reload()
  await heading(page, 'Appearance and language').waitFor()
  await heading(page, 'Appearance and language').press('g')
  await press(page, 'h', '?')
  await press(page, 'Control+k')
  await palette(page).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await press(page, 'Escape')
  await page.getByLabel('Shortcuts with single keys').press('Space')
  await page.getByLabel('Shortcuts with single keys').blur()
  await press(page, 'g', 'h')
  await heading(page, 'Hello, Dee').waitFor()
})

test('Ctrl+Enter sends a form from a text of several lines, once', async () => {
  const eve = await world.person('Eve')
  await showTo(page, eve, '/settings/appearance')
  await show(page, '/goals/new')
  await page.getByLabel('Continuous').press('Space')
  await page.getByLabel('Description', { exact: true }).fill('A goal by keyboard.')
  await press(page, 'Control+Enter')
  await heading(page, 'A goal by keyboard').waitFor()
  const { goals } = await eve.api.listGoals()
  expect(goals.length).toBe(1)
})

test('the palette finds goals, pages, and commands with the keyboard', async () => {
  const fay = await world.person('Fay')
  await publishGoal(fay.api, 'Answer within a day.')
  await publishGoal(fay.api, 'Cut the costs.')
  await showTo(page, fay, '/settings/appearance')
  await show(page, '/home')
  await heading(page, 'Hello, Fay').waitFor()
  await press(page, 'Control+k')
  const field = page.getByRole('combobox', { name: 'Find anything, do anything' })
  await field.fill('answer within')
  await palette(page).getByRole('option', { name: 'Answer within a day' }).waitFor()
  await expect.poll(() => palette(page).getByText('Nothing matches.').count()).toBe(0)
  await expect.poll(() => findings(page)).toEqual([])
  await press(page, 'Enter')
  await heading(page, 'Answer within a day').waitFor()

  // The goal is among the ones opened last, and what the page offers is there.
  await press(page, 'Control+k')
  await palette(page).getByRole('group', { name: 'Recently opened' }).getByRole('option').waitFor()
  await field.fill('memb')
  await palette(page).getByRole('option', { name: 'Settings: Members' }).waitFor()
  await press(page, 'Enter')
  await heading(page, 'Members').waitFor()
  await press(page, 'Control+k')
  await field.fill('theme: dark')
  await press(page, 'Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await press(page, 'Control+k')
  await field.fill('zzz')
  await palette(page).getByText('Nothing matches.').waitFor()
  await press(page, 'Escape')
  await palette(page).waitFor({ state: 'detached' })
})

test('keys typed while the palette loads are typed into it, and a failure is told', async () => {
  const kim = await world.person('Kim')
  const page = await world.open(kim)
  await page.goto('/home')
  await heading(page, 'Hello, Kim').waitFor()
  let load = () => {}
  const loading = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/palette-*.js', async (route) => {
    await loading
    return route.continue()
  })
  await press(page, 'Control+k', 'g', 'l', 'a')
  load()
  await palette(page).waitFor()
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Find anything, do anything' }).inputValue())
    .toBe('gla')
  await expect.poll(() => addressOf(page)).toMatch(/\/home$/)
  await press(page, 'Escape')
  await palette(page).waitFor({ state: 'detached' })
  await page.route('**/shortcuts-dialog-*.js', (route) => route.abort())
  await press(page, '?')
  await page.getByText('The service could not be reached.').waitFor()
  await press(page, 'g', 'l')
  await heading(page, 'Labels').waitFor()
})

test('the palette switches the organization, and says so if the search fails', async () => {
  const gus = await world.person('Gus')
  const hal = await world.person('Hal')
  await join(gus, hal)
  await showTo(page, hal, '/settings/appearance')
  await show(page, '/home')
  await heading(page, 'Hello, Hal').waitFor()
  await page.route('**/v1/goals?*q=*', (route) =>
    route.fulfill({ status: 500, json: { error: 'internal_error', message: 'x' } }),
  )
  await page.getByRole('button', { name: 'Search' }).click()
  const field = page.getByRole('combobox', { name: 'Find anything, do anything' })
  await field.fill('cost')
  await palette(page).getByText('The search does not work right now.').waitFor()
  await field.fill('Hal')
  await palette(page).getByRole('option', { name: 'Hal', exact: true }).waitFor()
  await press(page, 'Enter')
  await page.getByText(/^You are now in /).waitFor()
})

test('on a phone, the palette opens from the header and fits', async () => {
  const ida = await world.person('Ida')
  const page = await world.open(ida, { viewport: phone })
  await page.goto('/home')
  await page.getByRole('button', { name: 'Search' }).click()
  await palette(page).waitFor()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(() => overflow()).toBeLessThanOrEqual(0)
  await expect.poll(() => findings(page)).toEqual([])
})
