import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { parseTable } from './parse-table.ts'
import { readText } from './read-text.ts'

const textOf = (bytes: Buffer) => readText('-', { stdin: Readable.from([bytes]) })
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from('Größe 🏔'), false],
    ['UTF-8 with a mark', Buffer.from('\ufeffGröße 🏔'), false],
    ['UTF-16, little end first', Buffer.from('\ufeffGröße 🏔', 'utf16le'), false],
    ['UTF-16, big end first', utf16be('\ufeffGröße 🏔'), false],
  ])('is read as %s', async (_, bytes, isGuessed) => {
    expect(await textOf(bytes)).toEqual({ text: 'Größe 🏔', isGuessed })
  })

  it('is read as Windows-1252 if it is not UTF-8, and says so', async () => {
    expect(await textOf(Buffer.from('Größe', 'latin1'))).toEqual({ text: 'Größe', isGuessed: true })
  })

  it('has one kind of line break', async () => {
    expect((await textOf(Buffer.from('a\r\nb\rc\nd'))).text).toBe('a\nb\nc\nd')
  })

  it.each([
    [
      'PK\u0003\u0004 and more',
      '- is a workbook. Save it as "CSV UTF-8" in your spreadsheet, and import that file.',
    ],
    ['\u0089PNG\r\n\u001a\n\0\0', '- is not a CSV file: it has binary content.'],
    ['title\nOne\0Two', '- is not a CSV file: it has binary content.'],
  ])('%# is refused', async (content, message) => {
    await expect(textOf(Buffer.from(content, 'latin1'))).rejects.toThrow(message)
  })
})

const rowsOf = (text: string) => parseTable(text, 'f').rows.map(({ line, cells }) => [line, ...cells])

describe('a table', () => {
  it.each([',', ';', '\t', '|'])('has the delimiter %j', (delimiter) => {
    const text = ['title', '"a,;|\tb"', 'c'].join(delimiter)
    expect(parseTable(`${text}\n${text}`, 'f')).toEqual({
      columns: ['title', 'a,;|\tb', 'c'],
      rows: [{ line: 2, cells: ['title', 'a,;|\tb', 'c'] }],
    })
  })

  it('may name its delimiter, as Excel does, in a line that counts', () => {
    expect(parseTable('sep=#\ntitle#due,on\na#b', 'f')).toEqual({
      columns: ['title', 'due,on'],
      rows: [{ line: 3, cells: ['a', 'b'] }],
    })
  })

  it('may have one column', () => {
    expect(parseTable('title\nOne', 'f').columns).toEqual(['title'])
  })

  it('has rows with the lines in which they begin, without those that are empty', () => {
    const text = '\n title ,due\n\n"a ""b""\n\nc",1\n,\n  \nlast,2\nshort\nlong,1,2\n\n'
    expect(parseTable(text, 'f').columns).toEqual(['title', 'due'])
    expect(rowsOf(text)).toEqual([
      [4, 'a "b"\n\nc', '1'],
      [9, 'last', '2'],
      [10, 'short'],
      [11, 'long', '1', '2'],
    ])
  })

  it.each([
    ['', 'f is empty.'],
    [' \n\n', 'f is empty.'],
    [',,\n,', 'f has no header.'],
    ['title,due\n', 'f has a header and no rows.'],
    ['title,due\n,\n\n', 'f has a header and no rows.'],
    ['title\nOne\n\n"Two\nThree\n', 'The row that begins in line 4 of f opens a quote and never closes it.'],
    [`"${'x'.repeat(2 * 1024 * 1024 + 9)}`, 'The row that begins in line 1 of f is longer than 2 MiB'],
    ['title\n"One" more', 'The row that begins in line 2 of f has text after a closing quote.'],
    [
      'title\n5" disk',
      'The row that begins in line 2 of f has a quote inside a cell that does not begin with one.',
    ],
    [
      `title\nOne\n"${'x'.repeat(2 * 1024 * 1024 + 9)}"`,
      'The row that begins in line 3 of f is longer than 2 MiB: a closing quote may be missing.',
    ],
  ])('%# is refused', (text, message) => {
    expect(() => parseTable(text, 'f')).toThrow(message)
  })
})
