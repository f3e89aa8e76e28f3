import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { walkTo } from './visit.ts'
import { laptop } from './world.ts'

/** A page that everybody sees and that asks for nothing. */
const front = '/account-deleted'

const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account:/ })

/**
 * Shows a page of the app to a person, or to nobody, on a kept page that may show it to somebody else. Except for the first
 * time, it loads nothing: the person before signs out in the app. Everything is then as in a new page, but for local storage.
 */
export async function showTo(
  page: Page,
  person: Session | undefined,
  path: string,
  heading?: string,
): Promise<void> {
  const context = page.context()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(laptop)
  watchRequests(context)
  await goToFront(page)
  await eventually(() => expect(pending.get(context)?.size).toBe(0))
  await context.clearCookies()
  if (person) {
    const [name = '', value = ''] = person.cookie.split('=')
    await context.addCookies([{ name, value, url: page.url() }])
  }
  await walkTo(page, path, heading)
}

/** Requests without a response yet. The refusal of one of them would clear the cookie of the next person. */
const pending = new WeakMap<BrowserContext, Set<Request>>()

function watchRequests(context: BrowserContext): void {
  if (pending.has(context)) return
  const requests = new Set<Request>()
  pending.set(context, requests)
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/')) requests.add(request)
  })
  context.on('response', (response) => requests.delete(response.request()))
  context.on('requestfailed', (request) => requests.delete(request))
}

async function goToFront(page: Page): Promise<void> {
  const isApp = page.url().startsWith('http')
  const isInShell = (await page.locator('#main').count()) > 0
  const isSignedIn = isApp && (await page.context().cookies()).some(({ name }) => name === 'session')
  if (isApp && !isInShell && !isSignedIn) {
    if (!page.url().endsWith(front)) await walkTo(page, front)
    return
  }
  if (isSignedIn && !isInShell) await walkTo(page, '/settings/appearance')
  if (isApp && (await closeOverlays(page))) return signOut(page)
  // The first page, or a failed test has left something that cannot be closed.
  await page.context().clearCookies()
  await page.goto(front)
  await page.evaluate(() => sessionStorage.clear())
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

/**
 * Closes the menus and dialogs that a test has left open. Returns false if Escape does not close one, for example a form that
 * asks whether to discard what was typed.
 */
export async function closeOverlays(page: Page): Promise<boolean> {
  const count = () => page.locator(overlays).count()
  for (let left = await count(); left > 0; left = await count()) {
    await page.keyboard.press('Escape')
    const hasChanged = page.waitForFunction(
      ([selector, before]) => document.querySelectorAll(selector).length !== before,
      [overlays, left] as const,
      { timeout: 20_000 },
    )
    const changed = await hasChanged.then(
      () => true,
      () => false,
    )
    if (!changed || (await count()) > left) return false
  }
  return true
}

/** Signs out in the app. The session stays valid, for the person's client. */
async function signOut(page: Page): Promise<void> {
  const logout = '**/v1/auth/logout'
  await page.route(logout, async (route) => {
    await page.context().clearCookies()
    await route.fulfill({ json: { redirectTo: new URL(front, page.url()).href } })
  })
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`**${front}`)
  await page.waitForFunction(() => document.activeElement?.localName === 'h1')
  await page.unroute(logout)
}
