import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld, teammates } from '../support/world.ts'

const world = createWorld()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('editing while somebody else edits', () => {
  test('keeps changes of other fields, and lets the person choose for the same field', async () => {
    const [eve, fay] = await teammates(world, 'Eve', 'Fay')
    const goal = await publishGoal(eve.api, 'Answer within a day.', {
      criteria: [
        { title: 'Median', description: 'Under 24 hours.' },
        { title: 'Longest', description: 'Under three days.' },
      ],
    })
    const theyEdit = (body: object) => fay.api.updateGoal({ params: { goalId: goal.id }, body })
    const page = await world.open(eve)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await page.getByLabel('Title').fill('My title')
    await page.getByLabel('Criterion 1', { exact: true }).fill('My median')
    await press(page, 'Move criterion 1 down')
    await theyEdit({
      title: 'Their title',
      cadence: { everyDays: 7 },
      criteria: goal.criteria.map(({ id, title }) => ({
        id,
        title,
        description: title === 'Longest' ? 'Under two days.' : 'Under 24 hours.',
      })),
    })
    await press(page, 'Save changes')
    const panel = page.getByRole('alert').filter({ hasText: 'Fay edited this goal' })
    await expect.poll(() => panel.evaluate((element) => element === document.activeElement)).toBe(true)
    // Only the title was changed by both. The conflict survives a reload.
    await expect.poll(() => panel.getByRole('group').count()).toBe(1)
    await page.reload()
    await press(page, 'Edit')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('My title')
    await panel.getByText('Take theirs').click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Their title')
    await panel.getByText('Keep mine').click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('My title')

    // Somebody edits again before the choice is saved: another field, so nothing is asked.
    await theyEdit({ detailedDescription: 'Their description.' })
    await press(page, 'Save changes')
    await page.getByText('Changes saved. Fay edited the goal meanwhile').waitFor()
    await page.getByRole('heading', { name: 'My title' }).waitFor()
    const { goal: after } = await eve.api.getGoal({ params: { goalId: goal.id } })
    const [median, longest] = goal.criteria
    expect(after).toMatchObject({
      title: 'My title',
      detailedDescription: 'Their description.',
      cadence: { everyDays: 7 },
      criteria: [
        { id: longest?.id, title: 'Longest', description: 'Under two days.' },
        { id: median?.id, title: 'My median', description: 'Under 24 hours.' },
      ],
      version: 4,
    })
  })

  test('a report meanwhile, or a lost response, asks nothing', async () => {
    const gil = await world.person('Gil')
    const goal = await publishGoal(gil.api)
    const page = await world.open(gil)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await page.getByLabel('Title').fill('Renamed')
    await reportOn(gil.api, goal.id)
    // More edits than a conflict shows, so the form reads the goal.
    for (let everyDays = 1; everyDays <= 11; everyDays += 1) {
      await gil.api.updateGoal({ params: { goalId: goal.id }, body: { cadence: { everyDays } } })
    }
    await page.route(`**/v1/goals/${goal.id}`, async (route) => {
      const isEdit = route.request().method() === 'PATCH'
      const { status } = await route.fetch().then((response) => ({ status: response.status() }))
      // The service has the edit, but its response is lost.
      return isEdit && status === 200 ? route.abort('connectionreset') : route.fallback()
    })
    await press(page, 'Save changes')
    await page.getByText('The service could not be reached.').waitFor()
    await page.unroute(`**/v1/goals/${goal.id}`)
    await press(page, 'Save changes')
    await page.getByText('Changes saved.', { exact: true }).waitFor()
    const { edits } = await gil.api.listGoalEdits({ params: { goalId: goal.id } })
    expect(edits).toHaveLength(12)
    const { goal: after } = await gil.api.getGoal({ params: { goalId: goal.id } })
    expect(after).toMatchObject({ title: 'Renamed', cadence: { everyDays: 11 } })
  })

  test('gives up after several attempts, and keeps what was typed', async () => {
    const hal = await world.person('Hal')
    const goal = await publishGoal(hal.api)
    const page = await world.open(hal)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Edit')
    await page.getByLabel('Title').fill('Never saved')
    let attempts = 0
    await page.route(`**/v1/goals/${goal.id}`, (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      attempts += 1
      const conflict = { revision: 1, version: 1 + attempts, updates: [], edits: [], truncated: false }
      return route.fulfill({
        status: 409,
        json: { error: 'goal_version_conflict', message: 'Edited.', conflict },
      })
    })
    await press(page, 'Save changes')
    await page.getByText('Someone else edited this goal.').waitFor()
    expect(attempts).toBe(6)
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Never saved')
  })
})

describe('reporting while somebody else edits', () => {
  test('shows missed edits, and drops the verdict of a criterion that was removed', async () => {
    const [ida, jo] = await teammates(world, 'Ida', 'Jo')
    const goal = await publishGoal(ida.api, 'Answer within a day.', {
      criteria: [
        { title: 'Median', description: 'Under 24 hours.' },
        { title: 'Longest', description: 'Under three days.' },
      ],
    })
    const [median] = goal.criteria
    const page = await world.open(ida)
    await page.goto(`/goals/${goal.id}`)
    await press(page, 'Report')
    const dialog = page.getByRole('dialog', { name: 'New report' })
    await dialog.getByLabel('Summary').fill('Typed while others edit')
    for (const title of ['Median', 'Longest']) {
      await dialog.getByRole('group', { name: title }).getByText('Met', { exact: true }).click()
    }
    await jo.api.updateGoal({
      params: { goalId: goal.id },
      body: { criteria: [{ id: median?.id, title: 'Median', description: 'Under 24 hours.' }] },
    })
    await press(page, 'Send report')
    await dialog.getByRole('group', { name: 'Longest' }).waitFor({ state: 'detached' })
    await dialog.getByText('Someone removed a criterion while you were writing.').waitFor()

    await jo.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Renamed by Jo' } })
    await reportOn(jo.api, goal.id, { summary: 'Jo was faster' })
    await press(page, 'Send report')
    const panel = dialog.getByRole('alert')
    await panel.getByText('Jo was faster').waitFor()
    await panel.getByText('edited the title').click()
    await panel.getByText('Renamed by Jo').waitFor()
    await press(page, 'Send anyway')
    await dialog.waitFor({ state: 'detached' })
    const { updates } = await ida.api.listGoalUpdates({ params: { goalId: goal.id } })
    expect(updates.at(-1)).toMatchObject({
      summary: 'Typed while others edit',
      verdicts: [{ criterionId: median?.id, result: 'met' }],
    })
  })
})
