import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { addressOf, createWorld, laptop, phone } from '../support/world.ts'

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
  await page.getByRole('button', { name: 'Status is Paused', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Health is At risk or No health yet', exact: true }).waitFor()
  await expect.poll(() => titles(page)).toEqual(['Paused goal'])

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
    await choose(page, field, option)
    await expect.poll(() => searchOf(page)).toBe(search)
    await expect.poll(() => titles(page)).toEqual(found)
  }

  // Addresses from before the search and from a person's own id.
  await page.goto(`/goals?ownerUserId=${encodeURIComponent(cy.userId)}&title=nothing+like+it`)
  await page.getByText('No goals match').waitFor()
  await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('nothing like it')
  await page.getByRole('button', { name: 'Owner is Me', exact: true }).waitFor()
  await page.goto('/goals?status=nonsense&labelId=1')
  await page.getByText('4 goals').waitFor()
})

test('filters can be turned around, take several values, and are removed with the keyboard', async () => {
  const ida = await world.person('Ida')
  const jon = await world.person('Jon')
  await join(ida, jon)
  const labelId = await createLabel(ida.api, 'Quarter')
  await publishGoal(ida.api, 'Labeled goal.', { labelIds: [labelId] })
  await publishGoal(ida.api, 'Goal of Jon.', { ownerUserId: jon.userId })
  await publishGoal(ida.api, 'Late goal.', {
    ownerUserId: null,
    timeframe: { kind: 'deadline', targetDate: '2020-01-01' },
  })
  const page = await world.open(ida)
  await page.goto('/goals')
  await choose(page, 'Owner', 'Me', 'Jon')
  await expect.poll(() => titles(page)).toEqual(['Goal of Jon', 'Labeled goal'])
  await page.getByText('2 goals').waitFor()

  const owner = page.getByRole('button', { name: 'Owner is Me or Jon', exact: true })
  await owner.press('Enter')
  await page.getByRole('menuitemradio', { name: 'is not', exact: true }).press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => titles(page)).toEqual(['Late goal'])
  await expect.poll(() => searchOf(page)).toBe(`?ownerUserId=me,${jon.userId}&not=ownerUserId`)
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Late goal'])
  await page.getByRole('button', { name: 'Remove the filter Owner' }).press('Enter')
  await page.getByText('3 goals').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Owner')

  await choose(page, 'Label', 'No label')
  await expect.poll(() => titles(page)).toEqual(['Late goal', 'Goal of Jon'])
  await choose(page, 'Due', 'Overdue', 'Continuous')
  await expect.poll(() => titles(page)).toEqual(['Late goal', 'Goal of Jon'])
  await choose(page, 'Due', 'Continuous')
  await expect.poll(() => titles(page)).toEqual(['Late goal'])
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
  await page.getByText('3 goals').waitFor()
  await expect.poll(() => searchOf(page)).toBe('')
})

