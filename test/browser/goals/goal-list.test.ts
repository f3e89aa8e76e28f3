import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { addressOf, createWorld } from '../support/world.ts'

const world = createWorld()

/** The titles of the goals in the list. */
const titles = (page: Page) => page.getByRole('list', { name: 'Goals' }).getByRole('link').allTextContents()
const searchOf = (page: Page) => decodeURIComponent(new URL(addressOf(page)).search)

/** Opens the menu of a filter, chooses with the keyboard, and closes it. */
async function choose(page: Page, filter: string, ...names: string[]): Promise<void> {
  const field = page.getByRole('button', { name: new RegExp(`^${filter}`) })
  await field.press('Enter')
  for (const name of names) {
    await page.getByRole('menuitemcheckbox', { name, exact: true }).press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
}

test('keeps filters with several values in the address, over a reload and back navigation', async () => {
  const cy = await world.person('Cy')
  const bea = await world.person('Bea')
  await join(cy, bea)
  const labelId = await createLabel(cy.api, 'Quarter')
  await publishGoal(cy.api, 'Labeled goal.', { labelIds: [labelId] })
  const paused = await publishGoal(cy.api, 'Paused goal.', { ownerUserId: bea.userId })
  await reportOn(cy.api, paused.id, { status: 'paused', health: 'at_risk' })
  const done = await publishGoal(cy.api, 'Done goal.')
  await reportOn(cy.api, done.id, { status: 'completed' })
  await publishGoal(cy.api, 'Late goal.', {
    ownerUserId: null,
    timeframe: { kind: 'deadline', targetDate: '2020-01-01' },
  })
  const page = await world.open(cy)
  await page.goto('/goals')
  await page.getByText('4 goals').waitFor()
  await choose(page, 'Status', 'Paused', 'Active')
  await page.getByText('3 goals').waitFor()
  await choose(page, 'Health', 'No health yet', 'At risk')
  await expect.poll(() => searchOf(page)).toBe('?status=active,paused&health=at_risk,none')
  await choose(page, 'Status', 'Active')
  await page.getByText('1 goal', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('1 goal', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Paused goal' }).click()
  await page.getByRole('heading', { name: 'Paused goal' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Status Paused' }).waitFor()
  await page.getByRole('button', { name: 'Health At risk, No health yet' }).waitFor()
  expect(await titles(page)).toEqual(['Paused goal'])

  const filters: [field: string, option: string, search: string, found: string[]][] = [
    ['Owner', 'Me', '?ownerUserId=me', ['Done goal', 'Labeled goal']],
    ['Owner', 'Nobody', '?ownerUserId=none', ['Late goal']],
    ['Owner', 'Bea', `?ownerUserId=${bea.userId}`, ['Paused goal']],
    ['Label', 'Quarter', `?labelId=${labelId}`, ['Labeled goal']],
    ['Attention', 'Overdue', '?attention=overdue', ['Late goal']],
    ['Changed', 'Last 7 days', '?changedDays=7', ['Late goal', 'Done goal', 'Paused goal', 'Labeled goal']],
  ]
  for (const [field, option, search, found] of filters) {
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => searchOf(page)).toBe('')
    await page.getByLabel(field, { exact: true }).selectOption(option)
    await expect.poll(() => searchOf(page)).toBe(search)
    await expect.poll(() => titles(page)).toEqual(found)
  }

  // Addresses from before the search and from a person's own id.
  await page.goto(`/goals?ownerUserId=${encodeURIComponent(cy.userId)}&title=nothing+like+it`)
  await page.getByText('No goals match').waitFor()
  expect(await page.getByLabel('Search').inputValue()).toBe('nothing like it')
  expect(await page.getByLabel('Owner').inputValue()).toBe('me')
  await page.goto('/goals?status=nonsense&labelId=1')
  await page.getByText('4 goals').waitFor()
})

test('shows progress, criteria, the last report, and when the next one is due', async () => {
  const gus = await world.person('Gus')
  const goal = await publishGoal(gus.api, 'Answer within a day.', {
    criteria: [
      { title: 'Median', description: 'Under 24 hours.' },
      { title: 'Weekends', description: 'Too.' },
    ],
    measures: [{ title: 'Hours', start: 40, target: 20 }],
    cadence: { everyDays: 7 },
  })
  const page = await world.open(gus)
  await page.goto('/goals')
  const row = page.getByRole('list', { name: 'Goals' }).getByRole('listitem').first()
  const text = async () => (await row.innerText()).replaceAll(/\s+/g, ' ')
  await expect.poll(text).toMatch(/0 of 2 criteria met .*Report due in 7 days.* Published just now/)
  expect(await text()).not.toContain('Progress')

  await reportOn(gus.api, goal.id, {
    summary: 'Half of the way.',
    verdicts: goal.criteria.map(({ id }, index) => ({ criterionId: id, result: index ? 'not_met' : 'met' })),
    measurements: goal.measures.map(({ id }) => ({ measureId: id, value: 30 })),
  })
  await page.reload()
  await expect
    .poll(text)
    .toMatch(/Half of the way\. .*50% 1 of 2 criteria met \(at least one is judged not met\)/)
  expect(await text()).toMatch(/Reported just now/)
  await gus.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Answer today' } })
  await page.reload()
  await expect.poll(text).toMatch(/Answer today .*Reported just now .*, edited just now/)

  // Two days after the report was due.
  await page.route('**/v1/goals?*', async (route) => {
    const response = await route.fetch()
    const { goals, ...rest } = await response.json()
    const late = {
      attention: ['report_late'],
      nextReportDueAt: new Date(Date.now() - 2 * 864e5).toISOString(),
    }
    await route.fulfill({
      response,
      json: { ...rest, goals: goals.map((one: object) => ({ ...one, ...late })) },
    })
  })
  await page.reload()
  await expect.poll(text).toMatch(/Report was due 2 days ago/)
})

test('searches titles, criteria, and labels by the beginnings of words, on all pages', async () => {
  const dee = await world.person('Dee')
  for (let done = 0; done < 130; done += 26) {
    await Promise.all(
      [...Array(26).keys()].map((index) => publishGoal(dee.api, `Goal number ${done + index}.`)),
    )
  }
  const labelId = await createLabel(dee.api, 'Wonderful')
  await publishGoal(dee.api, 'With a label.', { labelIds: [labelId] })
  await publishGoal(dee.api, 'With a criterion.', {
    criteria: [{ title: 'Wondrous', description: 'It is.' }],
  })
  const page = await world.open(dee)
  const searches: string[] = []
  page.on('request', (request) => {
    const q = new URL(request.url()).searchParams.get('q')
    if (request.url().includes('/v1/goals?') && q !== null) searches.push(q)
  })
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/v1/goals?*q=NUMB*', (route) => mayAnswer.then(() => route.continue()))
  await page.goto('/goals')
  await page.getByText('50 or more goals').waitFor()
  const search = page.getByLabel('Search')
  await search.pressSequentially('NUMB 7', { delay: 5 })
  // The list stays while the search is under way.
  await page.locator('ul[aria-busy=true]', { hasText: 'With a criterion' }).waitFor()
  answer()
  await page.getByText('11 goals').waitFor()
  expect(searches).toEqual(['NUMB 7']) // One request, not one for every letter.
  await page.getByRole('link', { name: 'Goal number 7', exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('NUMB 7')
  await search.fill('won')
  await expect.poll(() => titles(page)).toEqual(['With a criterion', 'With a label'])
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['With a criterion', 'With a label'])
  expect(await search.inputValue()).toBe('won')
  await search.fill('!?')
  await page.getByText(/^\d+( or more)? goals?$|^No goals match$/).waitFor()
  await search.fill('')
  await page.getByText('50 or more goals').waitFor()
  // The list loads more as it is scrolled.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 10_000)
      return (await titles(page)).length
    })
    .toBe(132)
  await page.getByText('132 goals').waitFor()
})

test('continues after an empty page', async () => {
  const eve = await world.person('Eve')
  await publishGoal(eve.api, 'Listed after an empty page.')
  const page = await world.open(eve)
  const first = '**/v1/goals?limit=50&view=summary'
  let pages = 0
  await page.route(first, (route) => {
    pages += 1
    return pages === 1 ? route.fulfill({ json: { goals: [], nextCursor: 'next' } }) : route.continue()
  })
  await page.route('**/v1/goals?limit=50&cursor=next&view=summary', (route) =>
    route.continue({ url: `${world.service.origin}/v1/goals?limit=50&view=summary` }),
  )
  await page.goto('/goals')
  await page.getByRole('link', { name: 'Listed after an empty page' }).waitFor()
})

test('offers a retry if the page after an empty one cannot be loaded', async () => {
  const finn = await world.person('Finn')
  const page = await world.open(finn)
  let isBroken = true
  await page.route('**/v1/goals?*', (route) => {
    if (!route.request().url().includes('cursor=next')) {
      return route.fulfill({ json: { goals: [], nextCursor: 'next' } })
    }
    return isBroken
      ? route.fulfill({ status: 500, json: { error: 'internal_error', message: 'x' } })
      : route.fulfill({ json: { goals: [], nextCursor: null } })
  })
  await page.goto('/goals')
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  isBroken = false
  await retry.click()
  await page.getByText('No goals yet').waitFor()
})
