import { expect, test } from 'vitest'
import { hostOf, linksIn, titleOfLink } from './links.ts'

test.each([
  ['See https://example.com/run/7.', ['https://example.com/run/7']],
  ['(https://example.com/a), https://example.com/b!', ['https://example.com/a', 'https://example.com/b']],
  [
    '[run](https://example.com/a?b=1#c) and again https://example.com/a?b=1#c',
    ['https://example.com/a?b=1#c'],
  ],
  ['https://en.wikipedia.org/wiki/A_(b)', ['https://en.wikipedia.org/wiki/A_(b)']],
  ['Read https://x/a_(b).', ['https://x/a_(b)']],
  ['(see https://x/a_(b)), too', ['https://x/a_(b)']],
  ['(see https://x/a).', ['https://x/a']],
  ['(see https://x/(a.', ['https://x/(a']],
  ['**https://example.com/bold**', ['https://example.com/bold']],
  ['http://example.com javascript:alert(1) https:// https://[bad', []],
  [`https://example.com/${'x'.repeat(1_980)}`, [`https://example.com/${'x'.repeat(1_980)}`]],
  [`https://example.com/${'x'.repeat(1_981)}`, []],
  ['', []],
])('links in %j', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

test.each([
  ['https://www.example.com/', 'example.com', 'example.com'],
  ['https://example.com/reports/42/?q=1#top', 'example.com', 'example.com/reports/42'],
  ['https://user:secret@example.com:8443/x', 'example.com', 'example.com/x'],
  ['https://my.www.example.com/a/b', 'my.www.example.com', 'my.www.example.com/a/b'],
])('%s is on %s and gets the title %s', (link, host, title) => {
  expect(hostOf(link)).toBe(host)
  expect(titleOfLink(link)).toBe(title)
})

test.each([
  'http://example.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  ' https://example.com',
])('%j is not shown as a link', (link) => {
  expect(hostOf(link)).toBeUndefined()
})

test('a suggested title is at most 200 characters long', () => {
  const path = 'x'.repeat(188)
  expect(titleOfLink(`https://example.com/${path}`)).toBe(`example.com/${path}`)
  expect(titleOfLink(`https://example.com/${path}x`)).toBe(`example.com/${'x'.repeat(187)}…`)
})
