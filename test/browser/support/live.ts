import type { BrowserContext, Page, Request, Response } from 'playwright-core'
import { expect } from 'vitest'

const isLook = ({ pathname }: URL) => pathname === '/v1/events'

/** Longer than the pause between two looks at the feed, in milliseconds. */
const longerThanPause = 12_000

/** Makes time on the page movable. Call before the page is opened. */
export async function withMovableTime(page: Page): Promise<Page> {
  await page.clock.install()
  return page
}

/** Lets the page look for news now, and waits until it has read the response. */
export async function look(page: Page): Promise<Response> {
  const response = page.waitForResponse(
    (one) => isLook(new URL(one.url())) && one.request().method() === 'GET',
  )
  await page.clock.fastForward(longerThanPause)
  const found = await response
  await found.finished()
  return found
}

/**
 * Waits until the page follows the feed: it then knows where the feed ended. What happened just before the page was opened
 * makes it load everything once more.
 */
export async function startFollowing(page: Page): Promise<void> {
  await look(page)
  // The next look begins only after everything has been asked for again.
  await look(page)
  await page.waitForLoadState('networkidle')
}

const looks = /\/v1\/events\?(?:.*&)?(?:limit=1(?:&|$)|after=)/

/** Keeps pages from looking for news: they would notice by themselves that the session has ended, at any time. */
export async function withoutLooks(pages: Page | BrowserContext): Promise<void> {
  await pages.route(looks, (route) =>
    route.fulfill({ json: { events: [], nextCursor: null, cursor: 'latest' } }),
  )
}

/** Every page looks once, in the background, whether the person has a time zone. */
const inBackground = '/v1/notification-preferences'

/**
 * Keeps a page from requests in the background. Call before the page is opened. Otherwise one of them may be the first that learns
 * that a session has ended, before the test does what should.
 *
 * @returns What resolves when the page waits for no response.
 */
export async function withoutBackground(page: Page): Promise<() => Promise<void>> {
  await withoutLooks(page)
  await page.route(`**${inBackground}`, (route) => route.abort())
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return () => expect.poll(() => pending.size).toBe(0)
}

/** The paths of the API requests that a page sends from now on, with the names of their parameters. */
export function countRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/v1/') || pathname === inBackground) return
    requests.push([pathname, ...[...searchParams.keys()].sort()].join(' '))
  })
  return requests
}
