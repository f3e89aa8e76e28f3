import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** A page of the site that only shows a text: the same process of the browser shows it and then the app again. */
export const quiet = '/health'

/** Events that a test may listen to, besides those of the pool's `watch`. */
const heard = [
  'request',
  'requestfinished',
  'requestfailed',
  'response',
  'dialog',
  'popup',
  'download',
  'framenavigated',
]

type Lent = {
  context: BrowserContext
  page: Page
  forget(): Promise<void>
  /** Whether something happened to it that cannot be undone. */
  spent: boolean
}

export type PageDefaults = {
  baseURL: string
  viewport: { width: number; height: number }
  reducedMotion: 'reduce'
  serviceWorkers: 'block'
}

export type PagePool = {
  /** A page as new, in a browser context of its own until the next `collect`. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** A new page in a browser context of its own until `close`, for tests that follow each other on it. */
  keep(options?: BrowserContextOptions): Promise<Page>
  /** Takes all pages back. Those of a failed test are closed, because they may be in any state. */
  collect(failed: boolean): Promise<void>
  /** Closes all pages. */
  close(): Promise<void>
}

/**
 * Lends pages to one test after the other. A page that has shown the app shows it again in a quarter of the processor time
 * of a new one, whose process starts and compiles everything anew. Between tests a page loses its cookies, storage, history,
 * routes, listeners, size, and color scheme; a page with something that cannot be undone, or with other options, is lent once.
 *
 * @param watch  Listens to a page for as long as it is open.
 */
export function createPagePool(
  browser: Browser,
  defaults: PageDefaults,
  watch: (page: Page) => void,
): PagePool {
  const idle: Lent[] = []
  const lent: Lent[] = []
  const kept: Lent[] = []

  async function create(options: BrowserContextOptions | undefined): Promise<Lent> {
    const context = await browser.newContext({ ...defaults, ...options })
    context.setDefaultTimeout(60_000)
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`Violated: ${violatedDirective} by ${blockedURI}`),
      )
    })
    context.on('page', watch)
    const page = await context.newPage()
    const cdp = options === undefined ? await context.newCDPSession(page) : undefined
    const forget = async () => {
      await cdp?.send('Page.resetNavigationHistory')
      // Everything but session storage, which belongs to the page.
      await cdp?.send('Storage.clearDataForOrigin', { origin: defaults.baseURL, storageTypes: 'all' })
    }
    const one: Lent = { context, page, forget, spent: options !== undefined }
    const spend = () => {
      one.spent = true
    }
    for (const method of [
      'addInitScript',
      'exposeBinding',
      'exposeFunction',
      'setExtraHTTPHeaders',
    ] as const) {
      before(page, method, spend)
      before(context, method, spend)
    }
    for (const method of [
      'grantPermissions',
      'setOffline',
      'setGeolocation',
      'newCDPSession',
      'route',
    ] as const) {
      before(context, method, spend)
    }
    before(context.clock, 'install', spend)
    return one
  }

  async function restore({ context, page, forget }: Lent): Promise<void> {
    await Promise.all([
      ...context.pages().map((other) => other !== page && other.close()),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
    ])
    for (const event of heard) page.removeAllListeners(event)
    await page.goto(quiet) // First, because the app may store something when it is left.
    await page.evaluate(() => {
      sessionStorage.clear()
      window.name = ''
    })
    await Promise.all([
      context.clearCookies(),
      forget(),
      page.setViewportSize(defaults.viewport),
      page.emulateMedia({
        colorScheme: null,
        media: null,
        forcedColors: null,
        reducedMotion: defaults.reducedMotion,
      }),
      page.mouse.move(-1, -1),
    ])
  }

  return {
    async open({ viewport, colorScheme, ...others } = {}) {
      const own = Object.keys(others).length > 0 ? others : undefined
      const one = (!own && idle.pop()) || (await create(own))
      lent.push(one)
      if (viewport) await one.page.setViewportSize(viewport)
      if (colorScheme !== undefined) await one.page.emulateMedia({ colorScheme })
      return one.page
    },
    async keep(options) {
      const one = await create(options)
      kept.push(one)
      return one.page
    },
    async collect(failed) {
      if (failed) await Promise.all(kept.map(({ page }) => report(page)))
      const collected = lent.splice(0)
      await Promise.all(
        collected.map(async (one) => {
          if (failed) await report(one.page)
          if (failed || one.spent || one.page.isClosed()) return one.context.close()
          await restore(one)
          idle.push(one)
        }),
      )
    },
    async close() {
      await Promise.all([...idle, ...lent, ...kept].map(({ context }) => context.close()))
    },
  }
}

/** Prints what a page shows, for whoever looks for the cause of a failed test. */
async function report(page: Page): Promise<void> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
  console.error(`${page.url()}\n${shown}`)
}

/** Calls `notice` before each call of a method. */
function before<Name extends string>(
  target: Record<Name, (...values: never[]) => unknown>,
  name: Name,
  notice: () => void,
): void {
  const original = target[name].bind(target)
  target[name] = (...values) => {
    notice()
    return original(...values)
  }
}
