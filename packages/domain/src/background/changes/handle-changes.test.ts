import { expect, test } from 'vitest'
import { mockDatabase } from '../../storage/mocked-database.ts'
import { type Change, createChangeHandler } from './handle-changes.ts'

const { mock, database } = mockDatabase()
const event = { id: '01', createdAt: '2026-11-20T10:00:00.000Z' } as Change['events'][number]

test('what follows from a change waits until its events are in the feed; other organizations do not wait', async () => {
  mock.onAnyCommand().rejects(new Error('The append fails.'))
  const worked: string[] = []
  const change = (organizationId: string, name: string, events: Change['events']): Change => ({
    organizationId,
    events,
    work: async () => void worked.push(name),
  })
  const { organizationIds, failures } = await createChangeHandler()(
    database,
    [change('a', 'a1', []), change('a', 'a2', [event]), change('b', 'b1', []), change('a', 'a3', [])],
    new Date(),
  )
  expect(worked).toEqual(['a1', 'b1'])
  expect(organizationIds).toEqual([])
  expect(failures).toMatchObject([{ organizationId: 'a', index: 1 }])
})
