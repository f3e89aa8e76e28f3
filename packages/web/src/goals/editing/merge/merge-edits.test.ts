import { describe, expect, test } from 'vitest'
import { changesOf, editedFields, emptyGoal, type GoalValues, withField } from '../form/goal-values.ts'
import { mergeEdits, withEdits } from './merge-edits.ts'

const criterion = (key: string, title = key) => ({ key, title, description: 'd' })
const measure = (key: string) => ({ key, title: key, unit: '', start: '0', target: '1' })
const base: GoalValues = {
  ...emptyGoal('email:1'),
  title: 'Answer within a day',
  hasOwnTitle: true,
  detailedDescription: 'People wait.',
  timeframe: 'continuous',
  labelIds: ['a', 'b'],
  criteria: [criterion('1'), criterion('2')],
  measures: [{ key: 'm', title: 'Median', unit: 'h', start: '100', target: '24' }],
  everyDays: '7',
}
const merge = (mine: Partial<GoalValues>, theirs: Partial<GoalValues>) =>
  mergeEdits(base, { ...base, ...mine }, { ...base, ...theirs })

describe('merging', () => {
  test('takes changes of different fields from both', () => {
    const { merged, overlaps } = merge(
      { title: 'Mine' },
      { everyDays: '14', timeframe: 'deadline', targetDate: '2027-01-01' },
    )
    expect(overlaps).toEqual([])
    expect(merged).toEqual({
      ...base,
      title: 'Mine',
      everyDays: '14',
      timeframe: 'deadline',
      targetDate: '2027-01-01',
    })
  })

  test('keeps mine and names the field if both changed it differently', () => {
    const { merged, overlaps } = merge(
      { title: 'Mine', detailedDescription: 'Same.' },
      { title: 'Theirs', detailedDescription: 'Same.' },
    )
    expect(overlaps).toEqual(['title'])
    expect(merged).toMatchObject({ title: 'Mine', detailedDescription: 'Same.' })
  })

  test.each<[string, Partial<GoalValues>, Partial<GoalValues>, Partial<GoalValues>]>([
    [
      'labels added and removed',
      { labelIds: ['a', 'b', 'c'] },
      { labelIds: ['b', 'd'] },
      { labelIds: ['b', 'c', 'd'] },
    ],
    [
      'different criteria changed',
      { criteria: [criterion('1', 'mine'), criterion('2')] },
      { criteria: [criterion('1'), criterion('2', 'theirs'), criterion('3')] },
      { criteria: [criterion('1', 'mine'), criterion('2', 'theirs'), criterion('3')] },
    ],
    [
      'one criterion removed by each',
      { criteria: [criterion('2')] },
      { criteria: [criterion('1')] },
      { criteria: [] },
    ],
    [
      'criteria reordered by me, and one changed by them',
      { criteria: [criterion('2'), criterion('1')] },
      { criteria: [criterion('1', 'theirs'), criterion('2')] },
      { criteria: [criterion('2'), criterion('1', 'theirs')] },
    ],
    [
      'different measures added',
      { measures: [...base.measures, measure('mine')] },
      { measures: [...base.measures, measure('theirs')] },
      { measures: [...base.measures, measure('mine'), measure('theirs')] },
    ],
    [
      'the same change by both, beside another',
      { criteria: [criterion('1', 'same'), criterion('2')] },
      { criteria: [criterion('1', 'same'), criterion('2', 'theirs')] },
      { criteria: [criterion('1', 'same'), criterion('2', 'theirs')] },
    ],
  ])('merges lists row by row: %s', (_, mine, theirs, expected) => {
    const { merged, overlaps } = merge(mine, theirs)
    expect(overlaps).toEqual([])
    expect(merged).toEqual({ ...base, ...expected })
  })

  test.each<[string, GoalValues['criteria']]>([
    ['changed', [criterion('1', 'theirs'), criterion('2')]],
    ['removed', [criterion('2')]],
  ])('asks if they %s the criterion that I changed', (_, criteria) => {
    const mine = [criterion('1', 'mine'), criterion('2')]
    const { merged, overlaps } = merge({ criteria: mine }, { criteria })
    expect(overlaps).toEqual(['criteria'])
    expect(merged.criteria).toEqual(mine)
  })

  test('asks if I removed the measure that they changed', () => {
    const measures = base.measures.map((measure) => ({ ...measure, target: '12' }))
    expect(merge({ measures: [] }, { measures }).overlaps).toEqual(['measures'])
  })

  test('a criterion that they removed is sent as a new one', () => {
    const theirs = { ...base, criteria: [criterion('2')] }
    expect(changesOf(theirs, { ...base }).criteria).toEqual([
      { title: '1', description: 'd' },
      { id: '2', title: '2', description: 'd' },
    ])
  })
})

test('every field of an edit arrives in the form', () => {
  const changed: GoalValues = {
    ...base,
    title: 'New title',
    detailedDescription: 'New text.',
    timeframe: 'deadline',
    targetDate: '2027-01-01',
    ownerUserId: null,
    labelIds: [],
    criteria: [criterion('3')],
    measures: [],
    everyDays: '',
  }
  const fields = editedFields(base, changed, Object.keys(changesOf(base, changed)) as never)
  expect(Object.keys(fields)).toHaveLength(8)
  expect(withEdits(base, [{ fields }])).toEqual(changed)
  expect(
    withEdits(base, [{ fields }, { fields: editedFields(changed, base, ['title', 'cadence', 'measures']) }]),
  ).toEqual({
    ...changed,
    title: base.title,
    everyDays: base.everyDays,
    measures: base.measures,
  })
})

test('an edit of one field changes no other', () => {
  const dated: GoalValues = { ...base, timeframe: 'deadline', targetDate: '2027-01-01' }
  const fields = editedFields(dated, base, ['timeframe'])
  expect(withEdits(dated, [{ fields }])).toEqual({ ...base, targetDate: '' })
  expect(withEdits(dated, [{ fields: {} }])).toEqual(dated)
})

test('an edit names no unit where none was typed, as the service does', () => {
  const { measures } = editedFields(base, { ...base, measures: [measure('n')] }, ['measures'])
  expect(measures?.to).toEqual([{ id: 'n', title: 'n', unit: null, start: 0, target: 1 }])
})

test('a chosen field is copied whole', () => {
  const untitled = { ...base, title: '', hasOwnTitle: false }
  expect(withField(base, 'title', untitled)).toEqual(untitled)
  const other: GoalValues = { ...base, timeframe: 'deadline', targetDate: '2027-01-01', everyDays: '1' }
  expect(withField(base, 'timeframe', other)).toEqual({
    ...base,
    timeframe: 'deadline',
    targetDate: '2027-01-01',
  })
  expect(withField(base, 'cadence', other)).toEqual({ ...base, everyDays: '1' })
  expect(withField(base, 'criteria', { ...base, criteria: [] })).toEqual({ ...base, criteria: [] })
})
