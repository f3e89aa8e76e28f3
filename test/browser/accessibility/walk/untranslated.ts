import type { Page } from 'playwright-core'

/**
 * Texts that stay plain on purpose, with the reason. The data of the tests is written in Greek, and the browser speaks it, so names and
 * dates have no Latin letters.
 */
const exceptions: [pattern: string, reason: string][] = [
  ['Cairn', 'The name of the product.'],
  ['English|Deutsch', 'Languages are named in themselves.'],
  [String.raw`[\w.+-]+@[\w.-]+`, 'An email address.'],
  [String.raw`https?://\S+`, 'An address.'],
  [String.raw`127\.0\.0\.1(?::\d+)?|localhost(?::\d+)?`, 'A host.'],
  [
    String.raw`(?:in )?\d+ (?:second|minute|hour|day|week|month|year)s?(?: ago)?|yesterday|tomorrow|today|now`,
    'Written by Intl.RelativeTimeFormat, which follows the language of the app.',
  ],
  ['Ctrl|Shift|[Aa]lt|Enter|Esc|T', 'Keys. Those of messages are alt and T.'],
  [String.raw`(?:[\w-]+\.)*example\.com(?:/\S*)?`, 'A host.'],
  ['(?:goals|labels):(?:read|write)(?::all)?', 'Scopes are called as in the API.'],
  ['SHA-256 [0-9a-f]+', 'A checksum.'],
  ['Claude Code|Codex CLI|Cursor|Gemini CLI|VS Code|curl|TypeScript', 'Names of products.'],
  ['node', 'A browser that the app does not know is called what it calls itself.'],
]

/** Code, and names that the page isolates, are not the catalog’s. Times are formatted by the browser. */
const skipped = 'code, pre, kbd, bdi, time, script, noscript, style'

const attributes = ['aria-label', 'title', 'placeholder', 'alt']

/** The texts of a page that are in no catalog: what the pseudo-locale has not put between brackets. */
export function untranslated(page: Page): Promise<string[]> {
  return page.evaluate(
    ([patterns, ignored, names]) => {
      const expected = new RegExp(`\\b(?:${patterns.join('|')})\\b`, 'g')
      const found = new Set<string>()

      /** Removes what is between brackets, from the inside out. */
      function plainIn(text: string): string {
        const outer = text.replaceAll(/\[[^[\]]*\]/g, ' ')
        // Half of a sentence, whose other half only screen readers get.
        return outer === text ? text.replace(/\[[^\]]*$|^[^[]*\]/, '') : plainIn(outer)
      }
      function look(text: string): void {
        const plain = plainIn(text.replaceAll(expected, ' '))
        if (/[A-Za-z]/.test(plain)) found.add(text.trim())
      }

      /** Texts by the block that shows them: a sentence may be in several elements. */
      const blocks = new Map<Element, string>()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement
        if (!parent || parent.closest(ignored)) continue
        let block = parent
        while (block.parentElement && getComputedStyle(block).display === 'inline')
          block = block.parentElement
        if (!block.checkVisibility()) continue
        blocks.set(block, (blocks.get(block) ?? '') + walker.currentNode.textContent)
      }
      for (const text of blocks.values()) look(text)
      for (const name of names) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
          if (element.checkVisibility() && !element.closest(ignored)) look(element.getAttribute(name) ?? '')
        }
      }
      look(document.title)
      return [...found]
    },
    [exceptions.map(([pattern]) => pattern), skipped, attributes] as const,
  )
}
