import { describe, expect, test } from 'vitest'
import { publishGoal } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

describe('publishing', () => {
  test('suggests the title from the description', async () => {
    const ann = await world.person('Ann')
    await ann.api.createGoalLabel({ body: { name: 'Quality', color: '#3b76b8' } })
    const page = await world.open(ann)
    await page.goto('/home')
    await page.getByRole('main').getByRole('link', { name: 'New goal' }).click()
    await page
      .getByLabel('Description', { exact: true })
      .fill('Answer every **request** within a day. People wait.')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Answer every request within a day')
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.locator('strong', { hasText: 'request' }).waitFor()
    await page.getByRole('tab', { name: 'Write' }).click()

    await page.getByRole('button', { name: 'Publish goal' }).click()
    await page.getByText('Pick a target date.').waitFor()
    await page.getByLabel('Target date').fill('2027-06-30')
    await page.getByRole('button', { name: 'Choose labels' }).click()
    await page.getByLabel('Quality').check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add criterion' }).click()
    await page.keyboard.type('Median')
    await page.getByRole('button', { name: 'Publish goal' }).click()
    await page.getByText('Describe what must be true.').waitFor()
    await page.getByLabel('What must be true').fill('The median is under 24 hours.')
    await page.getByRole('button', { name: 'Publish goal' }).click()

    await page.getByRole('heading', { name: 'Answer every request within a day' }).waitFor()
    await page.getByText('By Jun 30, 2027').waitFor()
    await page.getByText('The median is under 24 hours.').waitFor()
    await page.getByText('Goal published', { exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe('Answer every request within a day · Cairn')
  })

  test('keeps the draft over a reload, until it is sent', async () => {
    const page = await world.open(await world.person('Bo'))
    await page.goto('/goals/new')
    await page.getByLabel('Description', { exact: true }).fill('Typed before the reload.')
    await page.reload()
    await page.getByText('Your draft was restored.').waitFor()
    await expect
      .poll(() => page.getByLabel('Description', { exact: true }).inputValue())
      .toBe('Typed before the reload.')
    await page.getByLabel('Continuous').check()
    await page.getByRole('button', { name: 'Publish goal' }).click()
    await page.getByRole('heading', { name: 'Typed before the reload' }).waitFor()
    await page.goto('/goals/new')
    await expect.poll(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('')
  })
})

test('a lost response, even over a reload, publishes one goal', async () => {
  const ivy = await world.person('Ivy')
  const page = await world.open(ivy)
  await page.goto('/goals/new')
  await page.getByLabel('Description', { exact: true }).fill('Published once.')
  await page.getByLabel('Continuous').check()
  await page.route('**/v1/goals', async (route) => {
    await route.fetch() // The service has the goal, but the response is lost.
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Publish goal' }).click()
  await page.getByText('The service could not be reached.').waitFor()
  await page.unroute('**/v1/goals')
  await page.reload()
  await page.getByRole('button', { name: 'Publish goal' }).click()
  await page.getByRole('heading', { name: 'Published once' }).waitFor()
  expect((await ivy.api.listGoals()).goals).toHaveLength(1)
})

describe('a goal', () => {
  test('is edited in place, and sends only changed fields', async () => {
    const fay = await world.person('Fay')
    const goal = await publishGoal(fay.api, 'Before the edit.', {
      criteria: [{ title: 'First', description: 'One' }],
    })
    const page = await world.open(fay)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('heading', { name: 'Edit goal' }).waitFor()
    // Someone else changes another field.
    await fay.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Renamed meanwhile' } })
    await page.getByLabel('Description', { exact: true }).fill('After the edit.')
    await page.getByRole('button', { name: 'Remove criterion 1' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Renamed meanwhile' }).waitFor()
    await page.getByText('After the edit.', { exact: true }).waitFor()
    const { goal: after } = await fay.api.getGoal({ params: { goalId: goal.id } })
    expect(after).toMatchObject({ title: 'Renamed meanwhile', criteria: [], revision: 1 })
  })

  test('is deleted after a confirmation', async () => {
    const gil = await world.person('Gil')
    const goal = await publishGoal(gil.api, 'To be deleted.')
    const page = await world.open(gil)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this goal?' })
    await dialog.getByText('This deletes the goal for everyone').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete goal' }).click()
    await page.getByText('No goals yet').waitFor()
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('heading', { name: 'Goal not found' }).waitFor()
  })
})
