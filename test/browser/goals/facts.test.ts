/** The facts of a goal, changed at their place, and the latest report above them. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { createWorld, teammates } from '../support/world.ts'

const world = createWorld()

const facts = (page: Page) => page.getByRole('complementary', { name: 'Facts' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

describe('with the mouse', () => {
  test('a title is changed in the heading, and the change can be undone', async () => {
    const ann = await world.person('Ann')
    const goal = await publishGoal(ann.api, 'Answer within a day.', { title: 'Before' })
    const page = await world.open(ann)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Before', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('After')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'After', level: 1 }).waitFor()
    await page.getByText('Title saved.').waitFor()
    await expect.poll(() => page.title()).toBe('After · Cairn')
    await undo(page).click()
    await page.getByRole('heading', { name: 'Before', level: 1 }).waitFor()
    await page.getByText('Title: change undone.').waitFor()
    expect((await ann.api.getGoal({ params: { goalId: goal.id } })).goal.title).toBe('Before')
  })

  test('owner, timeframe, cadence, and labels are changed at their place', async () => {
    const [bo, cy] = await teammates(world, 'Bo', 'Cy')
    const label = await createLabel(bo.api, 'Quality')
    const goal = await publishGoal(bo.api)
    const page = await world.open(bo)
    await page.goto(`/goals/${goal.id}`)
    await facts(page).getByRole('button', { name: 'Owner: Bo' }).click()
    await page.getByRole('option', { name: 'Cy' }).click()
    await facts(page).getByRole('button', { name: 'Owner: Cy' }).waitFor()
    await facts(page).getByRole('button', { name: 'Timeframe: Continuous' }).click()
    await page.getByLabel('By a date').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Pick a target date.').waitFor()
    await page.getByLabel('Target date').fill('2127-06-30')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await facts(page).getByText('By Jun 30, 2127').waitFor()
    await facts(page).getByRole('button', { name: 'Cadence: No cadence' }).click()
    await page.getByLabel('Days between reports').fill('400')
    await page.keyboard.press('Enter')
    await page.getByText('Enter whole days, from 1 to 366, or nothing.').waitFor()
    await page.getByLabel('Days between reports').fill('7')
    await page.keyboard.press('Enter')
    await facts(page).getByRole('button', { name: 'Cadence: Every 7 days' }).waitFor()
    await facts(page).getByRole('button', { name: 'Labels: No labels' }).click()
    await page.getByLabel('Quality').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await facts(page).getByRole('button', { name: 'Labels: Quality' }).waitFor()
    await page.getByText('Labels saved.').waitFor()
    const after = (await bo.api.getGoal({ params: { goalId: goal.id } })).goal
    expect(after).toMatchObject({
      ownerUserId: cy.userId,
      timeframe: { kind: 'deadline', targetDate: '2127-06-30' },
      cadence: { everyDays: 7 },
      labels: [{ id: label }],
      version: 5,
    })
  })
})

describe('with the keyboard', () => {
  test('Enter opens and saves, Escape restores, and the focus stays at the fact', async () => {
    const [dee] = await teammates(world, 'Dee', 'Eve')
    const goal = await publishGoal(dee.api, 'Answer within a day.', { title: 'Before' })
    const page = await world.open(dee)
    await page.goto(`/goals/${goal.id}`)
    const title = page.getByRole('button', { name: 'Before', exact: true })
    await title.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Never saved')
    await page.keyboard.press('Escape')
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true)
    const owner = facts(page).getByRole('button', { name: 'Owner: ' })
    await owner.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Find a person' }).waitFor()
    await page.keyboard.type('Ev')
    await page.keyboard.press('Escape')
    await expect.poll(() => owner.evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(() => owner.textContent()).toContain('Dee')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Find a person' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('Ev')
    await page.keyboard.press('Enter')
    await expect.poll(() => owner.textContent()).toContain('Eve')
    await page.getByText('Owner saved.').waitFor()
    await expect.poll(() => owner.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('an empty title is refused', async () => {
    const fay = await world.person('Fay')
    const goal = await publishGoal(fay.api, 'Answer within a day.', { title: 'Before' })
    const page = await world.open(fay)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Before', exact: true }).press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill(' ')
    await page.keyboard.press('Enter')
    await page.getByText('Type a title.').waitFor()
  })
})

describe('a change shows at once', () => {
  test('and is taken back if it cannot be saved, with another try', async () => {
    const gil = await world.person('Gil')
    const goal = await publishGoal(gil.api, 'Answer within a day.', { title: 'Before' })
    const page = await world.open(gil)
    await page.goto(`/goals/${goal.id}`)
    let fail = () => {}
    const failing = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route(`**/v1/goals/${goal.id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await failing
      return route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Before', exact: true }).press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('After')
    await page.keyboard.press('Enter')
    // The request has no answer yet.
    await page.getByRole('heading', { name: 'After', level: 1 }).waitFor()
    fail()
    await page.getByText('Title was not saved. The service could not be reached.').waitFor()
    await page.getByRole('heading', { name: 'Before', level: 1 }).waitFor()
    await page.unroute(`**/v1/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Title saved.').waitFor()
    await page.getByRole('heading', { name: 'After', level: 1 }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Title: change undone.').waitFor()
    await page.getByRole('heading', { name: 'Before', level: 1 }).waitFor()
  })

  test('two changes that cannot be saved leave what the service has', async () => {
    const hal = await world.person('Hal')
    const goal = await publishGoal(hal.api, 'Answer within a day.', { title: 'First' })
    const page = await world.open(hal)
    await page.goto(`/goals/${goal.id}`)
    const held: (() => void)[] = []
    await page.route(`**/v1/goals/${goal.id}`, (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      return new Promise((resolve) => held.push(() => resolve(route.abort('connectionreset'))))
    })
    const rename = async (from: string, to: string) => {
      await page.getByRole('button', { name: from, exact: true }).press('Enter')
      await page.getByRole('textbox', { name: 'Title' }).fill(to)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: to, level: 1 }).waitFor()
    }
    await rename('First', 'Second')
    await rename('Second', 'Third')
    for (const attempt of [0, 1]) {
      await expect.poll(() => held.length).toBe(attempt + 1)
      held[attempt]?.()
    }
    await page.getByRole('heading', { name: 'First', level: 1 }).waitFor()
    await expect.poll(() => page.getByText('Title was not saved.').count()).toBe(2)
  })
})

describe('when somebody else edited the goal meanwhile', () => {
  test('their changes to other facts are kept', async () => {
    const [ida, jo] = await teammates(world, 'Ida', 'Jo')
    const goal = await publishGoal(ida.api, 'Answer within a day.', { title: 'Before' })
    const page = await world.open(ida)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Before', exact: true }).press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('After')
    await jo.api.updateGoal({ params: { goalId: goal.id }, body: { cadence: { everyDays: 7 } } })
    await page.keyboard.press('Enter')
    await page.getByText('Title saved. Jo edited the goal meanwhile, and those changes were kept.').waitFor()
    await facts(page).getByText('Every 7 days').waitFor()
    await page.getByRole('heading', { name: 'After', level: 1 }).waitFor()
  })

  test('a conflict about the same fact shows both, and the person chooses', async () => {
    const [kay, lou] = await teammates(world, 'Kay', 'Lou')
    const goal = await publishGoal(kay.api, 'Answer within a day.', { title: 'Before' })
    const page = await world.open(kay)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Before', exact: true }).press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('Mine')
    await lou.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Theirs' } })
    await page.keyboard.press('Enter')
    const panel = page.getByRole('alert').filter({ hasText: 'Lou edited this goal' })
    await panel.getByLabel('Take theirs').check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Theirs', level: 1 }).waitFor()
    expect((await kay.api.getGoal({ params: { goalId: goal.id } })).goal.title).toBe('Theirs')
  })
})

test('a reader without rights sees the facts, but no controls', async () => {
  const mia = await world.person('Mia')
  const ned = await world.person('Ned')
  await join(mia, ned)
  const goal = await publishGoal(mia.api, 'Answer within a day.', { title: 'Before' })
  const page = await world.open(ned)
  await page.goto(`/goals/${goal.id}`)
  await facts(page).getByText('Continuous').waitFor()
  await expect.poll(() => facts(page).getByRole('button').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Before', exact: true }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Quick update' }).count()).toBe(0)
})

describe('the latest report', () => {
  test('is what the page begins with, and a quick one settles a stone', async () => {
    const oda = await world.person('Oda')
    const goal = await publishGoal(oda.api)
    await reportOn(oda.api, goal.id, { summary: 'Steady', health: 'on_track' })
    const page = await world.open(oda)
    await page.goto(`/goals/${goal.id}`)
    const latest = page.getByRole('region', { name: 'Latest report' })
    await latest.getByText('Steady').waitFor()
    await latest.getByRole('button', { name: 'Quick update' }).press('Enter')
    await latest.getByText('At risk', { exact: true }).click()
    await latest.getByRole('button', { name: 'Send report' }).click()
    await latest.getByText('Sum up the report in one sentence.').waitFor()
    await latest.getByLabel('Summary').fill('The import is late')
    await page.keyboard.press('Enter')
    await page.getByText('Report sent.').waitFor()
    await latest.getByText('The import is late').waitFor()
    await latest.getByText('Before: On track').waitFor()
    await latest.getByRole('img', { name: /^2 reports/ }).waitFor()
    await expect.poll(() => latest.locator('.animate-settle').count()).toBe(1)
    const { updates } = await oda.api.listGoalUpdates({ params: { goalId: goal.id } })
    expect(updates.at(-1)).toMatchObject({ summary: 'The import is late', health: 'at_risk' })
  })

  test('takes what was typed into the whole form', async () => {
    const pia = await world.person('Pia')
    const goal = await publishGoal(pia.api)
    const page = await world.open(pia)
    await page.goto(`/goals/${goal.id}`)
    const latest = page.getByRole('region', { name: 'Latest report' })
    await latest.getByText('No reports yet').waitFor()
    await latest.getByRole('button', { name: 'Quick update' }).click()
    await latest.getByLabel('Summary').fill('More to say')
    await latest.getByRole('button', { name: 'Add details, values, or evidence' }).click()
    const dialog = page.getByRole('dialog', { name: 'New report' })
    await expect.poll(() => dialog.getByLabel('Summary').inputValue()).toBe('More to say')
  })
})
