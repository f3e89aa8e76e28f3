import { expect, test } from 'vitest'
import { evidenceOf, linkRow, newLinks, rowsFrom } from './evidence-rows.ts'

const key = () => 'k'

test('every pasted link becomes evidence with a title, once', () => {
  const rows = rowsFrom(
    'https://example.com/a and https://example.com/b',
    [linkRow('https://example.com/b')],
    key,
  )
  expect(rows).toEqual([{ key: 'k', title: 'example.com/a', url: 'https://example.com/a', text: '' }])
  expect(newLinks(['https://example.com/a', 'https://example.com/c'], rows)).toEqual([
    'https://example.com/c',
  ])
})

test('text without a link becomes a quote', () => {
  expect(rowsFrom(' "It was fast." ', [], key)).toEqual([
    { key: 'k', title: 'Quote', url: '', text: '"It was fast."' },
  ])
  expect(rowsFrom(' \n', [])).toEqual([])
})

test('a request has only the address or the text that there is', () => {
  expect(evidenceOf(linkRow('https://example.com/a'))).toEqual({
    title: 'example.com/a',
    url: 'https://example.com/a',
  })
  expect(evidenceOf({ key: 'k', title: 'Quote', url: '', text: 'Fast.' })).toEqual({
    title: 'Quote',
    text: 'Fast.',
  })
})
