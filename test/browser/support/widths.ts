import type { Page } from 'playwright-core'

/** The widths at which the page is wider than the view. */
export async function overflowing(page: Page): Promise<number[]> {
  const wide: number[] = []
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    if (await isWiderThanView(page)) wide.push(width)
  }
  return wide
}

export function isWiderThanView(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame) // The layout may follow the view's width a frame later.
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth
  })
}
