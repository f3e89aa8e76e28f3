import type { Page } from 'playwright-core'

/** The widths at which the page is wider than the view. */
export async function overflowing(page: Page): Promise<number[]> {
  const wide: number[] = []
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    if (isWide) wide.push(width)
  }
  return wide
}
