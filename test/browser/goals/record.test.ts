import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const criterionNamed = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Success criteria' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .first()

async function teammates(one: string, other: string) {
  const [ann, ben] = [await world.person(one), await world.person(other)]
  await join(ann, ben, 'admin')
  return [ann, ben] as const
}

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
  await page.getByText('Every 7 days. Next report due').waitFor()
  const { goals } = await ann.api.listGoals()
  expect(goals).toMatchObject([
    { cadence: { everyDays: 7 }, measures: [{ title: 'Median', unit: 'h', start: 96, target: 24.5 }] },
  ])
})

test('a report judges, measures, and shows evidence, and others acknowledge it', async () => {
  const [bo, cy] = await teammates('Bo', 'Cy')
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
  expect(await link.getAttribute('rel')).toContain('noopener')
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
  await history(other).getByText('Helpdesk (run 4711), for Bo').waitFor()
  await press(other, 'Acknowledge: Closed')
  await history(other).getByText('Acknowledged by you').waitFor()
  await criterionNamed(other, 'Median').getByText('Evidence (3)').click()
  await other.getByRole('button', { name: 'Show it in the history' }).click()
  await expect.poll(() => other.evaluate(() => document.activeElement?.id)).toBe('report-2')
  await page.reload()
  await history(page).getByText('Acknowledged by Cy').waitFor()
  // Nobody acknowledges their own report.
  expect(await page.getByRole('button', { name: /^Acknowledge/ }).count()).toBe(0)
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
  const entries = page.getByRole('list', { name: 'History entries' }).locator('> li')
  await expect.poll(() => entries.count()).toBe(4)
  const [newest, second] = [entries.nth(0), entries.nth(1)]
  for (const text of ['Added: Quality', 'Added: Hours', 'Changed: Median'])
    await newest.getByText(text).waitFor()
  await newest.getByText('Middle').waitFor()
  await newest.getByText('No owner').waitFor()
  expect(await second.locator('ins').allTextContents()).toContain(' added: **two** days')
  expect(await second.locator('del').allTextContents()).toContain(' removed: a day')
  // Markdown in a difference is text.
  expect(await second.locator('strong').count()).toBe(0)
  await second.getByText('Every 14 days').waitFor()

  await history(page)
    .getByText(/^Edits \d/)
    .click()
  await expect.poll(() => entries.count()).toBe(2)
  await history(page)
    .getByText(/^Reports \d/)
    .click()
  await expect.poll(() => entries.first().textContent()).toContain('Between the edits')
  expect(await entries.count()).toBe(2)
})

describe('editing while somebody else edits', () => {
  test('keeps changes of other fields, and lets the person choose for the same field', async () => {
    const [eve, fay] = await teammates('Eve', 'Fay')
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
    expect(await panel.getByRole('group').count()).toBe(1)
    await page.reload()
    await press(page, 'Edit')
    expect(await page.getByLabel('Title').inputValue()).toBe('My title')
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
    expect(edits).toHaveLength(1)
  })
})