test('groups fold, goals are sorted, and cards are a choice, all of it in the address', async () => {
  const kim = await world.person('Kim')
  const lee = await world.person('Lee')
  await join(kim, lee)
  const due = (targetDate: string) => ({ timeframe: { kind: 'deadline' as const, targetDate } })
  await publishGoal(kim.api, 'Beta.', due('2031-02-01'))
  await publishGoal(kim.api, 'Alpha.', due('2031-01-01'))
  await publishGoal(kim.api, 'Gamma.', { ownerUserId: lee.userId })
  const page = await world.open(kim)
  await page.goto('/goals')
  await expect.poll(() => titles(page)).toEqual(['Gamma', 'Alpha', 'Beta'])
  // People look through this list every day, so it begins near the top.
  const firstRow = () =>
    page.getByRole('list', { name: 'Goals' }).evaluate((list) => list.getBoundingClientRect().top)
  await page.setViewportSize(phone)
  expect(await firstRow()).toBeLessThanOrEqual(200)
  // Seven of them are on a phone's screen, also with titles of two lines.
  const { height = 0 } = (await page.getByRole('listitem').filter({ hasText: 'Alpha' }).boundingBox()) ?? {}
  expect(height).toBeLessThanOrEqual(64)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await firstRow()).toBeLessThanOrEqual(160)
  await page.locator('button[title="Sort by: Title"]').click()
  await expect.poll(() => titles(page)).toEqual(['Alpha', 'Beta', 'Gamma'])
  await page.locator('button[title="Sort by: Title"]').click()
  await expect.poll(() => titles(page)).toEqual(['Gamma', 'Alpha', 'Beta'])
  await page.setViewportSize(laptop)
  await page.getByLabel('Sort by').selectOption('Due date')
  await expect.poll(() => titles(page)).toEqual(['Alpha', 'Beta', 'Gamma'])
  await page.getByLabel('Group by').selectOption('Owner')
  await expect.poll(() => searchOf(page)).toBe('?group=owner&sort=due')
  const inGroup = (name: string) => page.getByRole('list', { name }).getByRole('link').allTextContents()
  await expect.poll(() => inGroup('Kim')).toEqual(['Alpha', 'Beta'])
  await expect.poll(() => inGroup('Lee')).toEqual(['Gamma'])
  const summary = page.locator('summary', { hasText: 'Kim' })
  await expect.poll(() => summary.innerText()).toMatch(/Kim\s+2/)
  await summary.press('Enter')
  await expect.poll(() => page.getByRole('link', { name: 'Alpha' }).isVisible()).toBe(false)
  await summary.press('Enter')
  await page.getByRole('link', { name: 'Alpha' }).waitFor()
  await page.getByRole('link', { name: 'Cards' }).press('Enter')
  await expect.poll(() => searchOf(page)).toBe('?group=owner&sort=due&look=cards')
  await page.reload()
  await expect.poll(() => inGroup('Kim')).toEqual(['Alpha', 'Beta'])
})

test('says so if a list is too long for groups', async () => {
  const max = await world.person('Max')
  await publishGoal(max.api, 'One of very many.')
  const page = await world.open(max)
  let pages = 0
  await page.route('**/v1/goals?*', async (route) => {
    pages += 1
    const response = await route.fetch({ url: `${world.service.origin}/v1/goals?view=summary` })
    const { goals } = await response.json()
    const [goal] = goals
    await route.fulfill({
      response,
      json: { goals: [{ ...goal, id: `${goal.id.slice(0, -2)}${10 + pages}` }], nextCursor: 'more' },
    })
  })
  await page.route('**/v1/goals/counts*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total: 1_234 } })
  })
  await page.goto('/goals?group=health')
  await page.getByText('This list covers the 10 goals that changed last').waitFor()
  await page.getByText('1,234 goals').waitFor()
  expect(pages).toBe(10)
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
  await expect
    .poll(text)
    .toMatch(/0 of 2 criteria met .*Never reported ?, published just now .*Report due in 7 days/)
  await expect.poll(() => text()).not.toContain('Progress')

  await reportOn(gus.api, goal.id, {
    summary: 'Half of the way.',
    verdicts: goal.criteria.map(({ id }, index) => ({ criterionId: id, result: index ? 'not_met' : 'met' })),
    measurements: goal.measures.map(({ id }) => ({ measureId: id, value: 30 })),
  })
  await page.reload()
  await expect
    .poll(text)
    .toMatch(/Half of the way\. .*50% .*1 of 2 criteria met \(at least one is judged not met\)/)
  await expect.poll(() => text()).toMatch(/Reported just now/)
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
  await page.getByText('132 goals').waitFor()
  const search = page.getByLabel('Search')
  await search.pressSequentially('NUMB 7', { delay: 5 })
  // The list stays while the search is under way.
  await page.locator('[aria-busy=true]', { hasText: 'With a criterion' }).waitFor()
  answer()
  await page.getByText('11 goals').waitFor()
  expect(searches).toEqual(['NUMB 7']) // One request, not one for every letter.
  await page.getByRole('link', { name: 'Goal number 7', exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('NUMB 7')
  await search.fill('won')
  await expect.poll(() => titles(page)).toEqual(['With a criterion', 'With a label'])
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['With a criterion', 'With a label'])
  await expect.poll(() => search.inputValue()).toBe('won')
  await search.fill('!?')
  await page.getByText(/^\d+( or more)? goals?$|^No goals match$/).waitFor()
  await search.fill('')
  await page.getByText('132 goals').waitFor()
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
