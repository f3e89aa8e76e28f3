import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** The name of what has the focus; `nothing` where a keyboard would begin at the top of the page. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing'
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    const text = isField ? element.labels?.[0]?.textContent : element.textContent
    return (element.getAttribute('aria-label') ?? text ?? '').trim()
  })
}

/** Presses Enter on a button, as a keyboard does, once it is there. */
async function enter(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  await page.getByRole(role, { name, exact: true }).last().focus()
  await page.keyboard.press('Enter')
}

/** The focus has come to rest: it is still there when what has happened is drawn. */
async function rests(page: Page, name: string | RegExp): Promise<void> {
  const pattern = name instanceof RegExp ? name : new RegExp(`^${name}$`)
  await expect.poll(() => focused(page)).toMatch(pattern)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await focused(page)).toMatch(pattern)
}

async function publish(session: Session, detailedDescription: string, more: object = {}) {
  const { goal } = await session.api.createGoal({
    body: { detailedDescription, timeframe: { kind: 'continuous' }, ...more },
  })
  return goal
}

const labelNamed = async (session: Session, name: string) =>
  (await session.api.createGoalLabel({ body: { name } })).label.id

describe('the focus is never lost', () => {
  test('labels: made, renamed to another place in the list, deleted from the middle, the end and the last', async () => {
    const page = await world.open(await world.person('Ann'))
    await page.goto('/labels')
    await page.getByText('No labels yet').waitFor()
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      await enter(page, 'New label')
      await rests(page, 'Name')
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name }).waitFor()
      await rests(page, 'New label')
    }
    await enter(page, 'Edit Beta')
    await rests(page, 'Name')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Zeta')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Zeta' }).waitFor()
    await rests(page, 'Edit Zeta')

    for (const [name, next] of [
      ['Gamma', 'Delete Zeta'],
      ['Zeta', 'Delete Alpha'],
      ['Alpha', 'New label'],
    ] as const) {
      await enter(page, `Delete ${name}`)
      await page.getByRole('alertdialog').waitFor()
      await enter(page, 'Delete label')
      await page.getByRole('link', { name }).waitFor({ state: 'detached' })
      await rests(page, next)
    }
  })

  test('API tokens: made and revoked', async () => {
    const page = await world.open(await world.person('Bo'))
    await page.goto('/settings/api-tokens')
    await page.getByText('No tokens').waitFor()
    for (const name of ['One', 'Two']) {
      await enter(page, 'New token')
      await page.getByText('Read the goals you own').waitFor()
      await rests(page, 'Name')
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await page.getByText(`${name} is ready.`).waitFor()
      await rests(page, 'Secret')
    }
    await enter(page, 'Revoke Two')
    await enter(page, 'Revoke token')
    await rests(page, 'Revoke One')
    await enter(page, 'Revoke One')
    await enter(page, 'Revoke token')
    await page.getByText('No tokens').waitFor()
    await rests(page, 'New token')
  })

  test('invitations: sent, sent again, revoked', async () => {
    const page = await world.open(await world.person('Cy'))
    await page.goto('/settings/team')
    const email = page.getByLabel('Email address')
    for (const address of ['one@example.com', 'two@example.com']) {
      await email.focus()
      await page.keyboard.type(address)
      await page.keyboard.press('Enter')
      await page.getByText(`sent to ${address}`).waitFor()
      await rests(page, 'Email address')
    }
    await enter(page, 'Send again to one@example.com')
    await page.getByText('sent to one@example.com').waitFor()
    await rests(page, 'Send again to one@example.com')
    await enter(page, 'Revoke the invitation to two@example.com')
    await enter(page, 'Revoke invitation')
    await rests(page, 'Revoke the invitation to one@example.com')
    await enter(page, 'Revoke the invitation to one@example.com')
    await enter(page, 'Revoke invitation')
    await page.getByText('No pending invitations.').waitFor()
    await rests(page, 'Invite')
  })

  test('a goal: edited, left alone, reported on, deleted', async () => {
    const dee = await world.person('Dee')
    const goal = await publish(dee, 'Answer within a day.')
    const page = await world.open(dee)
    await page.goto(`/goals/${goal.id}`)
    await page.getByText('Goal published', { exact: true }).waitFor()
    await enter(page, 'Edit')
    await rests(page, 'Edit goal')
    await page.getByLabel('Title').fill('Answer at once')
    await enter(page, 'Save changes')
    await page.getByRole('heading', { name: 'Answer at once' }).waitFor()
    await rests(page, 'Edit')
    await page.keyboard.press('Enter')
    await rests(page, 'Edit goal')
    await enter(page, 'Cancel')
    await rests(page, 'Edit')

    await enter(page, 'Report')
    await rests(page, 'Summary')
    await page.keyboard.press('Escape')
    await rests(page, 'Report')
    await page.keyboard.press('Enter')
    await rests(page, 'Summary')
    await page.keyboard.type('On the way')
    await page.getByLabel('Details', { exact: true }).fill('Details.')
    await enter(page, 'Send report')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rests(page, 'Report')

    await enter(page, 'Delete')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await rests(page, 'Delete')
    await page.keyboard.press('Enter')
    await enter(page, 'Delete goal')
    await page.getByText('No goals yet').waitFor()
    await rests(page, 'Goals')
  })

  test('labels of a goal that are taken off in the form', async () => {
    const eve = await world.person('Eve')
    for (const name of ['Alpha', 'Beta', 'Gamma']) await labelNamed(eve, name)
    const page = await world.open(eve)
    await page.goto('/goals/new')
    await enter(page, 'Choose labels')
    await rests(page, 'Filter labels')
    for (const name of ['Alpha', 'Beta', 'Gamma']) await page.getByLabel(name, { exact: true }).check()
    await page.keyboard.press('Escape')
    await rests(page, 'Choose labels')
    for (const [name, next] of [
      ['Beta', 'Remove Gamma'],
      ['Gamma', 'Remove Alpha'],
      ['Alpha', 'Choose labels'],
    ] as const) {
      await enter(page, `Remove ${name}`)
      await rests(page, next)
    }
  })

  test('the picker of labels while they are loading, when loading fails, and when there are none', async () => {
    const page = await world.open(await world.person('Fritz'))
    let failing = true
    await page.route('**/v1/goal-labels*', (route) =>
      failing
        ? route.fulfill({ status: 500, json: { error: 'internal_error', message: 'Oops.' } })
        : route.continue(),
    )
    await page.goto('/goals/new')
    await enter(page, 'Choose labels')
    const picker = page.getByRole('dialog', { name: 'Choose labels' })
    await rests(page, 'Filter labels')
    await picker.getByText('Something went wrong on our side.').waitFor()
    failing = false
    await enter(page, 'Try again')
    await picker.getByText('No labels yet.').waitFor()
    await expect.poll(() => picker.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await rests(page, 'Choose labels')
  })

  test('filters that are cleared, above the list and where nothing matches', async () => {
    const fay = await world.person('Fay')
    await publish(fay, 'Answer within a day.')
    const page = await world.open(fay)
    await page.goto('/goals?status=active')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await enter(page, 'Clear filters')
    await rests(page, 'Label')
    await page.goto('/goals?status=paused')
    await page.getByText('No goals match').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 goal', { exact: true }).waitFor()
    await rests(page, 'Label')
  })

  test('buttons that show more, and the last page of a list', async () => {
    const gil = await world.person('Gil')
    const goal = await publish(gil, 'Has many criteria.', {
      criteria: Array.from({ length: 20 }, (_, index) => ({ title: `Criterion ${index}`, description: 'd' })),
    })
    for (let revision = 1; revision < 40; revision += 1) {
      await gil.api.createGoalUpdate({
        params: { goalId: goal.id },
        body: {
          status: 'active',
          summary: `Report ${revision}`,
          details: 'd',
          expectedRevision: revision,
          idempotencyKey: String(revision),
        },
      })
    }
    const page = await world.open(gil)
    await page.goto(`/goals/${goal.id}`)
    await enter(page, 'Show all 20 criteria')
    await rests(page, /^13\.Criterion 12/)
    await page.getByText('Report 39').waitFor()
    await enter(page, 'Show 10 older entries')
    await rests(page, /^Report 9/)
  })

  test('a list that grows under a keyboard goes on where the new rows begin', async () => {
    const gus = await world.person('Gus')
    for (let done = 0; done < 60; done += 20) {
      await Promise.all([...Array(20).keys()].map((index) => publish(gus, `Goal ${done + index}.`)))
    }
    const page = await world.open(gus)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/goals?*cursor=*', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/goals')
    await page.getByText('50 or more goals').waitFor()
    const titles = page.getByRole('list', { name: 'Goals' }).getByRole('link')
    await titles.nth(49).focus()
    await page.keyboard.press('Tab')
    // Coming near the end has begun to load, before the keyboard was there.
    await expect.poll(() => focused(page)).toBe('Loading more')
    release()
    await page.getByText('60 goals').waitFor()
    await rests(page, (await titles.nth(50).textContent()) ?? '')
  })

  test('a part that failed and is loaded after all', async () => {
    const page = await world.open(await world.person('Hal'))
    await page.route('**/v1/goal-labels*', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal_error', message: 'Oops.' } }),
    )
    await page.goto('/labels')
    await page.getByText('Something went wrong on our side.').waitFor()
    await page.unroute('**/v1/goal-labels*')
    await enter(page, 'Try again')
    await page.getByText('No labels yet').waitFor()
    await rests(page, /^(New label|Labels)$/)
  })

  test('what was typed before is thrown away', async () => {
    const page = await world.open(await world.person('Ida'))
    await page.goto('/goals/new')
    await page.getByLabel('Description', { exact: true }).fill('Typed before.')
    await page.reload()
    await enter(page, 'Start over')
    await page.getByRole('alertdialog').waitFor()
    await enter(page, 'Keep editing')
    await rests(page, 'Start over')
    await page.keyboard.press('Enter')
    await enter(page, 'Discard goal')
    await expect.poll(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe('')
    await rests(page, /^(Write|Description)$/)
  })

  test('a dialog that a menu opened, and registering', async () => {
    const page = await world.open(await world.person('Jo'))
    await page.goto('/home')
    await page.getByText('You have no active goals').waitFor()
    await page.getByRole('button', { name: /Organization: Jo/ }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await rests(page, 'New organization')
    await page.keyboard.press('Enter')
    await rests(page, 'Name')
    await page.keyboard.press('Escape')
    await rests(page, /Organization: ?Jo/)

    const outside = await world.open()
    await outside.goto('/sign-in?mode=register')
    await outside.getByLabel('Your name').fill('Kim')
    await outside.getByLabel('Email address').fill('kim@example.com')
    await outside.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await outside.keyboard.press('Enter')
    await rests(outside, 'Check your email')
    await enter(outside, 'Send again')
    await outside.getByText('Sent again.').waitFor()
    await rests(outside, 'Send again')
    await enter(outside, 'Use another email address')
    await rests(outside, 'Create your account')
  })
})
