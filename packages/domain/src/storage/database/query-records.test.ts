import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import { mockDatabase } from '../mocked-database.ts'
import { goalReportEntity } from '../table/entities/goals/goal-report.ts'
import { keyOfRecord } from '../table/entity.ts'
import { queryRecords } from './query-records.ts'

const { mock, database } = mockDatabase()
beforeEach(() => {
  mock.reset()
  mock.on(QueryCommand).resolves({ Items: [] })
})

const goal = { organizationKey: 'o', goalKey: 'g' }
const cursorAt = (revision: number) => JSON.stringify(keyOfRecord(goalReportEntity, { ...goal, revision }))
const between = [{ revision: 3 }, { revision: 7 }] as const

// DynamoDB refuses a position outside of the range. At its end, nothing can follow.
test.each([
  ['asc', 6, 1],
  ['asc', 7, 0],
  ['asc', 8, 0],
  ['desc', 4, 1],
  ['desc', 3, 0],
  ['desc', 2, 0],
] as const)('%s from %i on, of 3 to 7: sends %i queries', async (order, revision, queries) => {
  const cursor = cursorAt(revision)
  const result = await queryRecords(database, goalReportEntity, 'record', goal, { between, order, cursor })
  expect(result).toEqual({ data: [], cursor: null })
  expect(mock.commandCalls(QueryCommand)).toHaveLength(queries)
})
