import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { findings } from '../support/axe.ts'
import { createLabel, publishGoal } from '../support/seed.ts'
import { createWorld, phone } from '../support/world.ts'

const world = createWorld()

const bar = (page: Page) => page.getByRole('region', { name: 'Change the selected goals' })
const select = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` })
async function choose(page: Page, menu: string, item: string): Promise<void> {
  await bar(page).getByRole('button', { name: menu }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

test('selected goals change together, and Undo restores each as it was', async () => {
  const ann = await world.person('Ann')
  const ben = await world.person('Ben')
  await join(ann, ben)
  const labelId = await createLabel(ann.api, 'Quarter')
  const first = await publishGoal(ann.api, 'First.', { ownerUserId: null })
  const second = await publishGoal(ann.api, 'Second.', { labelIds: [labelId] })
  const third = await publishGoal(ann.api, 'Third.')
  const read = async () => {
    const goals = await Promise.all(
      [first, second, third].map(({ id }) => ann.api.getGoal({ params: { goalId: id } })),
    )
    return goals.map(({ goal }) => [goal.ownerUserId, goal.labels.map(({ name }) => name), goal.timeframe])
  }
  const before = await read()
  const page = await world.open(ann)
  await page.goto('/goals')
  await select(page, 'First').check()
  await select(page, 'Second').check()
  await bar(page).getByText('2 goals selected').waitFor()
  await expect.poll(() => findings(page)).toEqual([])

  await choose(page, 'Owner', 'Ben')
  await page.getByText('2 goals changed.').waitFor()
  expect((await read()).map(([owner]) => owner)).toEqual([ben.userId, ben.userId, ann.userId])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone for 2 goals.').waitFor()
  expect(await read()).toEqual(before)

  await choose(page, 'Add label', 'Quarter')
  await page.getByText('1 goal changed.').waitFor()
  expect((await read()).map(([, labels]) => labels)).toEqual([['Quarter'], ['Quarter'], []])
  await page.keyboard.press('Control+z')
  await page.getByText('Undone for 1 goal.').waitFor()
  expect(await read()).toEqual(before)
  await choose(page, 'Add label', 'Quarter')
  await expect
    .poll(async () => (await read()).map(([, labels]) => labels))
    .toEqual([['Quarter'], ['Quarter'], []])
  await choose(page, 'Remove label', 'Quarter')
  await expect.poll(async () => (await read()).map(([, labels]) => labels)).toEqual([[], [], []])
  await choose(page, 'Owner', 'Nobody')
  await expect.poll(async () => (await read()).map(([owner]) => owner)).toEqual([null, null, ann.userId])
  await bar(page).getByRole('button', { name: 'Target date' }).press('Enter')
  await page.getByLabel('Date', { exact: true }).fill('2031-05-01')
  await page.getByRole('button', { name: 'Set date' }).press('Enter')
  await expect
    .poll(async () => (await read()).map(([, , timeframe]) => timeframe))
    .toEqual([
      { kind: 'deadline', targetDate: '2031-05-01' },
      { kind: 'deadline', targetDate: '2031-05-01' },
      before[2]?.[2],
    ])
  await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter')
  await bar(page).waitFor({ state: 'detached' })
})

test('rows are selected with the keyboard and with Shift, and leave the selection with the list', async () => {
  const cy = await world.person('Cy')
  for (const title of ['D', 'C', 'B', 'A']) await publishGoal(cy.api, `Goal ${title}.`)
  const page = await world.open(cy)
  await page.goto('/goals')
  await page.getByRole('link', { name: 'Goal A' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await bar(page).getByText('1 goal selected').waitFor()
  await expect.poll(() => select(page, 'Goal A').isChecked()).toBe(true)
  await select(page, 'Goal C').click({ modifiers: ['Shift'] })
  await bar(page).getByText('3 goals selected').waitFor()
  await expect.poll(() => select(page, 'Goal D').isChecked()).toBe(false)
  await page.keyboard.press('/')
  await page.getByLabel('Search', { exact: true }).fill('Goal A')
  await bar(page).getByText('1 goal selected').waitFor()
  await select(page, 'Goal A').press('Space')
  await bar(page).waitFor({ state: 'detached' })
})

test('all goals of a list are selected, also those that are not loaded yet', async () => {
  const max = await world.person('Max')
  for (let done = 0; done < 55; done += 11) {
    await Promise.all([...Array(11).keys()].map((index) => publishGoal(max.api, `Goal ${done + index}.`)))
  }
  const page = await world.open(max)
  await page.goto('/goals')
  await page.getByRole('checkbox').first().check()
  await bar(page).getByText('1 of 55 goals selected').waitFor()
  await bar(page).getByRole('button', { name: 'Select all 55' }).press('Enter')
  await bar(page).getByText('55 goals selected', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(55)
  await bar(page).getByRole('button', { name: 'Select all' }).waitFor({ state: 'detached' })
})

test('what others changed meanwhile is not overwritten, and the bar says so', async () => {
  const dee = await world.person('Dee')
  const eve = await world.person('Eve')
  await join(dee, eve, 'admin')
  const goal = await publishGoal(dee.api, 'Moved.')
  await publishGoal(dee.api, 'Free.')
  const page = await world.open(dee)
  await page.goto('/goals')
  await select(page, 'Moved').check()
  await select(page, 'Free').check()
  // A change that the page does not know yet.
  await page.route('**/v1/events?*', (route) => route.abort())
  await eve.api.updateGoal({ params: { goalId: goal.id }, body: { title: 'Moved by Eve' } })
  await choose(page, 'Owner', 'Eve')
  await bar(page).getByText('1 goal could not be changed:').waitFor()
  const left = bar(page).getByRole('listitem')
  await expect.poll(() => left.allInnerTexts()).toEqual(['Moved\n\nSomebody changed the goal meanwhile.'])
  await page.getByText('1 goal changed.').waitFor()
  const { goal: after } = await dee.api.getGoal({ params: { goalId: goal.id } })
  expect(after).toMatchObject({ title: 'Moved by Eve', ownerUserId: dee.userId })
})

test('on a phone, the bar fits above the navigation', async () => {
  const fay = await world.person('Fay')
  await publishGoal(fay.api, 'One.')
  const page = await world.open(fay, { viewport: phone, hasTouch: true })
  await page.goto('/goals')
  await select(page, 'One').tap()
  await bar(page).getByText('1 goal selected').waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('asks the owners of goals for reports, from a list and from a page', async () => {
  const gus = await world.person('Gus')
  const hal = await world.person('Hal')
  await join(gus, hal)
  const [first, second] = [
    await publishGoal(hal.api, 'First of Hal.'),
    await publishGoal(hal.api, 'Second of Hal.'),
  ]
  await publishGoal(gus.api, 'Own goal.')
  const page = await world.open(gus)
  await page.goto('/goals')
  await select(page, 'Own goal').check()
  expect(await bar(page).getByRole('button', { name: 'Ask for reports' }).count()).toBe(0)
  await select(page, 'First of Hal').check()
  await bar(page).getByRole('button', { name: 'Ask for reports' }).press('Enter')
  await page.getByText('Asked for reports on 1 goal. Their owners find it in the inbox.').waitFor()
  await page.getByText('No report was requested on 1 goal:').waitFor()
  await page.getByText('This is your own goal. Report on it yourself.').waitFor()
  const requested = async () => {
    const { events } = await gus.api.listEvents({ query: { limit: 100 } })
    return events.flatMap(({ type, goal }) => (type === 'report.requested' ? [goal?.id] : []))
  }
  expect(await requested()).toEqual([first.id])

  await page.goto(`/goals/${second.id}`)
  await page.getByRole('button', { name: 'Ask for a report' }).click()
  await page.getByText('Asked for a report. Hal finds it in the inbox.').waitFor()
  expect((await requested()).toSorted()).toEqual([first.id, second.id].toSorted())
  await page.getByRole('button', { name: 'Ask for a report' }).click()
  await page.getByText('You asked for a report on this goal less than a day ago.').waitFor()
  await expect.poll(() => findings(page)).toEqual([])
})
