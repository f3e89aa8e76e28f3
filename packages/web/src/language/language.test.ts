import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bestLanguage, localesOf } from './language.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['DE_CH'], 'de'],
  [['fr-FR', 'de', 'en'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr', 'es'], 'en'],
  [['den'], 'en'], // Slavey, which only begins like German.
  [[], 'en'],
] as const)('speaks to readers of %j in %s', (preferred, expected) => {
  expect(bestLanguage(preferred)).toBe(expected)
})

const source = await readFile(new URL('../../public/start.js', import.meta.url), 'utf8')

/** Returns the language that `public/start.js` loads before the app runs. */
function loadedAtOnce(languages: readonly string[]): string[] {
  const loaded: string[] = []
  runInNewContext(
    source
      .replace('/* pages */ []', "[['^/', 'front', [], []]]")
      .replace('/* translation */ {}', "{ front: ['german.js'] }"),
    {
      navigator: { languages },
      location: { pathname: '/', search: '' },
      document: {
        documentElement: { dataset: {} },
        createElement: () => ({}),
        head: { append: ({ href }: { href: string }) => loaded.push(href) },
      },
      localStorage: { getItem: () => null },
      window: {},
      AbortSignal,
      URLSearchParams,
      fetch: async () => Response.error(),
    },
  )
  return loaded
}

test.each(
  [['de-AT'], ['DE_CH'], ['fr', 'de'], ['en', 'de'], ['den'], ['den-CA', 'de'], ['fr'], []].map((one) => [
    one,
  ]),
)('start.js loads German for readers of %j if the app speaks it to them', (preferred) => {
  expect(loadedAtOnce(preferred).includes('german.js')).toBe(bestLanguage(preferred) === 'de')
})

test.each([
  ['de', ['de-AT', 'en-US'], false, ['de-AT']],
  ['de', ['en-US'], true, ['de']],
  ['en', ['en-GB', 'de'], true, ['en-GB']],
  ['en', ['de-DE'], true, ['en']],
  ['en', ['fr-FR', 'en'], false, ['en']],
  // An app in English that nobody chose writes English as it is written where the reader is.
  ['en', ['fr-FR', 'ja'], false, ['en-FR']],
  ['en', ['ja'], false, ['en-JP']],
  ['en', ['en-US@posix', 'fr'], false, ['en-US@posix']],
  ['en', ['x_y'], false, ['en']],
  ['en', [], false, ['en-US']],
] as const)('formats dates in %s for readers of %j', (language, preferred, isChosen, expected) => {
  expect(localesOf(language, preferred, isChosen)).toEqual(expected)
})
