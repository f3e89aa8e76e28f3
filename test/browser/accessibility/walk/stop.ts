/** A walk through the app: what must hold at each stop, on one page that is loaded once. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pseudo } from '../../../../packages/web/src/language/pseudo.ts'
import type { Browser as Session } from '../../../support/people/sign-in.ts'
import { findings } from '../../support/axe.ts'
import { closeOverlays } from '../../support/show-to.ts'
import { hasLoaded, isComplete, walkTo } from '../../support/visit.ts'
import { isWiderThanView } from '../../support/widths.ts'
import { laptop, phone, type World } from '../../support/world.ts'
import { overflowing } from './overflowing.ts'
import { untranslated } from './untranslated.ts'

/** By the names that the paths of stops have for them. */
export type Ids = Record<string, string>

export type Stop = {
  name: string
  /** With `<goal>`, `<webhook>`, and the like in the place of an id. */
  path: string
  /** Before the page is shown. */
  prepare?: (page: Page) => Promise<unknown>
  /** Opens what is looked at. */
  open?: (page: Page) => Promise<unknown>
  /** Why some of its texts are in no catalog. */
  otherTexts?: string
  /** Only a phone shows what opens it. */
  isForPhones?: true
}

/**
 * Loads the app in the pseudo-locale, whose texts are marked and longer than those of any language: what is in no catalog
 * shows, and so does what has too little room.
 */
export async function startWalk(world: World, session?: Session): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await world.keep(session, { locale: 'el-GR', permissions })
  await page.addInitScript(() => localStorage.setItem('cairn.language', 'en-XA'))
  page.setDefaultTimeout(60_000)
  await page.goto('/nothing')
  await isComplete(page)
  return page
}

/** Closes what the stop before has opened, which stays open above the next page. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (await closeOverlays(page)) return
  await page.goto('/nothing')
  await isComplete(page)
}

/**
 * Walks to a stop and expects that
 * - the focus is at the heading of the page, or in what is open above it;
 * - each text is in a catalog;
 * - nothing is wider than the view, in four widths;
 * - axe finds nothing, in both themes, on a laptop and on a phone.
 */
export async function expectSoundStop(page: Page, stop: Stop, ids: Ids): Promise<void> {
  const { path, prepare, open, otherTexts, isForPhones } = stop
  await leave(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(isForPhones ? phone : laptop)
  // The drafts of earlier stops.
  await page.evaluate(() => sessionStorage.clear())
  await prepare?.(page)
  await walkTo(page, withIds(path, ids))
  await open?.(page)
  await hasLoaded(page)
  await expect.poll(() => placeOfFocus(page)).toBe('in front')
  expect(otherTexts === undefined ? await untranslated(page) : []).toEqual([])
  for (const width of [1920, 768]) {
    await page.setViewportSize({ width, height: laptop.height })
    await expect.poll(() => isWiderThanView(page), { message: `${width} px` }).toBe(false)
  }
  await expect.poll(() => findings(page)).toEqual([])
  await expect.poll(() => overflowing(page)).toEqual([])
}

/** Whether the focus is lost, behind what is open above the page, or where a keyboard goes on. */
function placeOfFocus(page: Page): Promise<'nowhere' | 'behind' | 'in front'> {
  return page.evaluate(() => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) return 'nowhere'
    const layers = document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')
    const isCovered = layers.length > 0 && ![...layers].some((layer) => layer.contains(activeElement))
    return isCovered ? 'behind' : 'in front'
  })
}

/** Puts ids in the place of their names: `/goals/<goal>`. */
function withIds(path: string, ids: Ids): string {
  return path.replaceAll(/<(\w+)>/g, (_, name) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`Nothing has the id of a ${name}.`)
    return id
  })
}

/** Controls of the page, by their names in English. */
export const button = (page: Page, name: string) =>
  page.getByRole('button', { name: pseudo(name), exact: true })

export const field = (page: Page, name: string) => page.getByLabel(pseudo(name), { exact: true })

export const says = (page: Page, text: string) => page.getByText(pseudo(text), { exact: true }).first()

/** The button whose name begins with a text. */
export const buttonOf = (page: Page, beginning: string) =>
  page.getByRole('button', { name: new RegExp(`^${beginningOf(beginning)}`) }).first()

/** The text as it begins in the pseudo-locale, for a regular expression. */
export function beginningOf(text: string): string {
  return pseudo(text)
    .replace(/~+\]$/, '')
    .replaceAll(/[[\]().?{}]/g, String.raw`\$&`)
}
