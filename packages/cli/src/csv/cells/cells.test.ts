import { describe, expect, it } from 'vitest'
import { dateIn, dateOrderOf } from './dates.ts'
import { jsonList, linesIn, namesCell, namesIn } from './list-cell.ts'
import { type Source, sourceKey, sourceKeysIn, sourceLine } from './source.ts'
import { healthIn, isYes, statusesOf, statusIn } from './words.ts'

describe('a date', () => {
  it.each([
    ['2026-12-31', '2026-12-31'],
    ['2026-12-31T23:00:00.000Z', '2026-12-31'],
    ['2026/1/2', '2026-01-02'],
    ['31/Dec/26 12:00 AM', '2026-12-31'],
    ['31/Dez/26 00:00', '2026-12-31'],
    ['1-Mär-2026', '2026-03-01'],
    ['31. Dezember 2026', '2026-12-31'],
    ['31.12.2026', '2026-12-31'],
    ['31.12.26 00:00', '2026-12-31'],
    ['Thu Dec 31 2026 00:00:00 GMT+0000 (GMT)', '2026-12-31'],
    ['December 31, 2026', '2026-12-31'],
    ['Dec 31 2026', '2026-12-31'],
    [' 29/02/2028 ', '2028-02-29'],
    ['29.02.2027', undefined],
    ['31.13.2026', undefined],
    ['2026-02-30', undefined],
    ['2026-12-311', undefined],
    ['0000-00-00', undefined],
    ['31/Foo/26', undefined],
    ['46022', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('%j is %j', (text, date) => {
    expect(dateIn(text, 'dmy')).toBe(date)
  })

  it('with slashes has the month first if the order says so, and with dots never', () => {
    expect(dateIn('03/04/2026', 'dmy')).toBe('2026-04-03')
    expect(dateIn('03/04/2026', 'mdy')).toBe('2026-03-04')
    expect(dateIn('03.04.2026', 'mdy')).toBe('2026-04-03')
  })

  it.each([
    [['03/04/2026', '13/04/2026'], 'dmy'],
    [['03/04/2026', '04/13/2026'], 'mdy'],
    [['03/04/2026'], null],
    [['11/12/2026', '12/11/2026'], null],
    [['03-04-26'], null],
    [['04/04/2026', '03.04.2026', '2026-03-04', 'soon', ''], 'dmy'],
  ])('%j are ordered %j', (texts, order) => {
    expect(dateOrderOf(texts)).toBe(order)
  })
})

describe('a list in a cell', () => {
  it.each([
    ['red, blue', ['red', 'blue']],
    ['red;blue\ngreen', ['red', 'blue', 'green']],
    [' "a, ""b""" ; Red,red,, RED ', ['a, "b"', 'Red']],
    ['12" disk', ['12" disk']],
    ['', []],
    [', ;', []],
  ])('%j has the names %j', (cell, names) => {
    expect(namesIn(cell)).toEqual(names)
  })

  it('is read as it was written', () => {
    const names = ['plain', 'a, b', 'c; d', '"quoted"', 'line\nbreak', "o'clock"]
    expect(namesIn(namesCell(names))).toEqual(names)
  })

  it('has lines, or is JSON', () => {
    expect(linesIn(' one \n\n two')).toEqual(['one', 'two'])
    expect(jsonList(' [1]')).toEqual([1])
    expect([jsonList('[ ] done'), jsonList('{}'), jsonList('one')]).toEqual([undefined, undefined, undefined])
  })
})

describe('a status', () => {
  it.each([
    ['In Progress', 'active'],
    ['in_progress', 'active'],
    ['DONE ', 'completed'],
    ['Won’t Do', 'archived'],
    ['Cancelled', 'archived'],
    ['On hold', 'paused'],
    ['Erledigt', 'completed'],
    ['archived', 'archived'],
    ['In QA', undefined],
  ])('%j is %j', (word, status) => {
    expect(statusIn(word, statusesOf())).toBe(status)
  })

  it('is what an option says', () => {
    const words = statusesOf(['In QA=paused', 'done=active'])
    expect([statusIn('in qa', words), statusIn('Done', words)]).toEqual(['paused', 'active'])
    expect(() => statusesOf(['In QA=late'])).toThrow('use one of active, paused, completed, archived')
    expect(() => statusesOf(['In QA'])).toThrow('--status')
  })
})

it('a health is one of three', () => {
  expect(['On track', 'at_risk', 'OFF-TRACK', 'green'].map(healthIn)).toEqual([
    'on_track',
    'at_risk',
    'off_track',
    undefined,
  ])
})

it('says yes unless it says no', () => {
  expect(['yes', '2026-05-01', 'TRUE', 'no', 'False', '0', '', ' nein'].map(isYes)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

describe('a source', () => {
  const source = (fields: Partial<Source>): Source => ({ product: 'Jira', id: '', url: '', ...fields })

  it.each<[Partial<Source>, string | undefined]>([
    [{ id: 'A-1' }, 'Imported from Jira: A-1'],
    [{ id: ' A\n1 ', url: 'https://a.example/1' }, 'Imported from Jira: A 1, https://a.example/1'],
    [{ url: 'https://a.example/1' }, 'Imported from Jira: https://a.example/1'],
    [{ id: '7', product: undefined }, 'Imported: 7'],
    [{}, undefined],
  ])('%j is a line', (fields, line) => {
    expect(sourceLine(source(fields))).toBe(line)
  })

  it('is known again by its line, wherever it stands, with an address or not', () => {
    const a = source({ id: 'A, 1', url: 'https://a.example/1' })
    const b = source({ url: 'https://a.example/2' })
    const c = source({ id: 'C', url: 'http://c.example/3' })
    const description = `Text\n\n${sourceLine(a)}\nEdited.\n${sourceLine(b)}\n${sourceLine(c)}`
    expect(sourceKeysIn(description)).toEqual([a, b, c].map(sourceKey))
    expect(sourceKey(source({ id: 'C' }))).toBe(sourceKey(c))
    expect(sourceKey(source({ id: 'A, 1' }))).toBe(sourceKey(a))
    expect(sourceKeysIn('Not imported: 7')).toEqual([])
  })
})
