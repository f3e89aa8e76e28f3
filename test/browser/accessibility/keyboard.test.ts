import { maximumCriteriaPerGoal } from '@cairn/contract/schemas/goals/goal-criteria'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { focusedName } from '../support/focus.ts'
import { password } from '../support/front-page.ts'
import { publishGoal } from '../support/seed.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

/** Presses Tab until `name` has the focus. Checks that the focus is visible at every step. */
async function tabTo(page: Page, name: string | RegExp, limit = 40): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < limit; step += 1) {
    await page.keyboard.press('Tab')
    const now = await focusedName(page)
    passed.push(now)
    const outline = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return 'none'
      const shown = [element, element.closest('label')].filter((candidate) => candidate !== null)
      const styles = shown.flatMap((candidate) => [
        getComputedStyle(candidate).outlineStyle,
        getComputedStyle(candidate, '::after').outlineStyle,
      ])
      return styles.find((style) => style !== 'none') ?? 'none'
    })
    if (now !== 'nothing') expect(outline, `focus on ${now} is not visible`).not.toBe('none')
    if (typeof name === 'string' ? now === name : name.test(now)) return
  }
  throw new Error(`${name} was not reached: ${passed.join(', ')}`)
}

/** Types in the same task as the press, before the next frame, as on a slow machine. */
function pressAndType(button: HTMLElement | SVGElement, text: string): void {
  if (button instanceof HTMLElement) button.click()
  document.execCommand('insertText', false, text)
}

describe('with the keyboard only', () => {
  test('sign in, publish a goal, report on it, and sign out', async () => {
    await world.person('Ann')
    const page = await world.open()
    await page.goto('/sign-in')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await tabTo(page, 'Email address')
    await page.keyboard.type('ann@example.com')
    await tabTo(page, 'Password')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
    // After a navigation, the new page's heading has the focus.
    await expect.poll(() => focusedName(page)).toBe('Hello, Ann')

    await tabTo(page, 'New goal')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New goal' }).waitFor()
    await expect.poll(() => focusedName(page)).toBe('New goal')
    await tabTo(page, 'Description')
    await page.keyboard.type('Written without a mouse.')
    await tabTo(page, 'By a date')
    await page.keyboard.press('ArrowRight')
    await tabTo(page, 'Add criterion')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedName(page)).toContain('Criterion 1')
    await page.keyboard.type('First')
    await page.keyboard.press('Tab')
    await page.keyboard.type('It is true.')
    await tabTo(page, 'Publish goal')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Written without a mouse' }).waitFor()
    await expect.poll(() => focusedName(page)).toBe('Written without a mouse')

    await tabTo(page, 'Report')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Report' }).waitFor()
    await expect.poll(() => focusedName(page)).toContain('Summary')
    await page.keyboard.type('On the way')
    await tabTo(page, 'Details')
    await page.keyboard.type('By keys alone.')
    await tabTo(page, 'Send report')
    await page.keyboard.press('Enter')
    await page.getByText('Report sent.').waitFor()
    // The focus returns to what opened the dialog.
    await expect.poll(() => focusedName(page)).toBe('Report')

    await page.getByRole('button', { name: 'Account: Ann' }).press('Enter')
    await expect.poll(() => focusedName(page)).toBe('Account')
    await page.keyboard.press('End')
    await expect.poll(() => focusedName(page)).toBe('Sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('a dialog traps the focus and returns it; Escape closes it', async () => {
    const bo = await world.person('Bo')
    await showTo(page, bo, '/settings/appearance')
    await show(page, '/labels')
    await page.getByRole('button', { name: 'New label' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New label' })
    await expect.poll(() => focusedName(page)).toBe('Name')
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab')
      await expect
        .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe('New label')
  })

  test('adding or removing a criterion moves the focus before the next key press', async () => {
    const dan = await world.person('Dan')
    const goal = await publishGoal(dan.api, 'Has one criterion less than the maximum.', {
      criteria: Array.from({ length: maximumCriteriaPerGoal - 1 }, (_, index) => ({
        title: `Criterion ${index}`,
        description: 'It is true.',
      })),
    })
    await showTo(page, dan, '/settings/appearance')
    await show(page, `/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const last = page.getByLabel(`Criterion ${maximumCriteriaPerGoal}`, { exact: true })
    await page.getByRole('button', { name: 'Add criterion' }).evaluate(pressAndType, 'Median')
    await expect.poll(() => last.inputValue()).toBe('Median')
    // The add button has been disabled until now.
    const remove = page.getByRole('button', { name: `Remove criterion ${maximumCriteriaPerGoal}` })
    await remove.evaluate((button: HTMLElement) => button.click())
    await expect.poll(() => focusedName(page)).toBe('Add criterion')
  })

  test('the first link skips the navigation', async () => {
    const page = await world.open(await world.person('Cy'))
    await page.goto('/goals')
    await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => focusedName(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(() => focusedName(page)).toBe('All goals')
  })
})
