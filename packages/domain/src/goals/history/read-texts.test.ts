import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { mockDatabase } from '../../storage/mocked-database.ts'
import type { GoalEditRecord } from '../../storage/table/entities/goals/goal-edit.ts'
import { readTexts } from './read-texts.ts'

const { mock, database } = mockDatabase()

test('throws goal_not_found if the texts of an edit are gone, because the goal has been deleted', async () => {
  const texts = { changed: ['detailedDescription'], from: 2, to: 2, bytes: 10 }
  const edit = {
    organizationKey: 'o',
    goalKey: 'g',
    version: 2,
    content: { texts },
  } as unknown as GoalEditRecord
  mock.on(GetCommand).resolves({})
  await expect(readTexts(database, [edit])).rejects.toMatchObject({ code: 'goal_not_found' })
})
