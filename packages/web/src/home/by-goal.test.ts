import type { NamedEvent } from '@cairn/contract'
import { expect, test } from 'vitest'
import { byGoal } from './by-goal.ts'

const event = (id: string, goalId?: string) => ({ id, goal: goalId ? { id: goalId } : null }) as NamedEvent
const shown = (events: NamedEvent[]) => byGoal(events).map((folded) => folded.map(({ id }) => id).join(' '))

test('folds older changes of a goal into its newest one, and leaves other events alone', () => {
  expect(shown([event('5', 'a'), event('4'), event('3', 'b'), event('2', 'a'), event('1')])).toEqual([
    '5 2',
    '4',
    '3',
    '1',
  ])
  expect(shown([])).toEqual([])
})
