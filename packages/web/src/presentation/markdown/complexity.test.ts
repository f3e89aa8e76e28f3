import { expect, test } from 'vitest'
import { isTooComplex } from './complexity.ts'

test.each([
  ['a plain text', 'Answer within a day.\n\nPeople wait for three days now.'],
  ['a list in a list in a quote', '> - one\n>   - two\n>     - three'],
  ['long emphasis', '*word* '.repeat(1_000)],
  ['a table', '| a | b |\n| --- | --- |\n'.repeat(50)],
])('%s is rendered', (_, text) => {
  expect(isTooComplex(text)).toBe(false)
})

test.each([
  ['a thousand quotes', '>'.repeat(1_000)],
  ['spaced quotes', '> '.repeat(1_000)],
  ['lists in lists', '- '.repeat(200)],
  ['deep indentation', Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
  ['open brackets', '['.repeat(50_000)],
  ['open stars', '*a _b '.repeat(20_000)],
  ['a whole book', 'word '.repeat(50_000)],
])('%s is shown as plain text', (_, text) => {
  expect(isTooComplex(text)).toBe(true)
})
