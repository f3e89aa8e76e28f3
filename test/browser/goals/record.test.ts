import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld, teammates } from '../support/world.ts'

const world = createWorld()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const criterionNamed = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Success criteria' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .first()

test('a new goal has measures and a cadence, and its draft survives a reload', async () => {
  const ann = await world.person('Ann')
  const page = await world.open(ann)
  await page.goto('/goals/new')
  await page.getByLabel('Description', { exact: true }).fill('Answer within a day.')
  await page.getByLabel('Continuous').check()
  await press(page, 'Add measure')
  await page.keyboard.type('Median')
  await page.getByLabel('Start').fill('96')
  await page.getByLabel('Target', { exact: true }).fill('96')
  await page.getByLabel('Days between reports').fill('0')
  await press(page, 'Publish goal')
  await expect
    .poll(() => page.getByRole('alert').allTextContents())
    .toEqual([
      'Enter a number that differs from the start, with at most 6 decimals.',
      'Enter whole days, from 1 to 366, or nothing.',
    ])
  await page.getByLabel('Target', { exact: true }).fill('24.5')
  await page.getByLabel('Days between reports').fill('7')
  await page.getByLabel('Unit').fill('h')
  await page.reload()
  await page.getByText('Your draft was restored.').waitFor()
  await press(page, 'Publish goal')
  const measures = page.getByRole('region', { name: 'Measures' })
  await measures.getByText('No value yet').waitFor()
  await measures.getByText('Target 24.5').waitFor()
  await page.getByText('Every 7 days').waitFor()
  await page.getByText('Next report due').waitFor()
  const { goals } = await ann.api.listGoals()
  expect(goals).toMatchObject([
    { cadence: { everyDays: 7 }, measures: [{ title: 'Median', unit: 'h', start: 96, target: 24.5 }] },
  ])
})

test('a report judges, measures, and shows evidence, and others acknowledge it', async () => {
  const [bo, cy] = await teammates(world, 'Bo', 'Cy')
  const goal = await publishGoal(bo.api, 'Answer within a day.', {
    // Overdue, so a health is suggested.
    timeframe: { kind: 'deadline', targetDate: '2020-01-01' },
    criteria: [
      { title: 'Median', description: 'Under 24 hours.' },
      { title: 'Longest', description: 'Under three days.' },
    ],
    measures: [{ title: 'Hours', unit: 'h', start: 96, target: 24 }],
  })
  const page = await world.open(bo)
  await page.goto(`/goals/${goal.id}`)
  await page.getByText('The target date, Jan 1, 2020, has passed.').waitFor()
  await press(page, 'Report')
  const dialog = page.getByRole('dialog', { name: 'New report' })
  await dialog.getByLabel('Summary').fill('Halfway there')
  await dialog.getByRole('group', { name: 'Median' }).getByText('Not met', { exact: true }).click()
  await dialog.getByLabel('Note on Median').fill('See https://example.com/runs/7.')
  await dialog.getByRole('button', { name: 'Add example.com/runs/7 as evidence' }).click()
  // Text that is no number is not left out silently.
  await dialog.getByLabel('Hours (h)').pressSequentially('6e')
  await press(page, 'Send report')
  await dialog.getByText('Finish the number, or clear the field.').waitFor()
  await expect
    .poll(() => dialog.getByLabel('Hours (h)').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await dialog.getByLabel('Hours (h)').fill('60')
  await dialog.getByText('Suggested: off track. The target date, Jan 1, 2020, has passed.').waitFor()
  await dialog.getByRole('button', { name: 'Use off track' }).click()
  // A pasted link becomes evidence at once; other text becomes a quote.
  const input = dialog.getByLabel('Link or quote')
  await input.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'https://www.example.com/dashboard')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect
    .poll(() => dialog.getByLabel('Title (example.com)').last().inputValue())
    .toBe('example.com/dashboard')
  await input.fill('<img src=x onerror=alert(1)> So fast!')
  await input.press('Enter')
  await dialog.getByLabel('Title of the quote').fill('A customer')
  await page.reload()
  await press(page, 'Report')
  await page.getByText('Your draft was restored.').waitFor()
  await press(page, 'Send report')
  await dialog.waitFor({ state: 'detached' })

  const [criterion, measure] = [goal.criteria[0]?.id, goal.measures[0]?.id]
  const { updates } = await bo.api.listGoalUpdates({ params: { goalId: goal.id } })
  expect(updates[1]).toMatchObject({
    summary: 'Halfway there',
    details: 'Halfway there',
    health: 'off_track',
    verdicts: [
      {
        criterionId: criterion,
        result: 'not_met',
        note: 'See https://example.com/runs/7.',
        evidence: [{ title: 'example.com/runs/7', url: 'https://example.com/runs/7' }],
      },
    ],
    measurements: [{ measureId: measure, value: 60 }],
    evidence: [
      { title: 'example.com/dashboard', url: 'https://www.example.com/dashboard' },
      { title: 'A customer', text: '<img src=x onerror=alert(1)> So fast!' },
    ],
  })

  const median = criterionNamed(page, 'Median')
  await median.getByText('Not met', { exact: true }).waitFor()
  await median.getByText('Judged by Bo').waitFor()
  await median.getByText('Evidence (3)').click()
  const link = median.getByRole('link', { name: 'example.com/runs/7' })
  await expect.poll(() => link.getAttribute('rel')).toContain('noopener')
  await median.getByText('<img src=x onerror=alert(1)> So fast!').waitFor()
  await criterionNamed(page, 'Longest').getByText('No verdict').waitFor()
  await page.getByText('1 of 2 criteria is not met.').waitFor()
  await page.getByRole('region', { name: 'Measures' }).getByText('50%').waitFor()

  // A program's second value makes a chart, and its run is named.
  await reportOn(bo.api, goal.id, {
    expectedRevision: 2,
    status: 'completed',
    summary: 'Closed',
    measurements: [{ measureId: measure ?? '', value: 30 }],
    runId: '4711',
    clientInfo: { name: 'Helpdesk', version: '1' },
  })
  const other = await world.open(cy)
  await other.goto(`/goals/${goal.id}`)
  await other.getByText('Completed with 1 of 2 criteria not met and 1 undecided.').waitFor()
  await other.getByRole('img', { name: /^Hours over time: .* 2 values\. Target: 24/ }).waitFor()
  await history(other).getByText('Helpdesk (run 4711) for Bo').waitFor()
  await other.route('**/acknowledgement', (route) => route.abort('connectionreset'), { times: 1 })
  await press(other, 'Acknowledge: Closed')
  await other.getByText('The service could not be reached.').waitFor()
  await press(other, 'Acknowledge: Closed')
  await history(other).getByText('Acknowledged by you').waitFor()
  await criterionNamed(other, 'Median').getByText('Evidence (3)').click()
  await other.getByRole('button', { name: 'Show it in the history' }).click()
  await expect.poll(() => other.evaluate(() => document.activeElement?.id)).toBe('report-2')
  // Twenty others have acknowledged it before Cy: the report has only theirs.
  const before = Array.from({ length: 20 }, (_, index) => ({ userId: `email:${index}`, at: goal.createdAt }))
  await page.route('**/updates?*', async (route) => {
    const response = await route.fetch()
    const { updates, ...body } = await response.json()
    const shown = updates.map((update: object) => ({ ...update, acknowledgements: before }))
    await route.fulfill({ response, json: { ...body, updates: shown, acknowledgementCounts: { 3: 21 } } })
  })
  await page.route('**/updates/3/acknowledgements*', async (route) => {
    const response = await route.fetch()
    const { acknowledgements, ...body } = await response.json()
    await route.fulfill({ response, json: { ...body, acknowledgements: [...before, ...acknowledgements] } })
  })
  await page.reload()
  await history(page)
    .getByText(/^Acknowledged by/)
    .first()
    .waitFor()
  await expect.poll(() => history(page).getByText(/Cy, /).count()).toBe(0)
  await press(page, 'Show all 21')
  await history(page)
    .getByText(/^Acknowledged by .*; Cy, /)
    .waitFor()
  await press(page, 'Show fewer')
  await expect.poll(() => history(page).getByText(/Cy, /).count()).toBe(0)
  // Nobody acknowledges their own report.
  await expect.poll(() => page.getByRole('button', { name: /^Acknowledge/ }).count()).toBe(0)
})

