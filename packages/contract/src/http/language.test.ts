import { expect, test } from 'vitest'
import { firstLanguageOf, languageOfHeader } from './language.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['DE'], 'de'],
  [['fr', 'en_GB', 'de'], 'en'],
  [['den', 'fr'], undefined],
  [[], undefined],
] as const)('the first of %j that is spoken is %s', (preferred, expected) => {
  expect(firstLanguageOf(preferred)).toBe(expected)
})

test.each([
  ['de', 'de'],
  ['de-CH, en;q=0.8', 'de'],
  ['en;q=0.5, de;q=0.9', 'de'],
  ['de;q=0, en', 'en'],
  ['de;q=0', undefined],
  ['de;xq=0.1, en;q=0.5', 'de'],
  ['fr-FR, de ; q=0.3, en; Q=0.2', 'de'],
  ['de;q=nonsense, en;q=0.1', 'en'],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
  [`${'fr,'.repeat(20)}de`, undefined],
] as const)('the header %j asks for %s', (header, expected) => {
  expect(languageOfHeader(header)).toBe(expected)
})
