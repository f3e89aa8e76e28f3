import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slackText } from './slack-body.ts'

test.each([
  ['Halve the paper', 'Halve the paper'],
  ['Research & development', 'Research &amp; development'],
  ['<!channel> look', '&lt;!channel&gt; look'],
  ['<!here|here>', '&lt;!here|here&gt;'],
  ['<@U024BE7LH>', '&lt;@U024BE7LH&gt;'],
  ['<https://evil.test|Sign in>', '&lt;https://evil.test|Sign in&gt;'],
  ['*bold* _italic_ ~struck~ `code`', '∗bold∗ ＿italic＿ ∼struck∼ ˋcodeˋ'],
  ['one\ntwo\r\n\u2028three\u0000', 'one two three '],
  ['x'.repeat(700), `${'x'.repeat(599)}…`],
])('%j is shown as %j', (text, shown) => {
  expect(slackText(text)).toBe(shown)
})

test('no text contains markup, a mention or a line break', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '&',
    '!channel',
    '@here',
    '*',
    '_',
    '~',
    '`',
    '|',
    '\n',
    'a',
    '&lt;',
  )
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 100 }),
  )
  fc.assert(
    fc.property(text, (value) => {
      const shown = slackText(value)
      expect(shown).not.toMatch(/[<>*_~`\n\r]/)
      expect(shown.replaceAll(/&(?:amp|lt|gt);/g, '')).not.toContain('&')
    }),
    { seed: 20261122, numRuns: 500 },
  )
})
