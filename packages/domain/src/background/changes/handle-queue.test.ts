import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockDatabase } from '../../storage/mocked-database.ts'
import { type ChangeRecord, changeEntity, changeQueue } from '../../storage/table/entities/events/change.ts'
import { keyOfRecord, toItem } from '../../storage/table/entity.ts'
import { handleQueue } from './handle-queue.ts'

const { mock, database } = mockDatabase()
const options = {
  now: () => new Date(),
  onEvents: () => undefined,
  onCleanUp: () => undefined,
  isStopping: () => false,
}

/** A deleted goal, whose records are removed. */
const deletion = (changeId: string, organizationId: string): ChangeRecord => ({
  ...changeQueue,
  changeId,
  content: { organizationId, events: [], deletedGoalId: `goal ${changeId}` },
})

function waiting(changes: readonly ChangeRecord[]): void {
  mock.reset()
  mock.on(QueryCommand).resolves({ Items: changes.map((change) => toItem(changeEntity, change)) })
  mock.on(BatchWriteCommand).resolves({})
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('removes what is done, and keeps the change that failed and the later ones of its organization', async () => {
  const changes = [deletion('1', 'a'), deletion('2', 'a'), deletion('3', 'b'), deletion('4', 'a')]
  waiting(changes)
  const cleaned: string[] = []
  const error = new Error('It cannot be cleaned up.')
  const failed = await handleQueue(database, {
    ...options,
    onCleanUp: ({ goalId }) => cleaned.push(goalId),
    handle: async () => ({ organizationIds: [], failures: [{ organizationId: 'a', index: 1, error }] }),
  })
  expect([...failed]).toEqual([['a', { change: changes[1], error }]])
  expect(cleaned).toEqual(['goal 1', 'goal 3'])
  const removed = mock
    .commandCalls(BatchWriteCommand)
    .flatMap(({ args: [{ input }] }) => Object.values(input.RequestItems ?? {}).flat())
  expect(removed.map((request) => request.DeleteRequest?.Key)).toEqual(
    [changes[0], changes[2]].map((change) => change && keyOfRecord(changeEntity, change)),
  )
})

test('tries those that failed before last, for two seconds, so that the others wait no longer', async () => {
  waiting([deletion('1', 'suspect'), deletion('2', 'sound')])
  const tried: [string | undefined, number][] = []
  await handleQueue(database, {
    ...options,
    suspects: new Set(['suspect']),
    handle: async ({ deadline = 0 }, changes) => {
      tried.push([changes[0]?.organizationId, deadline - Date.now()])
      return { organizationIds: [], failures: [] }
    },
  })
  expect(tried).toEqual([
    ['sound', 10_000],
    ['suspect', 2_000],
  ])
})
