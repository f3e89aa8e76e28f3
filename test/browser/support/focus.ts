import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The name of the focused element as a screen reader says it, or `nothing` if a keyboard would start at the top. */
export function focusedName(page: Page): Promise<string> {
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

/** Waits for a control and presses Enter on it. One step, so that a reload of the page cannot come in between. */
export async function pressEnter(
  page: Page,
  name: string,
  role: 'button' | 'link' = 'button',
): Promise<void> {
  await page.getByRole(role, { name, exact: true }).last().press('Enter')
}

/** Waits until `name` has the focus, and checks that it keeps it in the next frame. */
export async function expectFocus(page: Page, name: string | RegExp): Promise<void> {
  const pattern = name instanceof RegExp ? name : new RegExp(`^${name}$`)
  await expect.poll(() => focusedName(page)).toMatch(pattern)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await focusedName(page)).toMatch(pattern)
}
