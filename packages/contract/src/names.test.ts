import { describe, expect, it } from 'vitest'
import { allowedInNames, foldLineBreaks, isValidName, removeForbiddenCharacters } from './names.ts'

describe('a name', () => {
  it.each([
    ['letters', 'Ada Lovelace'],
    ['one letter', 'x'],
    ['digits and punctuation', '#1!'],
    ['Arabic with directional marks', '\u200fمرحبا\u200e'],
    ['isolates, which phones add around names', '\u2068Ada\u2069'],
    ['embeddings', '\u202aAda\u202c'],
    ['Persian with a joiner', 'می\u200cخواهم'],
    ['an emoji of several code points', '👩\u200d👩\u200d👧\ufe0f'],
    ['an emoji that the runtime may not know', '\u{1fae9}'],
    ['a combining mark alone', '\u0301'],
    ['letters between invisible characters', '\u200b\u00ada\u2060\u{e0001}'],
    ['a line break and a bell', 'a\n\u0007b'],
    ['a private-use character', '\ue000'],
    ['Braille', '\u2801'],
  ])('may be %s', (_, name) => {
    expect(isValidName(name)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \u00a0\u2003\u3000\n'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['directional marks', '\u200e\u200f\u061c\u2066\u2069'],
    ['a soft hyphen', '\u00ad'],
    ['control characters', '\u0001\u007f\u0085'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['a Braille cell without dots', '\u2800'],
    ['variation selectors and a grapheme joiner', '\ufe0f\u{e0100}\u034f'],
    ['tags', '\u{e0001}\u{e0041}\u{e007f}'],
    ['line and paragraph separators', '\u2028\u2029'],
    ['invisible operators', '\u2061\u2062\u2063\u2064'],
    ['annotation characters', '\ufff9\ufffb'],
    ['a bidirectional override', 'invoice\u202egpj.exe'],
    ['the other override', '\u202dabc'],
    ['NUL', 'a\0b'],
    ['ESC', 'a\u001b[2Jb'],
    ['CSI, which is ESC [', 'a\u009b2Jb'],
  ])('may not be %s', (_, name) => {
    expect(isValidName(name)).toBe(false)
  })
})

it('removes the forbidden characters and nothing else', () => {
  expect(removeForbiddenCharacters('\u202eA\0d\u001b\u009ba\u202d \u200fLovelace\n')).toBe(
    'Ada \u200fLovelace\n',
  )
})

it('has the same forbidden characters in the OpenAPI document', () => {
  const allowed = new RegExp(allowedInNames, 'u')
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  expect(characters.filter((character) => !allowed.test(character))).toEqual(
    characters.filter((character) => removeForbiddenCharacters(character) === ''),
  )
})

it('puts one space in place of each run of line breaks', () => {
  expect(foldLineBreaks('a\r\nb\n\n\v\fc\u2028d\u2029e \t f')).toBe('a b c d e \t f')
})
