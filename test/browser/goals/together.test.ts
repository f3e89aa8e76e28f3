/** Goals that belong together: sub-goals and blockers on the page of a goal, the tree, and what others show of them. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { expectFocus } from '../support/focus.ts'
import { look, startFollowing, withMovableTime } from '../support/live.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import { walkTo } from '../support/visit.ts'
import { createWorld, teammates } from '../support/world.ts'

const world = createWorld()
let ann: Session
let ben: Session
let page: Page
let top: string

beforeAll(async () => {
  ;[ann, ben] = await teammates(world, 'Ann', 'Ben')
  top = (await publishGoal(ann.api, 'Open the second bakery.')).id
  page = await withMovableTime(await world.keep(ann))
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const section = (name: string) => page.getByRole('region', { name })
const idOf = async (title: string) => {
  const { goals } = await ann.api.listGoals({ query: { q: title } })
  return goals[0]?.id ?? ''
}

/** The rows of the tree: `2 Hire bakers` is on the second level. */
const rows = () =>
  page
    .getByRole('treeitem')
    .evaluateAll((all) => all.map((row) => `${row.ariaLevel} ${row.querySelector('a bdi')?.textContent}`))

const row = (title: string) => page.getByRole('treeitem', { name: title })

test('sub-goals are added one after the other, and say what is above them', async () => {
  await page.goto(`/goals/${top}`)
  await heading('Open the second bakery').waitFor()
  await startFollowing(page)
  await page.getByRole('button', { name: 'Add sub-goal' }).waitFor()
  await page.keyboard.press('a')
  const title = page.getByLabel('Title of the sub-goal')
  await title.press('Enter')
  await page.getByText('Type a title.').waitFor()
  for (const name of ['Sign the lease', 'Hire bakers', 'Print the bags']) {
    await title.fill(name)
    await title.press('Enter')
    await section('Sub-goals').getByRole('link', { name }).waitFor()
    await expect.poll(() => title.inputValue()).toBe('')
  }
  await title.press('Escape')
  await expectFocus(page, 'Add sub-goal')
  await page.getByRole('heading', { name: 'Roll-up of 3 goals below' }).waitFor()
  await page.getByText('Not ready to be worked on: it has open sub-goals.').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/This goal has 3 sub-goals and cannot be deleted/).waitFor()
  await page.keyboard.press('Escape')

  await section('Sub-goals').getByRole('link', { name: 'Hire bakers' }).click()
  await heading('Hire bakers').waitFor()
  await page
    .getByRole('navigation', { name: 'Goals above' })
    .getByRole('link', { name: 'Open the second bakery' })
    .waitFor()
})

