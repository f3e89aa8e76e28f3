import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { mockDatabase } from '../../storage/mocked-database.ts'
import { keyWord, postingChanges, postingItems, wordsOf, writePostings } from './postings.ts'

const long = 'x'.repeat(64)

describe('the postings of a goal', () => {
  test.each<[string, string[], string[], { added: string[]; removed: string[] }]>([
    ['of a new goal are added', [], ['plant', 'trees'], { added: ['plant', 'trees'], removed: [] }],
    ['of words that remain are left alone', ['a', 'b'], ['b', 'c'], { added: ['c'], removed: ['a'] }],
    ['of a deleted goal are removed', ['a'], [], { added: [], removed: ['a'] }],
    [
      'of a long word are left alone by another edit',
      [`${long}y`],
      ['a', `${long}y`],
      { added: ['a'], removed: [] },
    ],
    ['of long words that begin alike are one', [`${long}y`], [`${long}z`], { added: [], removed: [] }],
    ['of a long word are cut', [`${long}y`], [], { added: [], removed: [long] }],
    ['that a long and a short word share remain', [long, `${long}y`], [long], { added: [], removed: [] }],
    ['of long words are added once', [], [`${long}y`, `${long}z`], { added: [long], removed: [] }],
  ])('%s', (_, before, after, changes) => {
    expect(postingChanges(before, after)).toEqual(changes)
  })
})

describe('the writes of postings', () => {
  const { mock, database } = mockDatabase()
  const goal = { organizationKey: 'o', goalKey: 'g' }
  const changes = { added: ['tree', '木'], removed: ['plant'] }
  const postingOf = (word: string, initial: string) => ({
    pk: `p#o#${initial}`,
    sk: `${word}#g`,
    o: 'o',
    g: 'g',
    i: initial,
    w: word,
  })
  const plant = { pk: 'p#o#p', sk: 'plant#g' }

  test('are named by their words in a transaction', () => {
    const put = (word: string, initial: string) => ({
      Put: { TableName: 'cairn', Item: expect.objectContaining(postingOf(word, initial)) },
    })
    const items = Object.entries(postingItems(goal, changes)).map(([name, item]) => [
      name,
      Object.fromEntries(
        Object.entries(item).map(([kind, { params }]) => [kind, params({ table: 'cairn' })]),
      ),
    ])
    expect(Object.fromEntries(items)).toEqual({
      'posting:tree': put('tree', 't'),
      'posting:木': put('木', '木'),
      'posting:plant': { Delete: { TableName: 'cairn', Key: plant } },
    })
  })

  test('are the same where they follow the goal', async () => {
    mock.on(BatchWriteCommand).resolves({})
    await writePostings(database, goal, changes)
    const put = (word: string, initial: string) => ({
      PutRequest: { Item: expect.objectContaining(postingOf(word, initial)) },
    })
    expect(mock.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems)).toEqual([
      { cairn: [put('tree', 't'), put('木', '木'), { DeleteRequest: { Key: plant } }] },
    ])
  })
})

describe('the words of a text', () => {
  test.each<[string[], string[]]>([
    [['Plant trees, plant!'], ['plant', 'trees']],
    [
      ['b a', 'c'],
      ['a', 'b', 'c'],
    ],
    [['Straße ÉCOLE'], ['straße', 'école']],
    [['e\u0301cole'], ['école']],
    [['ﬁne Ⅳ'], ['fine', 'iv']],
    [['40 % in Q3'], ['40', 'in', 'q3']],
    [['植える 木'], ['え', 'る', '木', '植']],
    [['ต้นไม้'], ['ต้', 'น', 'ม้', 'ไ']],
    [['ISO木9001'], ['9001', 'iso', '木']],
    [['— … !'], []],
  ])('%j are %j', (texts, words) => {
    expect(wordsOf(...texts)).toEqual(words)
  })

  test('are cut in keys to 64 characters, not in the middle of one', () => {
    expect(keyWord(`${'😀'.repeat(65)}`)).toBe('😀'.repeat(64))
    expect(keyWord('tree')).toBe('tree')
  })
})
