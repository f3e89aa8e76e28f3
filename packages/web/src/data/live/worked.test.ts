import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { reloadWorked } from './worked.ts'

const under = (...rest: unknown[]) => ['organization', 'o', ...rest]
const pages = (...ids: string[]) => ({ pages: [{ goals: ids.map((id) => ({ id })) }] })

const known: [name: string, key: unknown[], data: unknown][] = [
  ['the goal', under('goals', 'one', 'a'), {}],
  ['another goal', under('goals', 'one', 'b'), {}],
  ['a list with it', under('goals', 'pages', {}), pages('a', 'b')],
  ['a list without it', under('goals', 'pages', { status: 'active' }), pages('b')],
  ['a whole list with it', under('goals', 'whole', {}, 5), { goals: [{ id: 'a' }] }],
  ['a list by reason', under('goals', 'pages', { attention: 'question_open' }), pages()],
  ['counts by reason', under('goals', 'counts', { attention: 'claim_expired' }), { total: 1 }],
  ['titles', under('goals', 'titles', ['a']), {}],
  ['its questions', under('work', 'questions', 'a'), {}],
  ['its confirmations', under('work', 'confirmations', 'a'), {}],
  ['questions about another', under('work', 'questions', 'b'), {}],
  ['claims', under('work', 'claims'), {}],
  ['open questions', under('work', 'open questions'), []],
  ['usage', under('work', 'usage', 'goal', 7), {}],
]

function reloadedBy(plan: Parameters<typeof reloadWorked>[1]): string[] {
  const queryClient = new QueryClient()
  for (const [, key, data] of known) queryClient.setQueryData(key, data)
  reloadWorked({ queryClient, organizationId: 'o' }, plan)
  return known.filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated).map(([name]) => name)
}

test('work on a goal makes what shows it out of date', () => {
  expect(reloadedBy({ worked: new Set(['a']), goals: new Map() })).toEqual([
    'the goal',
    'a list with it',
    'a whole list with it',
    'a list by reason',
    'counts by reason',
    'its questions',
    'its confirmations',
    'claims',
    'open questions',
  ])
})

test('a new version of a goal may have used something, and the goal is loaded again anyway', () => {
  const goals = new Map([['a', { version: 2, isDeleted: false }]])
  expect(reloadedBy({ worked: new Set(), goals })).toEqual(['usage'])
  expect(reloadedBy({ worked: new Set(['a']), goals })).not.toContain('the goal')
})

test('nothing is loaded again without events of work', () => {
  expect(reloadedBy({ worked: new Set(), goals: new Map() })).toEqual([])
})
