/** The forms of goals, and what opens on their list. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pseudo } from '../../../../packages/web/src/language/pseudo.ts'
import type { Browser as Session } from '../../../support/people/sign-in.ts'
import { createWorld } from '../../support/world.ts'
import { fillOrganization } from './fill-organization.ts'
import { button, buttonOf, expectSoundStop, field, type Ids, type Stop, says, startWalk } from './stop.ts'

const world = createWorld()
let page: Page
let ids: Ids
let owner: Session

beforeAll(async () => {
  const filled = await fillOrganization(world)
  ids = filled.ids
  owner = filled.owner
  page = await startWalk(world, owner)
})

const dialog = (one: Page) => one.getByRole('dialog')

async function edit(one: Page): Promise<void> {
  await button(one, 'Edit').click()
  await field(one, 'Title').waitFor()
}

const forms: Stop[] = [
  {
    name: 'choosing labels of a goal',
    path: '/goals/<goal>',
    open: async (one) => {
      await edit(one)
      await button(one, 'Choose labels').click()
      await field(one, 'Filter labels').waitFor()
    },
  },
  {
    name: 'an edit with a preview',
    path: '/goals/<goal>',
    open: async (one) => {
      await edit(one)
      await one
        .getByRole('tab', { name: pseudo('Preview') })
        .first()
        .click()
      await one.getByRole('tabpanel').locator('.prose table').first().waitFor()
    },
  },
  {
    name: 'an edit in conflict',
    path: '/goals/<goal>',
    open: async (one) => {
      await edit(one)
      await field(one, 'Title').fill('Ένα')
      await owner.api.updateGoal({ params: { goalId: ids.goal ?? '' }, body: { title: 'Δύο' } })
      await button(one, 'Save changes').click()
      await one.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'a new goal with problems',
    path: '/goals/new',
    open: async (one) => {
      await button(one, 'Add criterion').click()
      await button(one, 'Add measure').click()
      await button(one, 'Publish goal').click()
      await one.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'discarding a new goal',
    path: '/goals/new',
    open: async (one) => {
      await one.getByRole('textbox').first().fill('Ένα')
      await button(one, 'Cancel').click()
      await one.getByRole('alertdialog').waitFor()
    },
  },
]

const ofList: Stop[] = [
  {
    name: 'saving a view',
    path: '/goals?group=due',
    open: async (one) => {
      await button(one, 'Save view').click()
      await dialog(one).waitFor()
    },
  },
  {
    name: 'several statuses',
    path: '/goals?status=active,paused',
    open: async (one) => {
      await one
        .getByRole('button', { name: /Státús/ })
        .first()
        .click()
      await one.getByRole('menuitemcheckbox', { checked: true }).first().waitFor()
    },
  },
  {
    name: 'filters on a phone',
    path: '/goals',
    isForPhones: true,
    open: (one) => buttonOf(one, 'Filters').click(),
  },
  {
    name: 'a report on selected goals',
    path: '/goals?group=due',
    open: async (one) => {
      await one.getByRole('checkbox').first().press('Space')
      await button(one, 'Select all').waitFor()
      await button(one, 'Report').click()
      await dialog(one).waitFor()
    },
  },
]

test.each([...forms, ...ofList])('$name', (stop) => expectSoundStop(page, stop, ids))

test('nothing moves for people who prefer reduced motion', async () => {
  await expectSoundStop(page, { name: 'labels', path: '/labels' }, ids)
  await button(page, 'New label').click()
  await says(page, 'New label').waitFor()
  const duration = await dialog(page).evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).animationDuration),
  )
  expect(duration).toBeLessThan(0.001)
})
