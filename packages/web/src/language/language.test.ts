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

test.each([
  ['de', ['de-AT', 'en-US'], false, ['de-AT']],
  ['de', ['en-US'], true, ['de']],
  ['en', ['en-GB', 'de'], true, ['en-GB']],
  ['en', ['de-DE'], true, ['en']],
  // An app in English follows the habits of a French browser.
  ['en', ['fr-FR', 'en'], false, ['fr-FR', 'en']],
] as const)('formats dates in %s for readers of %j', (language, preferred, isChosen, expected) => {
  expect(localesOf(language, preferred, isChosen)).toEqual(expected)
})
