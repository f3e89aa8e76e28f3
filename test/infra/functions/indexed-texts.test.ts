/** The function that follows the stream keeps the index of long texts. */
import { marshall } from '@aws-sdk/util-dynamodb'
import type { Database } from '@cairn/domain/storage/database/client'
import { readItem } from '@cairn/domain/storage/database/read-record'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import { goalKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalTextWordsEntity } from '@cairn/domain/storage/table/entities/goals/goal-text-words'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { createChangesHandler } from '@cairn/functions/goal-changes/handler'
import { createLogger } from '@cairn/lambda/logging/logger'
import type { DynamoDBRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { createGoal } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'

// Nothing else follows the changes.
const { service, ada } = await startWithAda({ background: false })
const database: Database = { ...service.table.database, hasStream: true }
const handler = createChangesHandler({ database, logger: createLogger('SILENT', () => undefined) })
const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()

const handle = (eventName: string, dynamodb: object) =>
  handler(
    { Records: [{ eventName, dynamodb: { SequenceNumber: '1', ...dynamodb } } as DynamoDBRecord] },
    {
      getRemainingTimeInMillis: () => 60_000,
    },
  )

async function postedWords(): Promise<string[]> {
  const words: string[] = []
  for await (const page of scanTable(database)) {
    for (const record of page) if (record.__edb_e__ === 'goalTextPosting') words.push(String(record.w))
  }
  return words.sort()
}

test('new texts and comments are found, edited ones by their new words, and deleted goals by none', async () => {
  const { id: goalId } = await createGoal(ada, { title: 'Otters', detailedDescription: 'Along rivers.' })
  const key = goalKeyOf({ organizationId, goalId })
  const image = (entity: string) => marshall({ __edb_e__: entity, o: key.organizationKey, g: key.goalKey })
  expect(await handle('INSERT', { NewImage: image('goalText') })).toEqual({ batchItemFailures: [] })
  expect(await postedWords()).toEqual(['along', 'rivers'])

  const { comment } = await ada.api.createGoalComment({ params: { goalId }, body: { text: 'Zebra!' } })
  await handle('INSERT', { NewImage: image('goalComment') })
  expect(await postedWords()).toEqual(['along', 'rivers', 'zebra'])
  const params = { goalId, commentId: comment.id }
  await ada.api.updateGoalComment({ params, body: { text: 'Heron!' } })
  await handle('MODIFY', { NewImage: image('goalComment') })
  expect(await postedWords()).toEqual(['along', 'heron', 'rivers'])
  await ada.api.deleteGoalComment({ params })
  await handle('MODIFY', { NewImage: image('goalComment') })
  expect(await postedWords()).toEqual(['along', 'rivers'])

  const words = (await readItem(database, keyOfRecord(goalTextWordsEntity, key))) ?? {}
  await handle('REMOVE', { OldImage: marshall(words) })
  expect(await postedWords()).toEqual([])
})