test('the history mixes reports and edits, filters them, and shows what an edit changed', async () => {
  const dee = await world.person('Dee')
  const { label } = await dee.api.createGoalLabel({ body: { name: 'Quality' } })
  const goal = await publishGoal(dee.api, 'Answer within a day. People wait.', {
    criteria: [{ title: 'Median', description: 'Under 24 hours.' }],
  })
  const [criterion] = goal.criteria
  await reportOn(dee.api, goal.id, { summary: 'Between the edits' })
  const edit = (body: object) => dee.api.updateGoal({ params: { goalId: goal.id }, body })
  await edit({ detailedDescription: 'Answer within **two** days. People wait.', cadence: { everyDays: 14 } })
  await edit({
    labelIds: [label.id],
    ownerUserId: null,
    criteria: [{ id: criterion?.id, title: 'Middle', description: 'Under 24 hours.' }],
    measures: [{ title: 'Hours', start: 96, target: 24 }],
  })
  const page = await world.open(dee)
  await page.goto(`/goals/${goal.id}`)
  const entries = page.getByRole('list', { name: /^History of / }).locator('> li')
  // Both edits were made at one sitting.
  await expect.poll(() => entries.count()).toBe(3)
  await entries.first().getByText('Dee edited it 2 times').waitFor()
  await entries.first().getByText('Show each edit').click()
  const sitting = entries.first().locator('details > ol > li')
  const [newest, second] = [sitting.nth(0), sitting.nth(1)]
  for (const text of ['Added: Quality', 'Added: Hours', 'Changed: Median'])
    await newest.getByText(text).waitFor()
  await newest.getByText('Middle').waitFor()
  await newest.getByText('No owner').waitFor()
  await expect.poll(() => second.locator('ins').allTextContents()).toContain(' added: **two** days')
  await expect.poll(() => second.locator('del').allTextContents()).toContain(' removed: a day')
  // Markdown in a difference is text.
  await expect.poll(() => second.locator('strong').count()).toBe(0)
  await second.getByText('Every 14 days').waitFor()

  await history(page)
    .getByText(/^Edits \d/)
    .click()
  await expect.poll(() => entries.count()).toBe(2)
  await history(page)
    .getByText(/^Reports \d/)
    .click()
  await expect.poll(() => entries.first().textContent()).toContain('Between the edits')
  await expect.poll(() => entries.count()).toBe(2)

  // Long texts are compared when the person asks for it.
  const long = 'Each word of this counts. '.repeat(1_000)
  await edit({ detailedDescription: long })
  await edit({ detailedDescription: `${long}And these.` })
  await page.reload()
  await entries.first().getByText('Show each edit').click()
  await newest.getByText('Compare the texts').click()
  await newest.locator('ins', { hasText: 'And these.' }).waitFor()
  await expect.poll(async () => (await newest.textContent())?.length).toBeLessThan(500)
})
