/** Overlays of a goal, and of the list of goals. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pseudo } from '../../../../packages/web/src/language/pseudo.ts'
import { createWorld, phone } from '../../support/world.ts'
import { fillOrganization, wide } from './fill-organization.ts'
import { button, buttonOf, expectSoundStop, field, type Ids, type Stop, says, startWalk } from './stop.ts'

const world = createWorld()
let page: Page
let ids: Ids

beforeAll(async () => {
  const filled = await fillOrganization(world)
  ids = filled.ids
  page = await startWalk(world, filled.owner)
})

const dialog = (one: Page) => one.getByRole('dialog')

const onGoal: Stop[] = [
  {
    name: 'a goal with all of its details',
    path: '/goals/<goal>',
    open: async (one) => {
      const closed = one.locator('details:not([open]) > summary:visible').first()
      while ((await closed.count()) > 0) await closed.click()
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
    name: 'taking a goal back',
    path: '/goals/<goal>',
    open: async (one) => {
      await button(one, 'Take it back').click()
      await one.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'a question that the address names',
    path: '/goals/<parent>',
    open: async (one) => {
      await one.evaluate((path) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/goals/${ids.goal}?question=${ids.question}`)
      await one.locator(`#question-${ids.question}:focus`).waitFor()
    },
  },
  {
    name: 'a comment with a mention',
    path: '/goals/<goal>',
    open: async (one) => {
      const comment = field(one, 'Your comment')
      await comment.fill(wide(200))
      await comment.press('Space')
      await comment.press('@')
      await one.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'editing a comment',
    path: '/goals/<goal>',
    open: async (one) => {
      await button(one, 'Edit comment').first().click()
      await button(one, 'Save').waitFor()
    },
  },
  {
    name: 'deleting a comment',
    path: '/goals/<goal>',
    open: async (one) => {
      await button(one, 'Delete comment').first().click()
      await one.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'the comments on a report',
    path: '/goals/<goal>',
    open: async (one) => {
      await button(one, '1 comment').click()
      await field(one, 'Your comment on revision 5').waitFor()
    },
  },
  {
    name: 'withdrawing a question',
    path: '/goals/<goal>',
    open: async (one) => {
      await button(one, 'Withdraw').first().click()
      await one.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'a chosen answer with a note',
    path: '/goals/<goal>',
    open: async (one) => {
      await one.getByRole('radio').first().press('Space')
      await button(one, 'Add a note').click()
      await field(one, 'Note').fill(wide(500))
    },
  },
  {
    name: 'an answer without words',
    path: '/goals/<goal>',
    open: async (one) => {
      await button(one, 'Send answer').click()
      await says(one, 'Write the answer.').waitFor()
    },
  },
  {
    name: 'agents with their usage as tables',
    path: '/agents',
    open: async (one) => {
      for (const table of await one.getByText(pseudo('Show as a table')).all()) await table.click()
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
    name: 'deleting a goal with sub-goals, which is impossible',
    path: '/goals/<parent>',
    open: async (one) => {
      await button(one, 'Delete').click()
      await one.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'a sub-goal in one line',
    path: '/goals/<parent>',
    open: async (one) => {
      await button(one, 'Add sub-goal').click()
      await one.getByRole('form').waitFor()
    },
  },
  {
    name: 'a search for what a goal waits for',
    path: '/goals/<child>',
    open: async (one) => {
      await one.keyboard.press('w')
      await one.getByRole('option').first().waitFor()
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
]

const ofList: Stop[] = [
  {
    name: 'a goal of the tree that is moved',
    path: '/goals?look=tree',
    open: async (one) => {
      await one.getByRole('treeitem').first().focus()
      await one.keyboard.press('m')
      await dialog(one).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'actions of a goal of the tree',
    path: '/goals?look=tree',
    open: async (one) => {
      const row = one.getByRole('treeitem').first()
      await row.hover()
      await row.locator('[aria-haspopup=menu]').click()
      await one.getByRole('menuitem').first().waitFor()
    },
  },
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

test.each([...onGoal, ...ofList])('$name', (stop) => expectSoundStop(page, stop, ids))

test('wide tables scroll on their own, also with the keyboard', async () => {
  await expectSoundStop(page, { name: 'a goal', path: '/goals/<goal>' }, ids)
  await page.setViewportSize(phone)
  const table = page.locator('.prose table').first()
  await expect.poll(() => table.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})

test('nothing moves for people who prefer reduced motion', async () => {
  await expectSoundStop(page, { name: 'labels', path: '/labels' }, ids)
  await button(page, 'New label').click()
  await says(page, 'New label').waitFor()
  const duration = await dialog(page).evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).animationDuration),
  )
  expect(duration).toBeLessThan(0.001)
})
