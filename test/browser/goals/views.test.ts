import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { findings } from '../support/axe.ts'
import { expectFocus } from '../support/focus.ts'
import { publishGoal } from '../support/seed.ts'
import { overflowing } from '../support/widths.ts'
import { addressOf, createWorld } from '../support/world.ts'

const world = createWorld()

const searchOf = (page: Page) => decodeURIComponent(new URL(addressOf(page)).search)
const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const namesOf = (page: Page) => views(page).getByRole('link').allTextContents()
const current = (page: Page) => views(page).locator('[aria-current=page]').allTextContents()
const actions = (page: Page, view: string) =>
  page.getByRole('button', { name: `Actions for the view ${view}`, exact: true })

/** Chooses from the menu of the view that is open, with the keyboard. */
async function choose(page: Page, view: string, item: string): Promise<void> {
  await actions(page, view).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

describe('a saved view', () => {
  test('keeps filters, order and look, and opens them again, by keyboard alone', async () => {
    const ann = await world.person('Ann')
    await publishGoal(ann.api, 'Mine.')
    await publishGoal(ann.api, 'Nobody’s.', { ownerUserId: null })
    const page = await world.open(ann)
    await page.goto('/goals')
    await page.getByText('2 goals').waitFor()
    await expect.poll(() => current(page)).toEqual(['All goals'])
    await expect.poll(() => page.getByRole('button', { name: 'Save view' }).count()).toBe(0)

    await page.goto('/goals?ownerUserId=none&sort=due')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await expect.poll(() => current(page)).toEqual([])
    await page.getByRole('button', { name: 'Save view' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByLabel('Name').press('Enter')
    await dialog.getByText('Enter a name for the view.').waitFor()
    await expectFocus(page, 'Name')
    await page.keyboard.type('Without an owner')
    await page.keyboard.press('Enter')
    await page.getByText('View saved.').waitFor()
    await expect.poll(() => current(page)).toEqual(['Without an owner'])
    expect(await ann.api.listGoalViews()).toMatchObject({
      goalViews: [{ name: 'Without an owner', query: 'ownerUserId=none&sort=due', isShared: false }],
    })

    await views(page).getByRole('link', { name: 'All goals' }).press('Enter')
    await page.getByText('2 goals').waitFor()
    await views(page).getByRole('link', { name: 'Without an owner' }).press('Enter')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await expectFocus(page, 'Without an owner')
    await expect.poll(() => searchOf(page)).toMatch(/^\?ownerUserId=none&sort=due&view=/)
    await page.reload()
    await page.getByText('1 goal', { exact: true }).waitFor()
    await expect.poll(() => current(page)).toEqual(['Without an owner'])
    await page.goto('/home')
    await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('without')
    await page.getByRole('option', { name: 'Without an owner' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => current(page)).toEqual(['Without an owner'])
  })

  test('shows that the list now differs, is updated with one press, or gets its filters back', async () => {
    const bo = await world.person('Bo')
    await publishGoal(bo.api)
    const { goalView } = await bo.api.createGoalView({ body: { name: 'Mine', query: 'ownerUserId=me' } })
    const page = await world.open(bo)
    await page.goto(`/goals?ownerUserId=me&view=${goalView.id}`)
    await expect.poll(() => current(page)).toEqual(['Mine'])
    const order = page.getByLabel('Sort by')
    await order.selectOption('Due date')
    await expect.poll(() => current(page)).toEqual(['Mine (changed)'])
    await choose(page, 'Mine', 'Discard the changes')
    await expect.poll(() => current(page)).toEqual(['Mine'])
    await expect.poll(() => order.inputValue()).toBe('')

    await order.selectOption('Title')
    await page.getByRole('button', { name: 'Update view' }).press('Enter')
    await page.getByText('View updated.').waitFor()
    await expect.poll(() => current(page)).toEqual(['Mine'])
    const { goalViews } = await bo.api.listGoalViews()
    expect(goalViews).toMatchObject([{ query: 'ownerUserId=me&sort=title' }])

    await order.selectOption('Progress')
    await choose(page, 'Mine', 'Save as new…')
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('By progress')
    await page.keyboard.press('Enter')
    await expect.poll(() => current(page)).toEqual(['By progress'])
    await expect.poll(() => namesOf(page)).toEqual(['All goals', 'By progress', 'Mine'])
  })

  test('is renamed, shared, and deleted', async () => {
    const cy = await world.person('Cy')
    await publishGoal(cy.api)
    const { goalView } = await cy.api.createGoalView({ body: { name: 'Mine', query: 'ownerUserId=me' } })
    const page = await world.open(cy)
    await page.goto(`/goals?ownerUserId=me&view=${goalView.id}`)
    await choose(page, 'Mine', 'Rename…')
    await expectFocus(page, 'Name')
    await page.keyboard.type('Of Cy')
    await page.keyboard.press('Enter')
    await page.getByText('View renamed.').waitFor()
    await expectFocus(page, 'Actions for the view Of Cy')
    await choose(page, 'Of Cy', 'Share with everyone')
    await page.getByText('Everyone sees this view now.').waitFor()
    await expect.poll(() => current(page)).toEqual(['Of Cy (shared)'])
    expect((await cy.api.listGoalViews()).goalViews).toMatchObject([{ name: 'Of Cy', isShared: true }])
    await choose(page, 'Of Cy', 'Stop sharing')
    await page.getByText('Only you see this view now.').waitFor()
    await choose(page, 'Of Cy', 'Delete…')
    const dialog = page.getByRole('alertdialog', { name: 'Delete this view?' })
    await dialog.getByRole('button', { name: 'Delete view' }).press('Enter')
    await page.getByText('View deleted.').waitFor()
    await expect.poll(() => current(page)).toEqual(['All goals'])
    await expect.poll(() => searchOf(page)).not.toContain('view=')
    expect((await cy.api.listGoalViews()).goalViews).toEqual([])
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  })
})

describe('a shared view', () => {
  test('can be opened by everyone, and changed by its owner and administrators', async () => {
    const [dora, eli] = [await world.person('Dora'), await world.person('Eli')]
    await join(dora, eli)
    await publishGoal(dora.api)
    const body = { name: 'Ours', query: 'status=active', isShared: true }
    const { goalView } = await dora.api.createGoalView({ body })
    const page = await world.open(eli)
    await page.goto('/goals')
    await views(page).getByRole('link', { name: 'Ours (shared)' }).click()
    await expect.poll(() => current(page)).toEqual(['Ours (shared)'])
    await expect.poll(() => actions(page, 'Ours').count()).toBe(0)
    await page.getByLabel('Sort by').selectOption('Title')
    await actions(page, 'Ours').press('Enter')
    const items = page.getByRole('menuitem')
    await expect.poll(() => items.allTextContents()).toEqual(['Discard the changes', 'Save as new…'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByLabel('Name').fill('Ours by title')
    await dialog.getByLabel(/^Share with everyone in /).check()
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('View saved.').waitFor()

    const boss = await world.open(dora)
    await boss.goto('/goals')
    await views(boss).getByRole('link', { name: 'Ours by title (shared)' }).click()
    await actions(boss, 'Ours by title').press('Enter')
    await expect.poll(() => boss.getByRole('menuitem').allTextContents()).toEqual(['Rename…', 'Delete…'])
    await dora.api.deleteGoalView({ params: { goalViewId: goalView.id } })
  })

  test('that somebody has deleted meanwhile disappears with a message', async () => {
    const fay = await world.person('Fay')
    await publishGoal(fay.api)
    const { goalView } = await fay.api.createGoalView({ body: { name: 'Gone', query: 'sort=due' } })
    const page = await world.open(fay)
    await page.goto(`/goals?sort=due&view=${goalView.id}`)
    await expect.poll(() => current(page)).toEqual(['Gone'])
    await fay.api.deleteGoalView({ params: { goalViewId: goalView.id } })
    await page.getByLabel('Sort by').selectOption('Title')
    await page.getByRole('button', { name: 'Update view' }).click()
    await page.getByText('This view no longer exists.').waitFor()
    await expect.poll(() => namesOf(page)).toEqual(['All goals'])
  })
})

test('a lost response saves a view once', async () => {
  const ivy = await world.person('Ivy')
  await publishGoal(ivy.api)
  const page = await world.open(ivy)
  await page.goto('/goals?sort=due')
  await page.getByRole('button', { name: 'Save view' }).click()
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('By due date')
  await page.route('**/v1/goal-views', async (route) => {
    await route.fetch() // The service has the view, but the response is lost.
    return route.abort('connectionreset')
  })
  await name.press('Enter')
  await page.getByText('The service could not be reached.').waitFor()
  await page.unroute('**/v1/goal-views')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await page.getByText('View saved.').waitFor()
  expect((await ivy.api.listGoalViews()).goalViews).toHaveLength(1)
})

test('nothing is offered to be saved before the views are known', async () => {
  const jo = await world.person('Jo')
  await publishGoal(jo.api)
  await jo.api.createGoalView({ body: { name: 'Mine', query: 'ownerUserId=me' } })
  const page = await world.open(jo)
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/goal-views*', (route) => held.promise.then(() => route.continue()))
  await page.goto('/goals?ownerUserId=me')
  await page.getByText('1 goal', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Save view' }).count()).toBe(0)
  held.resolve()
  await expect.poll(() => current(page)).toEqual(['Mine'])
  await expect.poll(() => page.getByRole('button', { name: 'Save view' }).count()).toBe(0)
})

test('views that cannot be loaded can be asked for again, and the goals are there', async () => {
  const gus = await world.person('Gus')
  await publishGoal(gus.api)
  await gus.api.createGoalView({ body: { name: 'Mine', query: 'ownerUserId=me' } })
  const page = await world.open(gus)
  await page.route('**/v1/goal-views*', (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_request' } }),
  )
  await page.goto('/goals')
  await page.getByText('The saved views could not be loaded.').waitFor()
  await page.getByText('1 goal', { exact: true }).waitFor()
  await page.unroute('**/v1/goal-views*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => namesOf(page)).toEqual(['All goals', 'Mine'])
})

test('many views with long names fit every width, and are accessible', async () => {
  const hal = await world.person('Hal')
  await publishGoal(hal.api)
  for (let number = 1; number <= 24; number++) {
    const name = `${number} ${number % 3 === 0 ? 'A view with a name that is as long as it may be, '.repeat(2) : 'Short'}`
    const body = { name: name.slice(0, 99), query: `q=${number}`, isShared: number % 2 === 0 }
    await hal.api.createGoalView({ body })
  }
  const page = await world.open(hal)
  await page.goto('/goals?q=24&sort=due')
  await expect.poll(async () => (await namesOf(page)).length).toBe(25)
  await expect.poll(() => overflowing(page)).toEqual([])
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog', { name: 'Save view' }).waitFor()
  await expect.poll(() => findings(page)).toEqual([])
})
