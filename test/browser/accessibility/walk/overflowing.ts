import type { Page } from 'playwright-core'

/** The elements that are wider than the view, and by how much the page is. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Whether the box scrolls or truncates its content. */
    const keepsInside = (box: Element) => {
      const { overflowX, textOverflow, webkitLineClamp, position, width } = getComputedStyle(box)
      const isForScreenReaders = position === 'absolute' && width === '1px'
      const hasDots = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      return /auto|scroll/.test(overflowX) || (overflowX === 'hidden' && (hasDots || isForScreenReaders))
    }
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page by ${root.scrollWidth - root.clientWidth} px`)
    for (const element of document.body.querySelectorAll('*')) {
      const { left, right } = element.getBoundingClientRect()
      if (right <= root.clientWidth + 1 && left >= -1) continue
      const layer = element.closest('[role=dialog], [role=alertdialog], [role=menu]')?.parentElement
      for (let box: Element | null = element; box; box = box === layer ? null : box.parentElement) {
        const isLayer = box === layer || box.parentElement === layer
        if (box !== element && !isLayer && keepsInside(box)) break
        if (box === document.body || box === layer) found.push(element.outerHTML.slice(0, 160))
      }
    }
    return found
  })
}