test('a goal waits for another one, found by keyboard, and both pages say so', async () => {
  await page.keyboard.press('w')
  await page.getByRole('combobox', { name: 'Find a goal' }).fill('sign')
  await page.getByRole('option', { name: 'Sign the lease' }).waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await section('Waits for').getByRole('link', { name: 'Sign the lease' }).waitFor()
  await page.getByText('Not ready to be worked on: it waits for “Sign the lease”.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await section('Waits for').waitFor({ state: 'detached' })

  await walkTo(page, `/goals/${await idOf('Print')}`, 'Print the bags')
  await page.keyboard.press('w')
  await page.getByRole('combobox', { name: 'Find a goal' }).fill('sign')
  await page.getByRole('option', { name: 'Sign the lease' }).click()
  await section('Waits for').getByRole('link', { name: 'Sign the lease' }).click()
  await heading('Sign the lease').waitFor()
  await section('Holds up').getByRole('link', { name: 'Print the bags' }).waitFor()
  await section('Holds up').getByRole('button', { name: 'Add a goal that waits for this one' }).click()
  await page.getByRole('combobox', { name: 'Find a goal' }).fill('hire')
  await page.getByRole('option', { name: 'Hire bakers' }).click()
  await page.getByText('“Hire bakers” now waits for “Sign the lease”.').waitFor()
  await section('Holds up').getByRole('link', { name: 'Hire bakers' }).waitFor()
  await page.getByRole('button', { name: 'Hire bakers no longer waits' }).click()
  await page.getByText('“Hire bakers” no longer waits for “Sign the lease”.').waitFor()

  await walkTo(page, '/home')
  const blocked = section('Blocked').getByRole('listitem').filter({ hasText: 'Print the bags' })
  await blocked.getByRole('link', { name: 'Sign the lease' }).first().waitFor()
  await blocked.getByText('(Active)').first().waitFor()
})

test('the palette moves a goal under another one', async () => {
  await walkTo(page, `/goals/${await idOf('Print')}`, 'Print the bags')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('move under')
  await page.getByRole('option', { name: 'Move under…' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Find a goal' }).fill('hire')
  await page.getByRole('option', { name: 'Hire bakers' }).click()
  const path = page.getByRole('navigation', { name: 'Goals above' }).getByRole('link')
  await expect.poll(() => path.allTextContents()).toEqual(['Open the second bakery', 'Hire bakers'])
})

test('the tree folds and unfolds by keyboard, and remembers it', async () => {
  await walkTo(page, '/goals?look=tree&sort=title')
  const all = ['1 Open the second bakery', '2 Hire bakers', '3 Print the bags', '2 Sign the lease']
  await expect.poll(rows).toEqual(all)
  await row('Open the second bakery').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(rows).toEqual(all.filter((one) => !one.startsWith('3')))
  await page.keyboard.press('End')
  await expectFocusedRow('Sign the lease')
  await page.keyboard.press('ArrowLeft')
  await expectFocusedRow('Open the second bakery')
  await walkTo(page, '/home')
  await walkTo(page, '/goals?look=tree&sort=title')
  await expect.poll(rows).toEqual(all.filter((one) => !one.startsWith('3')))
  await page.getByRole('button', { name: 'Unfold all' }).click()
  await expect.poll(rows).toEqual(all)
  await row('Print the bags').focus()
  await page.keyboard.press('Enter')
  await heading('Print the bags').waitFor()
})

const expectFocusedRow = (title: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.querySelector('a bdi')?.textContent))
    .toBe(title)

test('a goal is moved by dragging it, with its menu, and back', async () => {
  await walkTo(page, '/goals?look=tree&sort=title')
  // It waits for that goal, so it cannot be a part of it.
  await row('Print the bags').dragTo(row('Sign the lease'))
  await page.getByText(/“Print the bags” was not moved\. The goal cannot be there/).waitFor()
  await expect.poll(rows).toContain('3 Print the bags')
  await row('Print the bags').dragTo(row('Open the second bakery'))
  await page.getByText('Moved “Print the bags” under “Open the second bakery”.').waitFor()
  await expect
    .poll(rows)
    .toEqual(['1 Open the second bakery', '2 Hire bakers', '2 Print the bags', '2 Sign the lease'])
  await page.keyboard.press('Control+z')
  await page.getByText('Moved “Print the bags” back.').waitFor()
  await expect
    .poll(rows)
    .toEqual(['1 Open the second bakery', '2 Hire bakers', '3 Print the bags', '2 Sign the lease'])
  await row('Print the bags').hover()
  await row('Print the bags').getByRole('button', { name: 'Actions for Print the bags' }).click()
  await page.getByRole('menuitem', { name: 'Move to the top' }).click()
  await page.getByText('Moved “Print the bags” to the top.').waitFor()
  await expect.poll(async () => (await rows()).at(-1)).toBe('1 Print the bags')
  await row('Print the bags').focus()
  await page.keyboard.press('m')
  await page.getByRole('dialog').getByRole('combobox').fill('hire')
  await page.getByRole('option', { name: 'Hire bakers' }).click()
  await page.getByText('Moved “Print the bags” under “Hire bakers”.').waitFor()
  await expect.poll(async () => (await rows()).slice(1, 3)).toEqual(['2 Hire bakers', '3 Print the bags'])
})

test('a goal can be moved again before the service has answered', async () => {
  const answer = Promise.withResolvers<void>()
  const isMoving = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.route(
    /\/v1\/goals\/[^/]+$/,
    async (route) => {
      await answer.promise
      await route.continue()
    },
    { times: 1 },
  )
  await moveBelow('Print the bags', 'Open the second bakery')
  await isMoving
  await moveBelow('Print the bags', 'Hire bakers')
  answer.resolve()
  const print = await idOf('Print')
  const parent = async () => (await ann.api.getGoal({ params: { goalId: print } })).goal.parentGoalId
  await expect.poll(parent).toBe(await idOf('Hire'))
  await page.getByText('Moved “Print the bags” under “Open the second bakery”.').waitFor()
  expect(await parentOf('Print the bags')).toBe('Hire bakers')
})

/** Moves a goal of the tree with the keyboard, and waits until the tree shows it there. */
async function moveBelow(title: string, parent: string): Promise<void> {
  await row(title).focus()
  await page.keyboard.press('m')
  await page.getByRole('dialog').getByRole('combobox').fill(parent)
  await page.getByRole('option', { name: parent }).click()
  await expect.poll(() => parentOf(title)).toBe(parent)
}

async function parentOf(title: string): Promise<string | undefined> {
  const all = await rows()
  const index = all.findIndex((one) => one.endsWith(title))
  const level = Number(all[index]?.[0])
  return all
    .slice(0, index)
    .findLast((one) => Number(one[0]) < level)
    ?.slice(2)
}

test('filters keep the goals above, in gray, and what others do shows in the tree', async () => {
  await startFollowing(page)
  const print = await idOf('Print')
  await reportOn(ben.api, print, { health: 'off_track', summary: 'No paper' })
  await look(page)
  await expect
    .poll(() =>
      row('Open the second bakery').getByText('3 goals below: 1 off track, 2 no health yet').count(),
    )
    .toBe(1)
  await page.getByRole('button', { name: 'Health', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Off track' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(rows).toEqual(['1 Open the second bakery', '2 Hire bakers', '3 Print the bags'])
  await expect.poll(() => row('Hire bakers').getByText('Left out by the filters:').count()).toBe(1)

  // Whoever reads the page of the parent sees it, too.
  await page.getByRole('link', { name: 'Open the second bakery' }).click()
  await page
    .getByRole('img', { name: /^3 goals below: 1 off track, 2 no health yet/ })
    .first()
    .waitFor()
  await reportOn(ben.api, print, { health: 'at_risk', expectedRevision: 2 })
  await look(page)
  await page
    .getByRole('img', { name: /^3 goals below: 1 at risk, 2 no health yet/ })
    .first()
    .waitFor()
})

test('the overview counts the goals of a tree, and shows them', async () => {
  await walkTo(page, '/overview')
  await section('By top goal').getByRole('link', { name: 'Open the second bakery' }).click()
  await expect.poll(async () => (await rows()).length).toBe(4)
  await page.getByRole('button', { name: 'Remove Below: Open the second bakery' }).waitFor()
})
