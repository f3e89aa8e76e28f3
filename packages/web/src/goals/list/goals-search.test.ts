import { describe, expect, test } from 'vitest'
import { isFiltered, parseGoalsSearch } from './goals-search.ts'

describe('the address of the goal list', () => {
  test.each<[string, Record<string, unknown>, ReturnType<typeof parseGoalsSearch>]>([
    [
      'several values',
      { status: 'paused,active', health: 'none' },
      { status: ['active', 'paused'], health: ['none'] },
    ],
    ['parsed values', { status: ['active'], changedDays: '7' }, { status: ['active'], changedDays: '7' }],
    ['a search', { q: ' two words ' }, { q: 'two words' }],
    ['the title filter of old addresses', { title: 'number 7' }, { q: 'number 7' }],
    ['a search and an old title filter', { q: 'new', title: 'old' }, { q: 'new' }],
    [
      'an owner, a label, and a reason',
      { ownerUserId: 'none', labelId: '0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e', attention: 'overdue' },
      { ownerUserId: ['none'], labelId: ['0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e'], attention: ['overdue'] },
    ],
    [
      'several of each, each once',
      { ownerUserId: 'me,u1,me', labelId: 'none,x', due: 'week,overdue', not: 'due,status,labelId' },
      { ownerUserId: ['me', 'u1'], labelId: ['none'], due: ['overdue', 'week'], not: ['labelId', 'due'] },
    ],
    [
      'a group, an order, and a look',
      { group: 'due', sort: 'title', look: 'cards' },
      { group: 'due', sort: 'title', look: 'cards' },
    ],
    [
      'a view',
      { view: '0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e' },
      { view: '0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e' },
    ],
    [
      'no view or label by more than an id',
      { view: 'x0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3e', labelId: '0b6f1b8e-3f0a-4f6e-9f57-0a3f6b1c2d3ex' },
      {},
    ],
    ['known values among others', { status: 'active,nonsense,active' }, { status: ['active'] }],
    [
      'nothing valid',
      {
        q: ' ',
        status: 'nonsense',
        health: 1,
        ownerUserId: '',
        labelId: '1',
        attention: 'x',
        changedDays: '2',
        due: 'never',
        not: 'status',
        group: 'color',
        sort: '',
        look: 'x',
      },
      {},
    ],
    [
      'a tree below a goal',
      { look: 'tree', below: '7b0f3c8e-0000-4000-8000-000000000001' },
      { look: 'tree', below: '7b0f3c8e-0000-4000-8000-000000000001' },
    ],
    ['no goal to be below', { below: 'x' }, {}],
    ['the organization, which is no filter', { organization: 'o' }, {}],
  ])('%s', (_, search, expected) => {
    expect(parseGoalsSearch(search)).toEqual(expected)
  })
})

test.each<[boolean, Parameters<typeof isFiltered>[0]]>([
  [false, { group: 'due', sort: 'title', look: 'cards' }],
  [true, { q: 'x' }],
  [true, { changedDays: '7' }],
  [true, { below: '7b0f3c8e-0000-4000-8000-000000000001' }],
  [true, { labelId: ['none'] }],
])('goals may be missing: %s for %o', (expected, search) => {
  expect(isFiltered(search)).toBe(expected)
})
