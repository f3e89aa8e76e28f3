import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { findings } from '../support/axe.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { walkTo } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

test('a completed goal goes on in the next period, and both name each other', async () => {
  const ann = await world.person('Ann')
  const goal = await publishGoal(ann.api, 'Plant trees.', {
    criteria: [{ title: 'Planted', description: 'All of them.' }],
  })
  await reportOn(ann.api, goal.id, { status: 'completed' })
  const page = await world.open(ann)
  await page.goto(`/goals/${goal.id}`)
  await page.getByText('This goal is completed. It can go on in the next period').waitFor()
  await page.getByRole('button', { name: 'Continue in the next period' }).click()
  await page.getByLabel('No target date').uncheck()
  await page.getByRole('textbox', { name: 'Target date' }).fill('2031-06-30')
  await page.getByLabel('Title').fill('Plant trees again')
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish goal' }).click()
  await page.getByRole('heading', { name: 'Plant trees again' }).waitFor()
  await page.getByText('By Jun 30, 2031').waitFor()
  await page.getByText('All of them.').waitFor()
  await page.getByRole('link', { name: 'Plant trees', exact: true }).click()
  await page.getByText('Continued in').waitFor()
  await page.getByRole('link', { name: 'Plant trees again' }).waitFor()
  expect(await page.getByText('It can go on in the next period').count()).toBe(0)
})

test('a goal becomes a template, from which members start goals', async () => {
  const bo = await world.person('Bo')
  const cy = await world.person('Cy')
  await join(bo, cy)
  const goal = await publishGoal(bo.api, 'Keep the river clean.', {
    criteria: [{ title: 'No trash', description: 'None in sight.' }],
    measures: [{ title: 'Bags', start: 0, target: 10 }],
  })
  const page = await world.open(bo)
  await page.goto(`/goals/${goal.id}`)
  await page.getByRole('button', { name: 'Save as template' }).click()
  await page.getByText('“Keep the river clean” is a template now.').waitFor()

  const other = await world.open(cy)
  await other.goto('/goals/new')
  await other.getByRole('button', { name: 'Keep the river clean' }).click()
  expect(await other.getByLabel('Description', { exact: true }).inputValue()).toBe('Keep the river clean.')
  await other.getByLabel('Continuous').check()
  await other.getByRole('button', { name: 'Publish goal' }).click()
  await other.getByText('None in sight.').waitFor()
  expect(await other.getByRole('button', { name: 'Save as template' }).count()).toBe(0)

  await page.goto('/goals/new')
  await page.getByRole('link', { name: 'Manage templates' }).click()
  await page.getByRole('button', { name: 'Edit Keep the river clean' }).click()
  await page.getByLabel('Name of the template').fill('River')
  await expect.poll(() => findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('Template saved.').waitFor()
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByLabel('Name of the template').fill('Lake')
  await page.getByLabel('Days between reports').fill('7')
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByText('Template created.').waitFor()
  await page.getByRole('button', { name: 'Delete River' }).click()
  await page.getByText('Template deleted.').waitFor()
  const stored = () => expect.poll(async () => (await bo.api.listGoalTemplates()).templates)
  await stored().toMatchObject([{ name: 'Lake', title: null, cadence: { everyDays: 7 } }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Template restored.').waitFor()
  await stored().toMatchObject([
    { name: 'Lake' },
    { name: 'River', title: 'Keep the river clean', criteria: [{ title: 'No trash' }] },
  ])

  await walkTo(other, '/settings/templates', 'Templates')
  await other.getByText('Only the owner and admins of the organization change templates.').waitFor()
  expect(await other.getByRole('button', { name: /template|River/ }).count()).toBe(0)
})

test('the draft of a report is announced and goes on on another device, until it is sent', async () => {
  const di = await world.person('Di')
  const goal = await publishGoal(di.api, 'Plant trees.')
  const params = { goalId: goal.id }
  const summaryStored = () =>
    expect.poll(async () => {
      const content = (await di.api.getGoalDraft({ params }).catch(() => undefined))?.draft.content
      return typeof content === 'object' ? content.summary : undefined
    })
  const unsent = 'You have an unsent draft of a report from today.'
  const first = await world.open(di)
  await first.goto(`/goals/${goal.id}`)
  await first.getByRole('button', { name: 'Report', exact: true }).click()
  await first.getByLabel('Summary').fill('Half of the trees.')
  await summaryStored().toBe('Half of the trees.')

  const second = await world.open(di)
  await second.goto(`/goals/${goal.id}`)
  await second.getByText(unsent).waitFor()
  await second.getByRole('button', { name: 'Continue', exact: true }).click()
  await second.getByText('Your draft was restored.').waitFor()
  expect(await second.getByLabel('Summary').inputValue()).toBe('Half of the trees.')
  await second.getByLabel('Summary').fill('Two thirds of the trees.')
  await summaryStored().toBe('Two thirds of the trees.')

  // What the first one does not know is not replaced without a question.
  await first.getByLabel('Summary').fill('Half of the trees, and a hedge.')
  await first.getByText('It begins “Two thirds of the trees.”.').waitFor()
  await expect.poll(() => findings(first)).toEqual([])
  await summaryStored().toBe('Two thirds of the trees.')
  await first.getByRole('button', { name: 'Keep this one' }).click()
  await summaryStored().toBe('Half of the trees, and a hedge.')
  await second.getByLabel('Summary').fill('All of the trees.')
  await second.getByRole('button', { name: 'Use the newer draft' }).click()
  await expect.poll(() => second.getByLabel('Summary').inputValue()).toBe('Half of the trees, and a hedge.')
  await second.getByRole('button', { name: 'Send report' }).click()
  await second.getByText('Half of the trees, and a hedge.').first().waitFor()
  await summaryStored().toBeUndefined()

  // It was sent elsewhere.
  await first.reload()
  await first.getByRole('button', { name: 'Report', exact: true }).click()
  await expect.poll(() => first.getByLabel('Summary').inputValue()).toBe('')
  await first.getByLabel('Summary').fill('Water the trees.')
  // Whoever goes on at once has kept it all the same.
  await walkTo(first, '/goals')
  await summaryStored().toBe('Water the trees.')
  await walkTo(first, `/goals/${goal.id}`)
  await first.getByText(unsent).waitFor()
  await first.getByRole('button', { name: 'Discard', exact: true }).click()
  await first.getByText('Draft discarded.').waitFor()
  await expect.poll(() => first.getByText(unsent).count()).toBe(0)
  await summaryStored().toBeUndefined()
  await first.getByRole('button', { name: 'Undo' }).click()
  await first.getByText(unsent).waitFor()
  await summaryStored().toBe('Water the trees.')
})
