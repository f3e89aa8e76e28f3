import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameInEmail } from './name-in-email.ts'

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['  Ada \t\n Lovelace ', 'Ada Lovelace'],
  ['J.R.R. Tolkien', 'J. R. R. Tolkien'],
  ['Acme\r\nBcc: eve@evil.test', 'Acme Bcc: eve@ evil. test'],
  ['A\u0000\u001b[31m\u2028B\u202eC', 'A [31m B C'],
  ['https://evil.test/x', 'https: / / evil. test/ x'],
  ['www.evil.test', 'www. evil. test'],
  ['\\\\evil\\x', '\\ \\ evil\\ x'],
  ['ｅｖｉｌ．ｔｅｓｔ／ｘ', 'evil. test/ x'],
  ['evil。test evil｡test evil․test', 'evil。 test evil。 test evil. test'],
  ['عدنان می\u200cخواهم 👩\u200d🔬', 'عدنان می\u200cخواهم 👩\u200d🔬'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), `${'x'.repeat(59)}…`],
  ['😀'.repeat(100), `${'😀'.repeat(59)}…`],
  ['a.'.repeat(50), `${'a. '.repeat(19)}a.…`],
])('shows %j as %j', (name, text) => {
  expect(nameInEmail(name)).toBe(text)
})

test('shows any name as a short line without anything that looks like an address', () => {
  const pieces = fc.constantFrom(
    'evil',
    '.',
    ':',
    '/',
    '//',
    '@',
    '\\',
    ' ',
    '\n',
    '\u200b',
    '\u200d',
    '．',
    '｡',
    'é',
  )
  const name = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 100 }),
  )
  fc.assert(
    fc.property(name, (text) => {
      const shown = nameInEmail(text)
      expect(shown).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(shown).not.toMatch(/[.:@/\\\u3002\uff61\uff0e][^\s…]/u)
      expect([...shown].length).toBeLessThanOrEqual(60)
    }),
    { seed: 20261120, numRuns: 3_000 },
  )
})
