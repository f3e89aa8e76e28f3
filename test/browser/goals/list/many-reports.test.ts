import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { join } from '../../../support/people/invite.ts'
import { findings } from '../../support/axe.ts'
import { publishGoal, reportOn } from '../../support/seed.ts'
import { createWorld, phone } from '../../support/world.ts'

const world = createWorld()

const dialog = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('region', { name: 'Change the selected goals' })
const select = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` })

test('a row is reported on with five keys, and the focus returns to it', async () => {
  const ann = await world.person('Ann')
  const goal = await publishGoal(ann.api, 'First.')
  const page = await world.open(ann)
  await page.goto('/goals')
  await page.getByRole('link', { name: 'First' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await dialog(page).waitFor()
  await expect.poll(() => findings(page)).toEqual([])
  await page.keyboard.press('Space')
  await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('On track.')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('At risk.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Report sent.').waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent)
  await expect.poll(focused).toContain('At risk')
  const { goal: after } = await ann.api.getGoal({ params: { goalId: goal.id } })
  expect(after).toMatchObject({ status: 'active', health: 'at_risk', revision: 2 })
  await page.getByText('Last report: At risk.').waitFor({ state: 'attached' })
})

test('a typed summary stays when another state is chosen, and both are required', async () => {
  const bea = await world.person('Bea')
  const goal = await publishGoal(bea.api, 'First.')
  await reportOn(bea.api, goal.id, { status: 'completed' })
  const page = await world.open(bea)
  await page.goto('/goals')
  await page.getByRole('link', { name: 'First' }).focus()
  await page.getByRole('button', { name: 'Report on First' }).press('Enter')
  await dialog(page).getByText('Last report: Report 1').waitFor()
  await expect.poll(() => dialog(page).getByRole('radio', { name: 'Completed' }).isChecked()).toBe(true)
  await page.getByLabel('Summary').fill('')
  await page.keyboard.press('Enter')
  await dialog(page).getByText('Sum up the report in one sentence.').waitFor()
  await page.getByLabel('Summary').fill('A customer found a gap.')
  await dialog(page).getByRole('radio', { name: 'Off track' }).press('Space')
  await dialog(page).getByText('become active again').waitFor()
  await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('A customer found a gap.')
  await dialog(page).getByRole('button', { name: 'Send report' }).press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  const { goal: after } = await bea.api.getGoal({ params: { goalId: goal.id } })
  expect(after).toMatchObject({ status: 'active', health: 'off_track' })
})

test('selected goals are reported on together; who reported meanwhile is heard before it is sent again', async () => {
  const cy = await world.person('Cy')
  const dee = await world.person('Dee')
  await join(cy, dee, 'admin')
  const first = await publishGoal(cy.api, 'First.')
  const second = await publishGoal(cy.api, 'Second.')
  const third = await publishGoal(cy.api, 'Third.')
  await reportOn(cy.api, third.id, { health: 'on_track' })
  const page = await world.open(cy)
  await page.goto('/goals')
  for (const title of ['First', 'Second', 'Third']) await select(page, title).check()
  // A report and a failure that the page does not know yet.
  await page.route('**/v1/events?*', (route) => route.abort())
  await reportOn(dee.api, second.id, { summary: 'Dee was faster' })
  await page.route(`**/v1/goals/${third.id}/updates`, (route) => route.abort(), { times: 1 })
  await bar(page).getByRole('button', { name: 'Report' }).press('Enter')
  await dialog(page).getByText('Report on 3 goals').waitFor()
  await dialog(page).getByRole('button', { name: 'Send 3 reports' }).press('Enter')
  await dialog(page).getByText('Choose a status.').waitFor()
  await dialog(page).getByRole('radio', { name: 'Paused' }).press('Space')
  await page.keyboard.press('Control+Enter')
  await dialog(page).getByText('2 reports were not sent:').waitFor()
  await dialog(page).getByText('Somebody reported meanwhile: Dee was faster').waitFor()
  await expect.poll(() => dialog(page).getByRole('listitem').count()).toBe(2)
  await expect.poll(() => findings(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Send anyway' }).press('Enter')
  await page.getByText('2 reports sent.').waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  const goals = await Promise.all(
    [first, second, third].map(({ id }) => cy.api.getGoal({ params: { goalId: id } })),
  )
  expect(goals.map(({ goal }) => [goal.status, goal.revision])).toEqual([
    ['paused', 2],
    ['paused', 3],
    ['paused', 3],
  ])
})

test('a report whose response is lost is not written twice', async () => {
  const eve = await world.person('Eve')
  const goal = await publishGoal(eve.api, 'First.')
  const page = await world.open(eve)
  await page.goto('/goals')
  await page.route(
    '**/updates',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('link', { name: 'First' }).focus()
  await page.keyboard.press('s')
  await dialog(page).waitFor()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await dialog(page).getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByText('Report sent.').waitFor()
  const { goal: after } = await eve.api.getGoal({ params: { goalId: goal.id } })
  expect(after.revision).toBe(2)
})

test('who may not change a goal is not offered a report on it', async () => {
  const fay = await world.person('Fay')
  const gus = await world.person('Gus')
  await join(fay, gus)
  await publishGoal(fay.api, 'Not mine.')
  await publishGoal(fay.api, 'Mine.', { ownerUserId: gus.userId })
  const page = await world.open(gus)
  await page.goto('/goals')
  await page.getByRole('link', { name: 'Not mine' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Report on/ }).count()).toBe(1)
})

test('on a phone, the selection is reported on', async () => {
  const hal = await world.person('Hal')
  await publishGoal(hal.api, 'One.')
  const page = await world.open(hal, { viewport: phone, hasTouch: true })
  await page.goto('/goals')
  await select(page, 'One').tap()
  await bar(page).getByRole('button', { name: 'Report' }).tap()
  await dialog(page).getByText('At risk', { exact: true }).tap()
  await dialog(page).getByRole('button', { name: 'Send report' }).tap()
  await page.getByText('Report sent.').waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
