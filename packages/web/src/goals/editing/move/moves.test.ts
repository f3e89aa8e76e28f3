import { expect, test, vi } from 'vitest'
import type { Outcome } from '../../list/bulk/change-goals.ts'
import { createMoves } from './moves.ts'

const moved = (id: string, version: number) =>
  ({ changed: [{ before: { id }, version }], failures: [] }) as unknown as Outcome
const move = (goalId: string) => ({ goalId, parent: null })

test('moves are saved one after the other, also after one that failed', async () => {
  const moves = createMoves()
  const onChange = vi.fn()
  const stop = moves.subscribe(onChange)
  const begun: number[] = []
  const saved: number[] = []
  const first = Promise.withResolvers<Outcome>()
  const save = (index: number, outcome: Promise<Outcome>) =>
    moves.save(
      move('a'),
      () => {
        begun.push(index)
        return outcome
      },
      () => saved.push(index),
    )
  const failed = Promise.reject(new Error('No network.'))
  const saving = [
    save(1, first.promise),
    save(2, failed),
    save(3, Promise.resolve({ changed: [], failures: [{}] } as unknown as Outcome)),
    save(4, Promise.resolve(moved('a', 4))),
  ]
  await Promise.resolve()
  expect(begun).toEqual([1])
  expect(moves.pending()).toHaveLength(4)
  first.resolve(moved('a', 2))
  const outcomes = await Promise.allSettled(saving)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(begun).toEqual([1, 2, 3, 4])
  expect(saved).toEqual([1, 4])
  expect(moves.pending()).toEqual([])
  expect(onChange).toHaveBeenCalledTimes(8)
  stop()
  await save(5, Promise.resolve(moved('a', 5)))
  expect(onChange).toHaveBeenCalledTimes(8)
})

test('a move is pending until its result is in the list', async () => {
  const moves = createMoves()
  let pendingThen: readonly unknown[] = []
  await moves.save(
    move('a'),
    async () => moved('a', 2),
    () => {
      pendingThen = moves.pending()
    },
  )
  expect(pendingThen).toEqual([move('a')])
})

test('a goal has the version of its latest move, unless the page shows a later one', async () => {
  const { save, atLatestVersion } = createMoves()
  expect(atLatestVersion({ id: 'a', version: 1 })).toEqual({ id: 'a', version: 1 })
  await save(
    move('a'),
    async () => moved('a', 2),
    () => undefined,
  )
  expect(atLatestVersion({ id: 'a', version: 1 }).version).toBe(2)
  expect(atLatestVersion({ id: 'a', version: 3 }).version).toBe(3)
  expect(atLatestVersion({ id: 'b', version: 1 }).version).toBe(1)
})
