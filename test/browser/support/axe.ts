import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { laptop, phone } from './world.ts'

type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] }
declare global {
  interface Window {
    axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> }
  }
}

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const appearances = [
  { colorScheme: 'light', viewport: laptop },
  { colorScheme: 'dark', viewport: phone },
] as const
let axe: string | undefined

/**
 * The violations that axe finds, and whether the page is wider than the view: on a laptop in the light theme, then on a
 * phone in the dark one, where the page stays.
 */
export async function findings(page: Page): Promise<string[]> {
  // `evaluate` is not subject to the page's content security policy.
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const found: string[] = []
  for (const { colorScheme, viewport } of appearances) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    found.push(...(await findingsAsShown(page)).map((finding) => `${colorScheme}: ${finding}`))
  }
  return found
}

async function findingsAsShown(page: Page): Promise<string[]> {
  const { violations, overflow } = await page.evaluate(async (values) => {
    await new Promise(requestAnimationFrame) // The layout may follow the view's width a frame later.
    const result = await window.axe.run(document, {
      runOnly: { type: 'tag', values },
      // Menus and popovers are outside of all landmarks on purpose.
      rules: { region: { enabled: false } },
      resultTypes: ['violations'],
    })
    const { scrollWidth, clientWidth } = document.documentElement
    return { violations: result.violations, overflow: Math.max(0, scrollWidth - clientWidth) }
  }, wcag22AA)
  return [
    ...violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
    ),
    ...(overflow > 0 ? [`${overflow} px wider than the view`] : []),
  ]
}
