import { expect, test } from 'vitest'
import { partsOf } from './match-parts.ts'

/** The parts as text, with brackets around what was found. */
const shown = (text: string, q: string) =>
  partsOf(text, q)
    .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
    .join('')

test.each([
  ['We count every otter.', 'OTT', 'We count every [ott]er.'],
  ['Otters, others', 'ot', '[Ot]ters, [ot]hers'],
  ['Nothing here', 'x', 'Nothing here'],
  ['plan planned', 'plan planned', '[plan] [planned]'],
  ['a.*b', '.*', 'a.*b'],
  ['<b>bold</b>', 'bo', '<b>[bo]ld</b>'],
  ['', 'x', ''],
])('in %j, %j is %j', (text, q, expected) => {
  expect(shown(text, q)).toBe(expected)
})
