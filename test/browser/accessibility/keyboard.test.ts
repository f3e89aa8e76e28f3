import { maximumCriteriaPerGoal } from '@cairn/contract/schemas/goals'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** Name and role of what has the focus, as a screen reader would say them. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return 'nothing'
    const label =
      element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.labels?.[0]?.textContent
        : element.textContent)
    return `${label?.trim()}`
  })
}

/** Presses Tab until `name` has the focus, which must be seen on the way. */
async function tabTo(page: Page, name: string | RegExp, limit = 40): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < limit; step += 1) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
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

/** Types in the same turn as the press, as no person can but a slow machine makes of it: no frame is drawn between. */
function pressAndType(button: HTMLElement | SVGElement, text: string): void {
  if (button instanceof HTMLElement) button.click()
  document.execCommand('insertText', false, text)
}

describe('with the keyboard only', () => {
  test('signing in, publishing a goal, reporting on it, logging out', async () => {
    await world.person('Ann')
    const page = await world.open()
    await page.goto('/sign-in')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await tabTo(page, 'Email address')
    await page.keyboard.type('ann@example.com')
    await tabTo(page, 'Password')
    await page.keyboard.type('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
    // After a navigation the focus is at the new page's heading.
    await expect.poll(() => focused(page)).toBe('Hello, Ann')

    await tabTo(page, 'New goal')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New goal' }).waitFor()
    await expect.poll(() => focused(page)).toBe('New goal')
    await tabTo(page, 'Description')
    await page.keyboard.type('Written without a mouse.')
    await tabTo(page, 'By a date')
    await page.keyboard.press('ArrowRight')
    await tabTo(page, 'Add criterion')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toContain('Criterion 1')
    await page.keyboard.type('First')
    await page.keyboard.press('Tab')
    await page.keyboard.type('It is true.')
    await tabTo(page, 'Publish goal')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Written without a mouse' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Written without a mouse')

    await tabTo(page, 'Report')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Report' }).waitFor()
    await expect.poll(() => focused(page)).toContain('Summary')
    await page.keyboard.type('On the way')
    await tabTo(page, 'Details')
    await page.keyboard.type('By keys alone.')
    await tabTo(page, 'Send report')
    await page.keyboard.press('Enter')
    await page.getByText('Report sent.').waitFor()
    // The focus returns to what opened the dialog.
    await expect.poll(() => focused(page)).toBe('Report')

    await page.getByRole('button', { name: 'Account: Ann' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Profile')
    await page.keyboard.press('End')
    await expect.poll(() => focused(page)).toBe('Sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('a dialog keeps the focus and gives it back; Escape closes it', async () => {
    const bo = await world.person('Bo')
    const page = await world.open(bo)
    await page.goto('/labels')
    await page.getByRole('button', { name: 'New label' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New label' })
    await expect.poll(() => focused(page)).toBe('Name')
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('New label')
  })

  test('a criterion that is added or taken away has moved the focus before the next key', async () => {
    const dan = await world.person('Dan')
    const { goal } = await dan.api.createGoal({
      body: {
        detailedDescription: 'Has as many criteria as a goal may have, but one.',
        timeframe: { kind: 'continuous' },
        criteria: Array.from({ length: maximumCriteriaPerGoal - 1 }, (_, index) => ({
          title: `Criterion ${index}`,
          description: 'It is true.',
        })),
      },
    })
    const page = await world.open(dan)
    await page.goto(`/goals/${goal.id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const last = page.getByLabel(`Criterion ${maximumCriteriaPerGoal}`, { exact: true })
    await page.getByRole('button', { name: 'Add criterion' }).evaluate(pressAndType, 'Median')
    expect(await last.inputValue()).toBe('Median')
    // The button that adds has been disabled until now.
    const remove = page.getByRole('button', { name: `Remove criterion ${maximumCriteriaPerGoal}` })
    await remove.evaluate((button: HTMLElement) => button.click())
    await expect.poll(() => focused(page)).toBe('Add criterion')
  })

  test('the first stop leads past the navigation', async () => {
    const page = await world.open(await world.person('Cy'))
    await page.goto('/goals')
    await page.getByRole('heading', { name: 'Goals', level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('New goal')
  })
})
