import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishGoal } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const restored = (page: Page) => page.getByText('Your draft was restored.')
const description = (page: Page) => page.getByLabel('Description', { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('editing a goal', () => {
  test('Cancel asks before discarding what was typed', async () => {
    const ann = await world.person('Ann')
    const goal = await publishGoal(ann.api)
    const page = await world.open(ann)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await description(page).fill('Something else.')
    await press(page, 'Cancel')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => description(page).inputValue()).toBe('Something else.')
    await press(page, 'Cancel')
    await press(page, 'Discard changes')
    await page.getByText('Answer within a day.').waitFor()
    await press(page, 'Edit')
    await expect.poll(() => description(page).inputValue()).toBe('Answer within a day.')
    await expect.poll(() => restored(page).count()).toBe(0)
  })

  test('Cancel does not ask without changes', async () => {
    const bo = await world.person('Bo')
    const goal = await publishGoal(bo.api)
    const page = await world.open(bo)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await description(page).fill('Something else.')
    await description(page).fill('Answer within a day.')
    await press(page, 'Cancel')
    await page.getByRole('heading', { name: 'Answer within a day' }).waitFor()
  })

  test('a draft is restored after leaving the page, with a notice', async () => {
    const cy = await world.person('Cy')
    const goal = await publishGoal(cy.api)
    const page = await world.open(cy)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await page.getByRole('link', { name: 'All goals' }).click()
    await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
    await page.goBack()
    await press(page, 'Edit')
    await description(page).waitFor()
    await expect.poll(() => restored(page).count()).toBe(0)
    await description(page).fill('Something else.')
    await page.reload()
    await press(page, 'Edit')
    await restored(page).waitFor()
    await expect.poll(() => description(page).inputValue()).toBe('Something else.')

    // If someone else has saved the same text, nothing is left to save.
    await cy.api.updateGoal({ params: { goalId: goal.id }, body: { detailedDescription: 'Something else.' } })
    await page.reload()
    await page.getByText('Something else.').first().waitFor()
    await press(page, 'Edit')
    await description(page).waitFor()
    await expect.poll(() => restored(page).count()).toBe(0)
  })

  test('Start over asks, and restores the stored goal', async () => {
    const dee = await world.person('Dee')
    const goal = await publishGoal(dee.api)
    const page = await world.open(dee)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await description(page).fill('')
    await page.reload()
    await press(page, 'Edit')
    await press(page, 'Save changes')
    await page.getByText('Describe the goal.').waitFor()
    await press(page, 'Start over')
    await press(page, 'Discard changes')
    await expect.poll(() => description(page).inputValue()).toBe('Answer within a day.')
    await expect.poll(() => page.getByText('Describe the goal.').count()).toBe(0)
    await expect.poll(() => restored(page).count()).toBe(0)
  })
})

test('Cancel discards a new goal after asking, and the next one starts empty', async () => {
  const page = await world.open(await world.person('Eve'))
  await page.goto('/goals/new')
  await press(page, 'Cancel')
  await page.getByText('No goals yet').waitFor()
  await page.goto('/goals/new')
  await description(page).fill('Never to be published.')
  await press(page, 'Cancel')
  await page.getByRole('alertdialog', { name: 'Discard this goal?' }).waitFor()
  await press(page, 'Discard goal')
  await page.getByText('No goals yet').waitFor()
  await page.goto('/goals/new')
  await expect.poll(() => description(page).inputValue()).toBe('')
  await expect.poll(() => restored(page).count()).toBe(0)
})

test.each([
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['Cancel', (page: Page) => press(page, 'Cancel')],
  ['Close', (page: Page) => press(page, 'Close')],
])('%s closes an empty report without asking, and asks if something was typed', async (name, close) => {
  const fay = await world.person(`Fay and ${name}`)
  const goal = await publishGoal(fay.api)
  const page = await world.open(fay)
  const dialog = page.getByRole('dialog', { name: 'Report' })
  await page.goto(`/goals/${goal.id}`)
  await press(page, 'Report')
  await dialog.waitFor()
  await close(page)
  await dialog.waitFor({ state: 'detached' })
  await press(page, 'Report')
  await page.getByLabel('Summary').fill('Typed and discarded')
  await close(page)
  await press(page, 'Keep editing')
  await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Typed and discarded')
  await close(page)
  await press(page, 'Discard report')
  await dialog.waitFor({ state: 'detached' })
  await press(page, 'Report')
  await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('')
  await expect.poll(() => restored(page).count()).toBe(0)
})

test('a reopened dialog is empty and shows no problems', async () => {
  const page = await world.open(await world.person('Gil'))
  for (const [path, open, submit] of [
    ['/settings/organization', 'New organization', 'Create organization'],
    ['/labels', 'New label', 'Create label'],
    ['/settings/api-tokens', 'New token', 'Create token'],
  ] as const) {
    await page.goto(path)
    await press(page, open)
    const dialog = page.getByRole('dialog')
    await press(page, submit)
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByLabel('Name').fill('Typed and discarded')
    await press(page, 'Cancel')
    await press(page, open)
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('')
    await expect.poll(() => dialog.getByRole('alert').count()).toBe(0)
  }
})
