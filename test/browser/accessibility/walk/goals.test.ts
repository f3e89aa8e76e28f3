/** What opens on a goal. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pseudo } from '../../../../packages/web/src/language/pseudo.ts'
import type { Browser as Session } from '../../../support/people/sign-in.ts'
import { reportOn } from '../../support/seed.ts'
import { createWorld, phone } from '../../support/world.ts'
import { fillOrganization, markdown } from './fill-organization.ts'
import { button, expectSoundStop, type Ids, type Stop, startWalk } from './stop.ts'

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

const onGoal: Stop[] = [
  {
    name: 'a goal with all of its details',
    path: '/goals/<goal>',
    open: async (one) => {
      for (const details of await one.locator('details:not([open])').all()) {
        await details.locator('summary').click()
      }
    },
  },
  {
    name: 'deleting a goal',
    path: '/goals/<goal>',
    open: async (one) => {
      await button(one, 'Delete').click()
      await one.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'ways to share',
    path: '/goals/<goal>',
    open: async (one) => {
      await button(one, 'Share').click()
      await one.getByRole('menu').waitFor()
    },
  },
  {
    name: 'a report in one line',
    path: '/goals/<goal>',
    open: async (one) => {
      await button(one, 'Quick update').click()
      await one.getByRole('form').waitFor()
    },
  },
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

test.each(onGoal)('$name', (stop) => expectSoundStop(page, stop, ids))

test('wide tables scroll on their own, also with the keyboard', async () => {
  await expectSoundStop(page, { name: 'a goal', path: '/goals/<goal>' }, ids)
  await page.setViewportSize(phone)
  const table = page.locator('.prose table').first()
  expect(await table.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})
