import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const restored = (page: Page) => page.getByText('Your draft was restored.')
const description = (page: Page) => page.getByLabel('Description', { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function publish(session: Session) {
  const { goal } = await session.api.createGoal({
    body: {
      detailedDescription: 'Answer within a day.',
      timeframe: { kind: 'continuous' },
      criteria: [{ title: 'Median', description: 'Under 24 hours.' }],
    },
  })
  return goal
}

describe('editing a goal', () => {
  test('Cancel asks once before what was typed is lost, and leaves nothing of it', async () => {
    const ann = await world.person('Ann')
    const goal = await publish(ann)
    const page = await world.open(ann)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await description(page).fill('Something else.')
    await press(page, 'Cancel')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await description(page).inputValue()).toBe('Something else.')
    await press(page, 'Cancel')
    await press(page, 'Discard changes')
    await page.getByText('Answer within a day.').waitFor()
    await press(page, 'Edit')
    expect(await description(page).inputValue()).toBe('Answer within a day.')
    expect(await restored(page).count()).toBe(0)
  })

  test('Cancel asks nothing where nothing was changed in the end', async () => {
    const bo = await world.person('Bo')
    const goal = await publish(bo)
    const page = await world.open(bo)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await description(page).fill('Something else.')
    await description(page).fill('Answer within a day.')
    await press(page, 'Cancel')
    await page.getByRole('heading', { name: 'Answer within a day' }).waitFor()
  })

  test('what was typed is back after the page was left, and it is said only then', async () => {
    const cy = await world.person('Cy')
    const goal = await publish(cy)
    const page = await world.open(cy)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await page.getByRole('link', { name: 'All goals' }).click()
    await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
    await page.goBack()
    await press(page, 'Edit')
    await description(page).waitFor()
    expect(await restored(page).count()).toBe(0)
    await description(page).fill('Something else.')
    await page.reload()
    await press(page, 'Edit')
    await restored(page).waitFor()
    expect(await description(page).inputValue()).toBe('Something else.')

    // Somebody else has saved the same meanwhile: nothing is left to save.
    await cy.api.updateGoal({ params: { goalId: goal.id }, body: { detailedDescription: 'Something else.' } })
    await page.reload()
    await page.getByText('Something else.').first().waitFor()
    await press(page, 'Edit')
    await description(page).waitFor()
    expect(await restored(page).count()).toBe(0)
  })

  test('Start over asks, and brings back what is stored', async () => {
    const dee = await world.person('Dee')
    const goal = await publish(dee)
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
    expect(await page.getByText('Describe the goal.').count()).toBe(0)
    expect(await restored(page).count()).toBe(0)
  })
})

test('a new goal: Cancel asks, and the next one begins empty', async () => {
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
  expect(await description(page).inputValue()).toBe('')
  expect(await restored(page).count()).toBe(0)
})

test.each([
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['Cancel', (page: Page) => press(page, 'Cancel')],
  ['the cross', (page: Page) => press(page, 'Close')],
])('a report: %s closes an empty one at once, and asks where something was typed', async (name, close) => {
  const fay = await world.person(`Fay and ${name}`)
  const goal = await publish(fay)
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
  expect(await page.getByLabel('Summary').inputValue()).toBe('Typed and discarded')
  await close(page)
  await press(page, 'Discard report')
  await dialog.waitFor({ state: 'detached' })
  await press(page, 'Report')
  expect(await page.getByLabel('Summary').inputValue()).toBe('')
  expect(await restored(page).count()).toBe(0)
})

test('a dialog that is closed and opened again begins anew, without the problems of before', async () => {
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
    expect(await dialog.getByLabel('Name').inputValue()).toBe('')
    expect(await dialog.getByRole('alert').count()).toBe(0)
  }
})
