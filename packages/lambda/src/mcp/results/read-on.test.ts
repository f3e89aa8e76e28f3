import { describe, expect, test } from 'vitest'
import { mergedCuts, readOnFrom } from './read-on.ts'

const criterion = (n: number) => ({ id: `${n}`, title: `t${n}`, description: `d${n}` })
const whole = {
  id: 'g',
  description: 'text',
  criteria: [0, 1, 2, 3].map(criterion),
  owner: { id: 'u', name: 'Ada' },
  labels: ['a'],
}
const cut = (path: string, shown = 1, total = 2) => ({ path, shown, total })

describe('cuts', () => {
  test('of different fields stay as they are', () => {
    const cuts = [cut('description'), cut('criteria.2.description'), cut('owner.name')]
    expect(mergedCuts(cuts, { whole, most: 3 })).toEqual(cuts)
  })

  test('of one list become one, from its first element that is not whole', () => {
    const cuts = [cut('criteria', 3, 4), cut('criteria.1.title'), cut('criteria.2.title')]
    expect(mergedCuts(cuts, { whole, most: 9 })).toEqual([cut('criteria', 1, 4)])
  })

  test('of a list that is longer than what is there keep its length', () => {
    const cuts = [cut('criteria', 3, 70), cut('criteria.2.title')]
    expect(mergedCuts(cuts, { whole, most: 9 })).toEqual([cut('criteria', 2, 70)])
  })

  test('that are too many end with one that covers the rest', () => {
    const cuts = [cut('description'), cut('criteria', 3, 4), cut('owner.name'), cut('labels')]
    expect(mergedCuts(cuts, { whole, most: 2 })).toEqual([cut('description'), cut('', 2, 5)])
    expect(mergedCuts(cuts, { whole, most: 1 })).toEqual([cut('', 1, 5)])
  })

  test('below an element stay below it', () => {
    const cuts = [cut('criteria.1.title'), cut('criteria.1.description')]
    expect(mergedCuts(cuts, { whole, at: ['criteria', '1'], most: 1 })).toEqual([cut('criteria.1', 1, 3)])
  })

  test('of a list below it may be its own', () => {
    const cuts = [cut('criteria', 3, 4), cut('criteria.1.title'), cut('criteria.2.title')]
    expect(mergedCuts(cuts, { whole, at: ['criteria'], most: 3 })).toEqual(cuts)
    expect(mergedCuts(cuts, { whole, at: ['criteria'], most: 1 })).toEqual([cut('criteria', 1, 4)])
  })
})

test('a call goes on where the cut begins, and needs no path for the whole', () => {
  const call = { tool: 'get_goal', arguments: { goalId: 'g' } } as const
  expect(readOnFrom(call, cut('owner.name', 7))).toEqual({
    tool: 'get_goal',
    arguments: { goalId: 'g', path: 'owner.name', offset: 7 },
  })
  expect(readOnFrom(call, cut('', 2))).toEqual({ tool: 'get_goal', arguments: { goalId: 'g', offset: 2 } })
})
