import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { checkFormat } from '@cairn/domain/storage/table/check-format'
import { currentFormat, formatEntity, formatKey } from '@cairn/domain/storage/table/entities/format'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { startLocalService } from '@cairn/local/service'
import { StartError } from '@cairn/local/start-error'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestTable, type TestTable } from '../support/service/engine.ts'
import '../support/global-setup.ts'

let table: TestTable
beforeEach(async () => {
  table = await createTestTable()
})
afterEach(() => table.stop())

async function setFormat(format: number): Promise<void> {
  const { client, tableName } = table.database
  const { TableName, Key } = { TableName: tableName, Key: keyOfRecord(formatEntity, formatKey) }
  await client.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #format = :format',
      ExpressionAttributeNames: { '#format': 'format' },
      ExpressionAttributeValues: { ':format': format },
    }),
  )
}

async function stored(): Promise<unknown[]> {
  const { client, tableName } = table.database
  return (await client.send(new ScanCommand({ TableName: tableName }))).Items ?? []
}

test('a new table gets the format once, though many processes start at the same moment', async () => {
  await Promise.all([1, 2, 3, 4].map(() => checkFormat(table.database)))
  expect(await stored()).toEqual([expect.objectContaining({ __edb_e__: 'format', format: currentFormat })])
})

test.each([currentFormat + 1, currentFormat - 1])(
  'data of format %i stops the start with a sentence, and stays as it is',
  async (format) => {
    await setFormat(format)
    const before = await stored()
    const { tableName, attach } = table
    const start = startLocalService({
      port: 0,
      dataDirectory: null,
      tableName,
      ...(attach && { attach }),
      writeLine: () => undefined,
    })
    await expect(start).rejects.toThrow(
      new StartError(
        `The data has format ${format}, and this version of Cairn reads format ${currentFormat}. Start the version that wrote the data, or move the data as CHANGELOG.md says.`,
      ),
    )
    expect(await stored()).toEqual(before)
  },
)
