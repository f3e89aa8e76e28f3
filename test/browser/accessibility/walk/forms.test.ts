/** The forms of goals and reports. */
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { pseudo } from '../../../../packages/web/src/language/pseudo.ts'
import type { Browser as Session } from '../../../support/people/sign-in.ts'
import { reportOn } from '../../support/seed.ts'
import { createWorld } from '../../support/world.ts'
import { fillOrganization, markdown } from './fill-organization.ts'
import { button, expectSoundStop, field, type Ids, type Stop, startWalk } from './stop.ts'

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

/** Opens the form of a report with all that it takes. */
async function report(one: Page): Promise<void> {
  await button(one, 'Report').click()
  await dialog(one).getByRole('radio').first().waitFor()
}

async function addEvidence(one: Page, text: string): Promise<void> {
  await dialog(one).getByLabel(pseudo('Link or quote')).fill(text)
  await one.keyboard.press('Enter')
}

const reports: Stop[] = [
  {
    name: 'a report with problems',
    path: '/goals/<goal>',
    open: async (one) => {
      await report(one)
      const verdict = dialog(one).getByRole('group', { name: 'Διάμεσος' }).first()
      await verdict.getByText(pseudo('Met'), { exact: true }).click()
      await addEvidence(one, 'Ναι')
      await button(one, 'Send report').click()
      await dialog(one).locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'a report with a preview',
    path: '/goals/<goal>',
    open: async (one) => {
      await report(one)
      await dialog(one)
        .getByRole('textbox', { name: pseudo('Details') })
        .fill(markdown)
      await dialog(one)
        .getByRole('tab', { name: pseudo('Preview') })
        .first()
        .click()
      await dialog(one).locator('.prose table').waitFor()
    },
  },
  {
    name: 'a report with a hand-off',
    path: '/goals/<goal>',
    open: async (one) => {
      await report(one)
      await dialog(one).getByText(pseudo('Hand-off (optional)')).click()
      await dialog(one)
        .getByRole('textbox', { name: pseudo('Hand-off') })
        .waitFor()
    },
  },
  {
    name: 'a report in conflict',
    path: '/goals/<goal>',
    open: async (one) => {
      await report(one)
      await dialog(one).getByLabel(pseudo('Summary')).fill('Ναι')
      const { goal } = await owner.api.getGoal({ params: { goalId: ids.goal ?? '' } })
      await reportOn(owner.api, goal.id, { summary: 'Όχι', details: 'Όχι', expectedRevision: goal.revision })
      await button(one, 'Send report').click()
      await dialog(one).getByRole('alert').waitFor()
    },
  },
]

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
      await one.getByText(pseudo('Budget')).click()
      await field(one, 'Tokens').fill('-1')
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

test.each([...reports, ...forms])('$name', (stop) => expectSoundStop(page, stop, ids))
