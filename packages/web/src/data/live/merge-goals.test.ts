import { expect, test } from 'vitest'
import { type GoalChange, mergeGoals, newChanges } from './merge-goals.ts'

const row = (id: string, version: number, hour: number) => ({
  id,
  version,
  updatedAt: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
})
const pages = [
  { goals: [row('a', 3, 9), row('b', 2, 8)], nextCursor: 'next' },
  { goals: [row('c', 1, 7)], nextCursor: null },
]
const changes = (...list: [string, GoalChange][]) => new Map(list)
const to = (version: number): GoalChange => ({ version, isDeleted: false })
const deleted: GoalChange = { version: 0, isDeleted: true }
const idsOf = (merged: ReturnType<typeof mergeGoals>) => merged?.map(({ goals }) => goals.map(({ id }) => id))

test('only what the list does not show yet is new', () => {
  const all = changes(['a', to(3)], ['b', to(3)], ['c', deleted], ['new', to(1)], ['gone', deleted])
  expect([...newChanges(pages, all).keys()]).toEqual(['b', 'c', 'new'])
})

test('changed goals come first, newest first, each once', () => {
  const merged = mergeGoals(pages, changes(['c', to(2)], ['new', to(1)]), [
    row('new', 1, 10),
    row('c', 2, 11),
  ])
  expect(idsOf(merged)).toEqual([['c', 'new', 'a', 'b'], []])
  expect(merged?.[0]?.nextCursor).toBe('next')
  expect(merged?.[0]?.goals[0]?.version).toBe(2)
})

test('changed goals are newest first in whatever order they arrive', () => {
  const changed = [row('1', 1, 10), row('2', 1, 12), row('3', 1, 11)]
  for (const given of [
    changed,
    changed.toReversed(),
    changed.toSorted((a, b) => Number(b.id) - Number(a.id)),
  ])
    expect(idsOf(mergeGoals(pages, changes(), given))?.[0]).toEqual(['2', '3', '1', 'a', 'b'])
})

test('deleted goals leave the list, and goals that were never in it change nothing', () => {
  expect(idsOf(mergeGoals(pages, changes(['b', deleted], ['other', to(4)]), []))).toEqual([['a'], ['c']])
})

test('a goal that no longer matches means loading the list again', () => {
  expect(mergeGoals(pages, changes(['b', to(3)]), [])).toBeUndefined()
})
