import { expect, test } from 'vitest'
import { followOutline, type HtmlNode } from './outline.ts'

const heading = (tagName: string): HtmlNode => ({ type: 'element', tagName, children: [] })

test.each([
  ['one below the page', ['h1'], ['h3']],
  ['a text that begins with ##', ['h2', 'h3', 'h2'], ['h3', 'h4', 'h3']],
  ['a skipped level', ['h1', 'h4', 'h6', 'h2'], ['h3', 'h4', 'h5', 'h4']],
  ['one above the first', ['h3', 'h1', 'h2'], ['h3', 'h3', 'h4']],
  ['as deep as there is', ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], ['h3', 'h4', 'h5', 'h6', 'h6', 'h6']],
])('%s', (_, levels, expected) => {
  const quote: HtmlNode = { type: 'element', tagName: 'blockquote', children: levels.slice(1).map(heading) }
  const tree: HtmlNode = { type: 'root', children: [heading(levels[0] ?? ''), { type: 'text' }, quote] }
  followOutline()(tree)
  const found = [tree.children?.[0], ...(quote.children ?? [])].map((node) => node?.tagName)
  expect(found).toEqual(expected)
})
