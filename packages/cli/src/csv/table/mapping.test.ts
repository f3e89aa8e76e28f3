import { describe, expect, it } from 'vitest'
import { type MappingOptions, mapColumns } from './mapping.ts'

const positionsOf = (columns: string[], options: MappingOptions = {}) =>
  Object.fromEntries(
    Object.entries(mapColumns(columns, options).positions).filter(([, positions]) => positions.length > 0),
  )

const jira = ['Summary', 'Issue key', 'Assignee', 'Labels', 'Labels', 'Priority', 'Status']

describe('the columns', () => {
  it.each([
    [['Task ID', 'Name', 'Section/Column'], 'Asana', { id: [0], title: [1] }],
    [jira, 'Jira', { title: [0], id: [1], owner: [2], labels: [3, 4], status: [6] }],
    [['id', 'team', 'TITLE', ' status'.trim()], 'Linear', { id: [0], title: [2], status: [3] }],
    [['goal_id', 'title', 'goal_status', 'status'], undefined, { goal: [0], title: [1], status: [2, 3] }],
    [['title', 'due', 'every'], undefined, { title: [0], due: [1], every: [2] }],
  ])('%j are found by their names', (columns, product, positions) => {
    const mapping = mapColumns(columns, {})
    expect([mapping.isDetected, mapping.preset?.product]).toEqual([true, product])
    expect(positionsOf(columns)).toEqual(positions)
  })

  it('that are nothing are named once, without those that have no name', () => {
    expect(mapColumns([...jira, '', 'Priority'], {}).unmapped).toEqual(['Priority'])
  })

  it('may be named instead, also with commas, and then nothing is found', () => {
    const map = ['title=Summary, labels=Name, first', 'labels=Labels']
    expect(positionsOf(['Labels', 'Summary', 'Name, first', 'Labels', 'due'], { map })).toEqual({
      title: [1],
      labels: [2, 0, 3],
    })
  })

  it('that are found may be corrected and left out', () => {
    expect(positionsOf(jira, { map: ['owner=', 'labels=Priority'] })).toEqual({
      title: [0],
      id: [1],
      labels: [5],
      status: [6],
    })
    expect(positionsOf([...jira, 'Name'], { preset: 'jira', map: ['title=Name'] })).toMatchObject({
      title: [7],
    })
  })

  it.each<[string, string[], MappingOptions, string]>([
    [
      'no title',
      ['a', '', 'b'],
      {},
      'No column is the title. Say which one is: --map "title=…". The columns are "a", "b".',
    ],
    [
      'not those of the preset',
      ['a'],
      { preset: 'jira' },
      'There is no column "Summary", which has the titles.',
    ],
    ['not there', ['a'], { map: ['title=b'] }, 'There is no column "b". The columns are "a".'],
    [
      'two of a name',
      ['a', 'A'],
      { map: ['title=a'] },
      '2 columns are called "a". Give the one for --map title a name',
    ],
    [
      'no field',
      ['a'],
      { map: ['name=a'] },
      'Write --map as field=column. The fields are title, description,',
    ],
    ['no pair', ['a'], { map: ['title'] }, 'Write --map as field=column.'],
  ])('%s: the options are refused', (_, columns, options, message) => {
    expect(() => mapColumns(columns, options)).toThrow(message)
  })
})
