import type { Page } from 'playwright-core'

/** Loads a page of the app and waits until it shows everything. */
export async function visit(page: Page, path: string, heading: string): Promise<void> {
  const response = await page.goto(path)
  // A different fragment alone does not load the page again.
  if (!response) {
    await page.goto('about:blank')
    await page.goto(path)
  }
  await isComplete(page, heading)
}

/** A page for which there is no address. */
const nowhere = '/nothing'

/**
 * Goes to another page of the app as a link does, which takes a fifth of the processor time of loading it: for tests that look at
 * many pages. From the same page, only with other filters, it goes by way of one that does not exist, so that nothing is left.
 */
export async function walkTo(page: Page, path: string, heading?: string): Promise<void> {
  const { pathname } = new URL(path, page.url())
  if (pathname === new URL(page.url()).pathname)
    await follow(page, pathname === nowhere ? '/authorize' : nowhere)
  await follow(page, path)
  await isComplete(page, heading)
}

/** The heading of a new page takes the focus. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState(null, '', address)
  }, path)
  await page.waitForFunction(() => document.activeElement?.localName === 'h1')
}

/** Walks to a page of the app, or loads it if the browser shows something else. */
export async function show(page: Page, path: string, heading?: string): Promise<void> {
  if ((await page.locator('h1').count()) > 0) return walkTo(page, path, heading)
  await page.goto(path)
  await isComplete(page, heading)
}

/** Waits for the heading of a page, and for its content. */
export async function isComplete(page: Page, heading?: string): Promise<void> {
  await page.getByRole('heading', { level: 1, ...(heading && { name: heading }) }).waitFor()
  await hasLoaded(page)
}

/** Waits until the placeholders of what is loading are gone. */
export async function hasLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.animate-pulse') === null)
}
