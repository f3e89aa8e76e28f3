import { describe, expect, test } from 'vitest'
import { type TextPart, textDifferences, withoutLongUnchanged } from './text-differences.ts'

const shown = (parts: TextPart[] | undefined) =>
  parts
    ?.map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join('')

describe('textDifferences', () => {
  test.each([
    ['Answer within a day.', 'Answer within two days.', 'Answer within -[a day]+[two days].'],
    ['Wait a day. Go.', 'Wait. Run.', 'Wait-[ a day]. -[Go]+[Run].'],
    ['one two\nthree', 'four five\nsix', '-[one two]+[four five]\n-[three]+[six]'],
    ['One.', 'One. Two.', 'One.+[ Two.]'],
    ['', 'New', '+[New]'],
    ['Old', '', '-[Old]'],
    ['Grüße an Łódź', 'Grüße an Köln', 'Grüße an -[Łódź]+[Köln]'],
    ['<b>a</b>', '<b>c</b>', '<b>-[a]+[c]</b>'],
  ])('%j to %j', (from, to, expected) => {
    expect(shown(textDifferences(from, to))).toBe(expected)
  })

  test('parts rebuild both texts', () => {
    const [from, to] = ['a b\n\nc  d e', 'a  b\n\nx d e f']
    const parts = textDifferences(from, to) ?? []
    const textOf = (kind: TextPart['kind']) =>
      parts
        .filter((part) => part.kind === 'same' || part.kind === kind)
        .map(({ text }) => text)
        .join('')
    expect(textOf('removed')).toBe(from)
    expect(textOf('added')).toBe(to)
  })

  test('gives up on long texts without anything in common', () => {
    const words = (letter: string) =>
      Array.from({ length: 3_000 }, (_, index) => `${letter}${index}`).join(' ')
    expect(textDifferences(words('a'), words('b'))).toBeUndefined()
  })
})

test('long unchanged parts keep only their ends next to changes', () => {
  const long = `${'start '.repeat(100)}${'end '.repeat(100)}`
  const same = { kind: 'same' as const, text: long }
  const added = { kind: 'added' as const, text: 'x' }
  const [first, , middle, , last] = withoutLongUnchanged([same, added, same, added, same])
  expect(first?.text).toMatch(/^… .*end $|^….*end$/)
  expect(middle?.text).toMatch(/^start .* … .*end/)
  expect(last?.text).toMatch(/^start .*…$/)
  for (const part of [first, middle, last]) expect(part?.text.length).toBeLessThan(200)
  expect(withoutLongUnchanged([{ kind: 'same', text: 'short' }, added])[0]?.text).toBe('short')
})
