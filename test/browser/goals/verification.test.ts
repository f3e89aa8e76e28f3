import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { findings } from '../support/axe.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld, teammates } from '../support/world.ts'

const world = createWorld()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Pictures for people, where somebody wants them. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder === undefined) return
  for (const [width, colorScheme] of [
    [1_280, 'light'],
    [360, 'light'],
    [1_280, 'dark'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1_280, height: 860 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

test('a goal that needs a second person is completed once somebody else has confirmed its criteria', async () => {
  const [bo, cy] = await teammates(world, 'Bo', 'Cy')
  const goal = await publishGoal(bo.api, 'Answer within a day.', {
    verification: 'other_person',
    criteria: [
      { title: 'Median under 24 hours', description: 'Of all letters.' },
      { title: 'Longest under three days', description: 'Of all letters.' },
      { title: 'Team is trained', description: 'Everybody.' },
    ],
  })
  const verdicts = goal.criteria.map(({ id }) => ({ criterionId: id, result: 'met' as const }))
  await reportOn(bo.api, goal.id, { summary: 'Everything is met', verdicts })

  const owner = await world.open(bo)
  await owner.goto('/goals')
  await owner.getByRole('link', { name: 'Answer within a day' }).first().click()
  await owner.getByText('3 criteria wait to be confirmed.').waitFor()
  await picture(owner, 'owner')
  await press(owner, 'Report')
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Summary').fill('Done')
  await dialog.getByText('Completed', { exact: true }).click()
  await dialog.getByText('Someone else has to confirm first').waitFor()
  await picture(owner, 'refused')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog.getByText('This goal needs a second person: it can be completed').waitFor()

  const reviewer = await world.open(cy)
  await reviewer.goto('/goals')
  await reviewer.getByRole('link', { name: 'Answer within a day' }).first().click()
  const criteria = reviewer.getByRole('region', { name: 'Success criteria' })
  await criteria.getByRole('checkbox', { name: 'Team is trained' }).uncheck()
  await picture(reviewer, 'reviewer')
  await criteria.getByRole('button', { name: 'Confirm 2 criteria' }).click()
  await criteria.getByText('Confirmed by Cy').first().waitFor()
  await picture(reviewer, 'confirmed')
  // The rest from the report, which is acknowledged.
  const history = reviewer.getByRole('region', { name: 'History' })
  await history.getByRole('button', { name: 'Confirm 1 criterion' }).click()
  await expect.poll(() => criteria.getByText('Confirmed by Cy').count()).toBe(3)

  // The owner's page learns it by itself.
  await dialog.getByText('Someone else has to confirm first').waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect
    .poll(async () => (await bo.api.getGoal({ params: { goalId: goal.id } })).goal.status)
    .toBe('completed')
})

test('the form names a reviewer, and an admin lets new goals need a second person', async () => {
  const [bo, cy] = await teammates(world, 'Di', 'Ed')
  const page = await world.open(bo)
  await page.goto('/settings/organization')
  await page.getByRole('checkbox', { name: 'New goals need a second person' }).check()
  await page.getByText('Setting saved.').waitFor()
  await picture(page, 'settings')
  await page.goto('/goals/new')
  await page.getByLabel('Description', { exact: true }).fill('Answer within a day.')
  await page.getByLabel('Continuous').check()
  await page.getByLabel('Reviewer').selectOption('Ed')
  expect(await page.getByRole('checkbox', { name: 'Needs a second person' }).isChecked()).toBe(true)
  await picture(page, 'form')
  await press(page, 'Publish goal')
  await page.getByText('Reviewer: Ed').waitFor()
  const { goals } = await bo.api.listGoals()
  expect(goals).toMatchObject([{ reviewerUserId: cy.userId, verification: 'other_person' }])
})

test('a reviewer without the right to edit decides about the second person and the criteria, and nobody else is offered to', async () => {
  const fay = await world.person('Fay')
  const [gil, hal] = [await world.person('Gil'), await world.person('Hal')]
  await join(fay, gil)
  await join(fay, hal)
  const goal = await publishGoal(fay.api, 'Answer within a day.', {
    verification: 'other_person',
    reviewerUserId: gil.userId,
    criteria: [
      { title: 'Median under 24 hours', description: 'Of all letters.' },
      { title: 'Team is trained', description: 'Everybody.' },
    ],
  })
  const stored = () => expect.poll(async () => (await fay.api.getGoal({ params: { goalId: goal.id } })).goal)
  const other = await world.open(hal)
  await other.goto(`/goals/${goal.id}`)
  await other.getByText('Needs a second person').first().waitFor()
  expect(await other.getByRole('button', { name: /requir|Remove criterion/ }).count()).toBe(0)

  const page = await world.open(gil)
  await page.goto(`/goals/${goal.id}`)
  await press(page, 'Remove criterion: Team is trained')
  await picture(page, 'remove')
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove criterion' }).click()
  await page.getByText('Criterion removed.').waitFor()
  await stored().toMatchObject({ criteria: [{ title: 'Median under 24 hours' }] })

  await press(page, 'Stop requiring this')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop requiring this' }).click()
  await page.getByText('The goal no longer needs a second person.').waitFor()
  await stored().toMatchObject({ verification: 'none' })
  await page.getByRole('button', { name: 'Require a second person' }).waitFor()
  expect(await page.getByRole('button', { name: /Remove criterion/ }).count()).toBe(0)
  await press(page, 'Undo')
  await page.getByText('The goal needs a second person.').waitFor()
  await picture(page, 'decided')
  await stored().toMatchObject({
    verification: 'other_person',
    criteria: [{ title: 'Median under 24 hours' }],
  })
})
