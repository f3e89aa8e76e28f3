import { existsSync } from 'node:fs'
import { distDirectory } from '@cairn/web/hosting'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { join } from '../../support/people/invite.ts'
import { type Browser as Session, signIn } from '../../support/people/sign-in.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../../support/service/service.ts'
import { sharedChromium } from './chromium.ts'
import { createPagePool, type PagePool, quiet } from './page-pool.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Pages of the app that the test loaded: the dearest thing that a test does. */
    pageLoads?: number
  }
}

export const laptop = { width: 1280, height: 860 }
export const phone = { width: 360, height: 740 }

export type World = {
  service: TestService
  /** Opens a page as new, in a browser context of its own, signed in with `session` if there is one. */
  open(session?: Session, options?: BrowserContextOptions): Promise<Page>
  /** Opens a page like `open`, for all tests of the file: a journey, whose tests follow each other on one page. */
  keep(session?: Session, options?: BrowserContextOptions): Promise<Page>
  /** Registers, verifies, and signs in through the API. */
  person(displayName: string): Promise<Session>
}

/** The browser's log lines about failed requests. The page itself tells the person. */
const networkNews = /^Failed to load resource: /

/**
 * A service and pages for one test file. Anything that goes wrong in any page — an error in the console, a violation of
 * the content security policy, an exception or rejection that nobody caught — fails the test.
 */
export function createWorld(options: TestServiceOptions = {}): World {
  let browser: Browser | undefined
  let service: TestService
  let pages: PagePool
  const troubles: string[] = []
  let pageLoads = 0

  beforeAll(async () => {
    if (!existsSync(new URL('index.html', distDirectory))) {
      throw new Error('The web app is not built: run `npm run build`, or the tests with `npm test`.')
    }
    ;[browser, service] = await Promise.all([sharedChromium(), startTestService(options)])
    pages = createPagePool(
      browser,
      // Tests replace responses, which a service worker would not see.
      { baseURL: service.origin, viewport: laptop, reducedMotion: 'reduce', serviceWorkers: 'block' },
      watch,
    )
  })

  afterEach(async ({ task }) => {
    task.meta.pageLoads = pageLoads
    pageLoads = 0
    await pages.collect(task.result?.state === 'fail')
    expect(troubles.splice(0)).toEqual([])
  })

  afterAll(async () => {
    // Before the service, to which pages are connected.
    await pages?.close()
    await service?.stop()
  })

  function watch(page: Page): void {
    page.on('domcontentloaded', () => {
      if (isOfApp(page.url())) pageLoads += 1
    })
    page.on('console', (message) => {
      if (message.type() === 'error' && !networkNews.test(message.text())) troubles.push(message.text())
    })
    page.on('pageerror', (error) => troubles.push(`${error.name}: ${error.message}`))
  }

  async function signedIn(page: Page, session: Session | undefined): Promise<Page> {
    if (session) {
      const [name = '', value = ''] = session.cookie.split('=')
      await page.context().addCookies([{ name, value, url: service.origin }])
    }
    return page
  }

  /** Whether a document is the app's, not the text that the pool shows between tests. */
  const isOfApp = (url: string) => url.startsWith(service.origin) && new URL(url).pathname !== quiet

  return {
    get service() {
      return service
    },
    open: async (session, contextOptions) => signedIn(await pages.open(contextOptions), session),
    keep: async (session, contextOptions) => signedIn(await pages.keep(contextOptions), session),
    person: (displayName) =>
      signIn(service, {
        email: `${displayName.toLowerCase().replaceAll(' ', '.')}@example.com`,
        displayName,
      }),
  }
}

/** Two people with an organization in common, both of whom may change every goal. */
export async function teammates(world: World, one: string, other: string): Promise<[Session, Session]> {
  const people: [Session, Session] = [await world.person(one), await world.person(other)]
  await join(...people, 'admin')
  return people
}

/** The address of a page without the organization, which every page behind the sign-in names. */
export function addressOf(page: Page): string {
  const url = new URL(page.url())
  url.searchParams.delete('organization')
  return url.href
}

/** The status of the service's response to a request from the page. */
export function statusOf(page: Page, path: string): Promise<number> {
  return page.evaluate(async (address) => (await fetch(address)).status, path)
}
