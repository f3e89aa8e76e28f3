import type { Language } from '@cairn/contract/http/language'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeEmail } from './compose-email.ts'
import type { EmailBlock } from './email-block.ts'

const hostile = `<script>alert(1)</script> "quoted" & 'single' <img src=x onerror=y>`
const url = 'https://cairn.test/goals/1?organization=2&x="<'

function emailWith(text: string, language?: Language) {
  const blocks: EmailBlock[] = [
    { kind: 'heading', text },
    { kind: 'text', text },
    { kind: 'button', text, url },
    { kind: 'facts', rows: [[text, text]] },
    { kind: 'goals', goals: [{ title: text, url, notes: [{ text, tone: 'bad' }, { text }] }] },
    { kind: 'list', items: [text] },
  ]
  return composeEmail({ kind: 'reminders' }, { email: 'ann@example.com', language }, () => ({
    subject: text,
    preview: text,
    blocks,
    footer: [{ text }, { text, url }],
  }))
}

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? []

test('texts are data in HTML: they make no element, and end no attribute', () => {
  const plain = tagsOf(emailWith('plain').html)
  expect(tagsOf(emailWith(hostile).html)).toEqual(plain)
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', 'a', ' ', '=') }), (text) => {
      expect(tagsOf(emailWith(text).html)).toEqual(plain)
    }),
  )
})

test('HTML loads nothing, runs nothing, and is at most 600 pixels wide', () => {
  const { html } = emailWith('plain')
  expect(html).not.toMatch(/<(?:script|img|link|iframe)|url\(|@import|\son\w+=/)
  expect(html).toContain('max-width:600px')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme:dark)')
})

test('the text has all that the HTML has, and every address on a line', () => {
  const { text } = emailWith('plain')
  expect(text.split('\n').filter((line) => line.trim().endsWith(url))).toHaveLength(3)
  expect(text.match(/plain/g)?.length).toBeGreaterThanOrEqual(9)
})

test.each([
  [undefined, 'en'],
  ['en', 'en'],
  ['de', 'de'],
] as const)('a page for the language %s says that it is in %s', (language, stated) => {
  expect(emailWith('plain', language).html).toContain(`<html lang="${stated}">`)
})
