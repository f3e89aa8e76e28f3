import { expect, test, vi } from 'vitest'
import { api } from '../../../data/api/client.ts'
import { changeGoals, moveUnder, stopWaitingFor, undoChange, waitFor } from './change-goals.ts'

const goal = {
  id: 'g',
  title: 'Goal',
  version: 3,
  ownerUserId: null,
  labels: [],
  timeframe: { kind: 'continuous' as const },
  parentGoalId: 'a',
  blockedBy: [{ id: 'b', title: 'B', status: 'active' as const }],
}

test.each([
  ['is moved', moveUnder('c'), { parentGoalId: 'c' }],
  ['is moved to the top', moveUnder(null), { parentGoalId: null }],
  ['stays below its parent', moveUnder('a'), undefined],
  ['waits for another goal, too', waitFor('c'), { blockedByGoalIds: ['b', 'c'] }],
  ['waits for that goal already', waitFor('b'), undefined],
  ['waits no longer', stopWaitingFor('b'), { blockedByGoalIds: [] }],
  ['never waited', stopWaitingFor('c'), undefined],
])('a goal %s', (_, change, body) => {
  expect(change(goal)).toEqual(body)
})

test.each([
  ['parent', moveUnder('c'), { parentGoalId: 'a' }],
  ['blockers', waitFor('c'), { blockedByGoalIds: ['b'] }],
])('Undo restores the %s, unless somebody has changed the goal since', async (_, change, restored) => {
  const update = vi
    .spyOn(api, 'updateGoal')
    .mockImplementation(async ({ body }) => ({ goal: { version: (body.expectedVersion ?? 0) + 1 } }) as never)
  const outcome = await changeGoals([goal], change)
  const undone = await undoChange(outcome, change)
  expect(undone.failures).toEqual([])
  expect(update.mock.calls.map(([{ body }]) => body)).toEqual([
    { ...change(goal), expectedVersion: 3 },
    { ...restored, expectedVersion: 4 },
  ])
  update.mockRestore()
})
