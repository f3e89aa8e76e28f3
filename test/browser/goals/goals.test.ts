import { describe, expect, test } from 'vitest'
import { publishGoal, reportOn } from '../support/seed.ts'
import { addressOf, createWorld } from '../support/world.ts'

const world = createWorld()

describe('publishing', () => {
  test('suggests the title from the description', async () => {
    const ann = await world.person('Ann')
    await ann.api.createGoalLabel({ body: { name: 'Quality', color: '#3b76b8' } })
    const page = await world.open(ann)
    await page.goto('/home')
    await page.getByRole('link', { name: 'New goal' }).click()
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
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe(
      'Typed before the reload.',
    )
    await page.getByLabel('Continuous').check()
    await page.getByRole('button', { name: 'Publish goal' }).click()
    await page.getByRole('heading', { name: 'Typed before the reload' }).waitFor()
    await page.goto('/goals/new')
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('')
  })
})

describe('the goal list', () => {
  test('keeps filters in the address, over a reload and back navigation', async () => {
    const cy = await world.person('Cy')
    const { label } = await cy.api.createGoalLabel({ body: { name: 'Quarter' } })
    await publishGoal(cy.api, 'Labeled goal.', { labelIds: [label.id] })
    const risky = await publishGoal(cy.api, 'Risky goal.')
    await reportOn(cy.api, risky.id, { status: 'paused', health: 'at_risk' })
    const page = await world.open(cy)
    await page.goto('/goals')
    const rows = page
      .getByRole('list', { name: 'Goals' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
    await page.getByText('2 goals').waitFor()
    await page.getByLabel('Status').selectOption('Paused')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await page.getByLabel('Health').selectOption('At risk')
    await expect.poll(() => new URL(addressOf(page)).search).toBe('?status=paused&health=at_risk')
    await page.reload()
    await page.getByText('1 goal', { exact: true }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('link', { name: 'Risky goal' }).click()
    await page.getByRole('heading', { name: 'Risky goal' }).waitFor()
    await page.goBack()
    await page.getByText('1 goal', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Health').inputValue()).toBe('at_risk')

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('2 goals').waitFor()
    await page.getByLabel('Label', { exact: true }).selectOption('Quarter')
    await page.getByRole('link', { name: 'Labeled goal' }).waitFor()
    await page.getByText('1 goal', { exact: true }).waitFor()
    await page.goto(`/goals?ownerUserId=${encodeURIComponent(cy.userId)}&title=nothing+like+it`)
    await page.getByText('No goals match').waitFor()
    await page.goto('/goals?status=nonsense&labelId=1')
    await page.getByText('2 goals').waitFor()
  })

  test('loads hundreds of goals page by page, and searches titles on all pages', async () => {
    const dee = await world.person('Dee')
    for (let done = 0; done < 130; done += 26) {
      await Promise.all(
        [...Array(26).keys()].map((index) => publishGoal(dee.api, `Goal number ${done + index}.`)),
      )
    }
    await publishGoal(dee.api, 'The newest one.')
    const page = await world.open(dee)
    await page.goto('/goals')
    await page.getByText('50 or more goals').waitFor()
    await page.getByLabel('Title').fill('number 7')
    await page.getByText('11 goals').waitFor()
    await page.getByRole('link', { name: 'Goal number 7', exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('title')).toBe('number 7')
    await page.getByLabel('Title').fill('')
    await page.getByText('131 goals').waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Goals' }).getByRole('link').count()).toBe(131)
  })

  test('continues after an empty page', async () => {
    const eve = await world.person('Eve')
    await publishGoal(eve.api, 'Listed after an empty page.')
    const page = await world.open(eve)
    let pages = 0
    await page.route('**/v1/goals?limit=50', (route) => {
      pages += 1
      return pages === 1 ? route.fulfill({ json: { goals: [], nextCursor: 'next' } }) : route.continue()
    })
    await page.route('**/v1/goals?limit=50&cursor=next', (route) =>
      route.continue({ url: `${world.service.origin}/v1/goals?limit=50` }),
    )
    await page.goto('/goals')
    await page.getByRole('link', { name: 'Listed after an empty page' }).waitFor()
  })
})

describe('a goal', () => {
  test('is edited in place, and sends only changed fields', async () => {
    const fay = await world.person('Fay')
    const goal = await publishGoal(fay.api, 'Before the edit.', {
      criteria: [{ title: 'First', description: 'One' }],
    })
    const page = await world.open(fay)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'Edit goal' }).waitFor()
    // Someone else changes another field.
    await fay.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Renamed meanwhile' } })
    await page.getByLabel('Description', { exact: true }).fill('After the edit.')
    await page.getByRole('button', { name: 'Remove criterion 1' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Renamed meanwhile' }).waitFor()
    await page.getByText('After the edit.').waitFor()
    const { goal: after } = await fay.api.getGoal({ params: { goalId: goal.id } })
    expect(after).toMatchObject({ title: 'Renamed meanwhile', criteria: [], revision: 1 })
  })

  test('is deleted after a confirmation', async () => {
    const gil = await world.person('Gil')
    const goal = await publishGoal(gil.api, 'To be deleted.')
    const page = await world.open(gil)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this goal?' })
    await dialog.getByText('This deletes the goal for everyone').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete goal' }).click()
    await page.getByText('No goals yet').waitFor()
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('heading', { name: 'Goal not found' }).waitFor()
  })
})
