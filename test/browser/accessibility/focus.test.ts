import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { expectFocus, focusedName, pressEnter } from '../support/focus.ts'
import { registerWithForm } from '../support/front-page.ts'
import { createLabel, publishGoal, reportOn } from '../support/seed.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

describe('the focus moves to a sensible place', () => {
  test('after creating, renaming, and deleting labels', async () => {
    await showTo(page, await world.person('Ann'), '/settings/appearance')
    await show(page, '/labels')
    await page.getByText('No labels yet').waitFor()
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      await pressEnter(page, 'New label')
      await expectFocus(page, 'Name')
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name }).waitFor()
      await expectFocus(page, 'New label')
    }
    await pressEnter(page, 'Edit Beta')
    await expectFocus(page, 'Name')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Zeta')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Zeta' }).waitFor()
    await expectFocus(page, 'Edit Zeta')

    for (const [name, next] of [
      ['Gamma', 'Delete Zeta'],
      ['Zeta', 'Delete Alpha'],
      ['Alpha', 'New label'],
    ] as const) {
      await pressEnter(page, `Delete ${name}`)
      await page.getByRole('alertdialog').waitFor()
      await pressEnter(page, 'Delete label')
      await page.getByRole('link', { name }).waitFor({ state: 'detached' })
      await expectFocus(page, next)
    }
  })

  test('after creating and revoking API tokens', async () => {
    await showTo(page, await world.person('Bo'), '/settings/appearance')
    await show(page, '/settings/api-tokens')
    await page.getByText('No tokens').waitFor()
    for (const name of ['One', 'Two']) {
      await pressEnter(page, 'New token')
      await page.getByText('Read the goals you own').waitFor()
      await expectFocus(page, 'Name')
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await page.getByText(`${name} is ready.`).waitFor()
      await expectFocus(page, 'Secret')
      // The reload of the list replaces the button that opens the dialog.
      await page.getByRole('button', { name: `Revoke ${name}` }).waitFor()
    }
    await pressEnter(page, 'Revoke Two')
    await pressEnter(page, 'Revoke token')
    await expectFocus(page, 'Revoke One')
    await pressEnter(page, 'Revoke One')
    await pressEnter(page, 'Revoke token')
    await page.getByText('No tokens').waitFor()
    await expectFocus(page, 'New token')
  })

  test('after sending and revoking invitations', async () => {
    await showTo(page, await world.person('Cy'), '/settings/appearance')
    await show(page, '/settings/members')
    const email = page.getByLabel('Email address')
    for (const address of ['one@example.com', 'two@example.com']) {
      await email.focus()
      await page.keyboard.type(address)
      await page.keyboard.press('Enter')
      await page.getByText(`sent to ${address}`).waitFor()
      await expectFocus(page, 'Email address')
    }
    await pressEnter(page, 'Send again to one@example.com')
    await page.getByText('sent to one@example.com').waitFor()
    await expectFocus(page, 'Send again to one@example.com')
    await pressEnter(page, 'Revoke the invitation to two@example.com')
    await pressEnter(page, 'Revoke invitation')
    await expectFocus(page, 'Revoke the invitation to one@example.com')
    await pressEnter(page, 'Revoke the invitation to one@example.com')
    await pressEnter(page, 'Revoke invitation')
    await page.getByText('No pending invitations.').waitFor()
    await expectFocus(page, 'Invite')
  })

  test('after editing, reporting on, and deleting a goal', async () => {
    const dee = await world.person('Dee')
    const goal = await publishGoal(dee.api, 'Answer within a day.')
    await showTo(page, dee, '/settings/appearance')
    await show(page, `/goals/${goal.id}`)
    await page.getByText('Goal published', { exact: true }).waitFor()
    await pressEnter(page, 'Edit')
    await expectFocus(page, 'Edit goal')
    await page.getByLabel('Title').fill('Answer at once')
    await pressEnter(page, 'Save changes')
    await page.getByRole('heading', { name: 'Answer at once' }).waitFor()
    await expectFocus(page, 'Edit')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Edit goal')
    await pressEnter(page, 'Cancel')
    await expectFocus(page, 'Edit')

    await pressEnter(page, 'Report')
    await expectFocus(page, 'Summary')
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Report')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Summary')
    await page.keyboard.type('On the way')
    await page.getByLabel('Details', { exact: true }).fill('Details.')
    await pressEnter(page, 'Send report')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page, 'Report')

    await pressEnter(page, 'Delete')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Delete')
    await page.keyboard.press('Enter')
    await pressEnter(page, 'Delete goal')
    await page.getByText('No goals yet').waitFor()
    await expectFocus(page, 'Goals')
  })

  test('after removing labels from a goal in the form', async () => {
    const eve = await world.person('Eve')
    for (const name of ['Alpha', 'Beta', 'Gamma']) await createLabel(eve.api, name)
    await showTo(page, eve, '/settings/appearance')
    await show(page, '/goals/new')
    await pressEnter(page, 'Choose labels')
    await expectFocus(page, 'Filter labels')
    for (const name of ['Alpha', 'Beta', 'Gamma']) await page.getByLabel(name, { exact: true }).check()
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Choose labels')
    for (const [name, next] of [
      ['Beta', 'Remove Gamma'],
      ['Gamma', 'Remove Alpha'],
      ['Alpha', 'Choose labels'],
    ] as const) {
      await pressEnter(page, `Remove ${name}`)
      await expectFocus(page, next)
    }
  })

  test('in the label picker while labels load, after a failure, and without labels', async () => {
    await showTo(page, await world.person('Fritz'), '/settings/appearance')
    let failing = true
    await page.route('**/v1/goal-labels*', (route) =>
      failing
        ? route.fulfill({ status: 500, json: { error: 'internal_error', message: 'Oops.' } })
        : route.continue(),
    )
    await show(page, '/goals/new')
    await pressEnter(page, 'Choose labels')
    const picker = page.getByRole('dialog', { name: 'Choose labels' })
    await expectFocus(page, 'Filter labels')
    await picker.getByText('Something went wrong on our side.').waitFor()
    failing = false
    await pressEnter(page, 'Try again')
    await picker.getByText('No labels yet.').waitFor()
    await expect.poll(() => picker.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Choose labels')
  })

  test('after clearing filters', async () => {
    const fay = await world.person('Fay')
    await publishGoal(fay.api, 'Answer within a day.')
    await showTo(page, fay, '/settings/appearance')
    await show(page, '/goals?status=active')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await pressEnter(page, 'Clear filters')
    await expectFocus(page, 'Changed')
    await show(page, '/goals?status=paused')
    await page.getByText('No goals match').waitFor()
    await pressEnter(page, 'Clear filters')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await expectFocus(page, 'Timeline')
  })

  test('after moving and removing rows, adding and removing evidence, and acknowledging', async () => {
    const [kim, lou] = [await world.person('Kim'), await world.person('Lou')]
    await join(kim, lou, 'admin')
    const goal = await publishGoal(kim.api, 'Has rows.', {
      criteria: ['One', 'Two', 'Three'].map((title) => ({ title, description: 'd' })),
      measures: [{ title: 'Hours', start: 96, target: 24 }],
    })
    await reportOn(kim.api, goal.id, { summary: 'To be seen' })
    await showTo(page, lou, '/settings/appearance')
    await show(page, `/goals/${goal.id}`)
    await pressEnter(page, 'Acknowledge: To be seen')
    await page.getByText('Acknowledged by you').waitFor()
    await expect.poll(() => focusedName(page)).not.toBe('nothing')

    await pressEnter(page, 'Edit')
    await pressEnter(page, 'Move criterion 1 down')
    await expectFocus(page, 'Move criterion 2 down')
    await pressEnter(page, 'Move criterion 2 down')
    // The last row only moves up.
    await expectFocus(page, 'Move criterion 3 up')
    await pressEnter(page, 'Remove measure 1')
    await expectFocus(page, 'Add measure')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Measure 1')
    await pressEnter(page, 'Remove measure 1')
    await pressEnter(page, 'Cancel')
    await pressEnter(page, 'Discard changes')

    await pressEnter(page, 'Report')
    const input = page.getByLabel('Link or quote')
    for (const link of ['https://example.com/1', 'https://example.com/2']) {
      await input.fill(link)
      await input.press('Enter')
      await expectFocus(page, 'Link or quote')
    }
    await pressEnter(page, 'Remove evidence: example.com/1')
    await expectFocus(page, /^Title/)
    await pressEnter(page, 'Remove evidence: example.com/2')
    await expectFocus(page, 'Link or quote')
  })

  test('after showing more criteria and history entries', async () => {
    const gil = await world.person('Gil')
    const goal = await publishGoal(gil.api, 'Has many criteria.', {
      criteria: Array.from({ length: 20 }, (_, index) => ({ title: `Criterion ${index}`, description: 'd' })),
    })
    for (let revision = 1; revision < 40; revision += 1) {
      await reportOn(gil.api, goal.id, { expectedRevision: revision })
    }
    await showTo(page, gil, '/settings/appearance')
    await show(page, `/goals/${goal.id}`)
    await pressEnter(page, 'Show all 20 criteria')
    await expectFocus(page, /^13\.Criterion 12/)
    await page
      .getByRole('list', { name: /^History of / })
      .getByText('Report 39')
      .waitFor()
    await pressEnter(page, 'Show 10 older entries')
    await expectFocus(page, /^Report 9/)
  })

  test('after loading more goals, on the first new one', async () => {
    const gus = await world.person('Gus')
    for (let done = 0; done < 60; done += 20) {
      await Promise.all([...Array(20).keys()].map((index) => publishGoal(gus.api, `Goal ${done + index}.`)))
    }
    await showTo(page, gus, '/settings/appearance')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/goals?*cursor=*', async (route) => {
      await released
      await route.continue()
    })
    await show(page, '/goals')
    await page.getByText('60 goals').waitFor()
    const titles = page.getByRole('list', { name: 'Goals' }).getByRole('link')
    await titles.nth(49).focus()
    await page.keyboard.press('Tab')
    // Scrolling near the end has already started loading.
    await expect.poll(() => focusedName(page)).toBe('Loading more')
    release()
    await titles.nth(50).waitFor()
    await expectFocus(page, (await titles.nth(50).textContent()) ?? '')
  })

  test('after retrying a failed request', async () => {
    await showTo(page, await world.person('Hal'), '/settings/appearance')
    await page.route('**/v1/goal-labels*', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal_error', message: 'Oops.' } }),
    )
    await show(page, '/labels')
    await page.getByText('Something went wrong on our side.').waitFor()
    await page.unroute('**/v1/goal-labels*')
    await pressEnter(page, 'Try again')
    await page.getByText('No labels yet').waitFor()
    await expectFocus(page, /^(New label|Labels)$/)
  })

  test('after discarding a draft', async () => {
    const page = await world.open(await world.person('Ida'))
    await page.goto('/goals/new')
    await page.getByLabel('Description', { exact: true }).fill('Typed before.')
    await page.reload()
    await pressEnter(page, 'Start over')
    await page.getByRole('alertdialog').waitFor()
    await pressEnter(page, 'Keep editing')
    await expectFocus(page, 'Start over')
    await page.keyboard.press('Enter')
    await pressEnter(page, 'Discard goal')
    await expect.poll(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('')
    await expectFocus(page, /^(Write|Description)$/)
  })

  test('after closing a dialog opened from a menu, and after registering', async () => {
    await showTo(page, await world.person('Jo'), '/settings/appearance')
    await show(page, '/home')
    await page.getByText('You have no active goals').waitFor()
    await page.getByRole('button', { name: /Organization: Jo/ }).press('Enter')
    await page.keyboard.press('End')
    await expectFocus(page, 'Explore a sample')
    await page.keyboard.press('ArrowUp')
    await expectFocus(page, 'New organization')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Name')
    await page.keyboard.press('Escape')
    await expectFocus(page, /Organization: ?Jo/)

    const outside = await world.open()
    await outside.goto('/sign-in?mode=register')
    await registerWithForm(outside, 'Kim', 'kim@example.com')
    await expectFocus(outside, 'Check your email')
    await pressEnter(outside, 'Send again')
    await outside.getByText('Sent again.').waitFor()
    await expectFocus(outside, 'Send again')
    await pressEnter(outside, 'Use another address')
    await expectFocus(outside, 'Create your account')
  })
})
