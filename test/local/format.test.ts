import { DeleteCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { checkFormat } from '@cairn/domain/storage/table/check-format'
import { currentFormat, formatEntity, formatKey } from '@cairn/domain/storage/table/entities/format'
import { keyOfRecord } from '@cairn/domain/storage/table/entity'
import { checkIntegrity } from '@cairn/local/commands/check-integrity'
import { commands } from '@cairn/local/commands/commands'
import { startLocalService } from '@cairn/local/service'
import { StartError } from '@cairn/local/start-error'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWireTable, engineEndpoint, type WireTable } from '../support/service/engine.ts'
import { startEngineProxy } from '../support/service/engine-proxy.ts'
import { runHere } from '../support/service/machine.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))

let table: WireTable
beforeEach(async () => {
  table = await createWireTable()
})
afterEach(() => table.stop())

const keyOfFormat = () => ({ TableName: table.tableName, Key: keyOfRecord(formatEntity, formatKey) })

async function setFormat(format: number): Promise<void> {
  await table.database.client.send(
    new UpdateCommand({
      ...keyOfFormat(),
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

const start = (endpoint: string) =>
  startLocalService({
    port: 0,
    dataDirectory: null,
    endpoint,
    tableName: table.tableName,
    writeLine: () => undefined,
  })

const sentence = (format: number) =>
  `The data has format ${format}, and this version of Cairn reads format ${currentFormat}. Start the version that wrote the data, or move the data as CHANGELOG.md says.`

test('a new table gets the format once, though many processes start at the same moment', async () => {
  await table.database.client.send(new DeleteCommand(keyOfFormat()))
  await Promise.all([1, 2, 3, 4].map(() => checkFormat(table.database)))
  expect(await stored()).toEqual([expect.objectContaining({ __edb_e__: 'format', format: currentFormat })])
})

test.each([currentFormat + 1, currentFormat - 1])(
  'data of format %i stops the start with a sentence, and stays as it is',
  async (format) => {
    await setFormat(format)
    const before = await stored()
    await expect(start(table.endpoint)).rejects.toThrow(new StartError(sentence(format)))
    expect(await stored()).toEqual(before)
  },
)

/** Valid parameters of the commands that read a table. */
const parametersOf: Record<string, string[]> = {
  'end-sessions': ['ada@example.com'],
  'verify-email': ['ada@example.com'],
  'verify-history': ['6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11'],
}

// A backup is a copy of the file, whatever is in it.
test.each(Object.entries(commands).filter(([name]) => name !== 'backup'))(
  '%s refuses data of another format with a sentence, and changes nothing',
  async (name, command) => {
    await setFormat(currentFormat + 1)
    const before = await stored()
    const environment = { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: table.tableName }
    const { code, stderr } = await runHere(command, parametersOf[name] ?? [], environment)
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${sentence(currentFormat + 1)}\n` })
    expect(await stored()).toEqual(before)
  },
)

test('a maintenance command accepts a table on which no service has started, and stores no format', async () => {
  await table.database.client.send(new DeleteCommand(keyOfFormat()))
  const environment = { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: table.tableName }
  expect(await runHere(checkIntegrity, [], environment)).toMatchObject({ code: 0 })
  expect(await stored()).toEqual([])
})

test('a database that fails while the format is read stops the start with a sentence; the next start succeeds', async () => {
  proxy.setFault(({ operation }) =>
    operation === 'GetItem' || operation === 'BatchGetItem' ? 'status500' : 'pass',
  )
  await expect(start(proxy.endpoint)).rejects.toThrow(
    new StartError(`Cannot use table ${table.tableName}: Internal server error`),
  )
  proxy.setFault(undefined)
  await (await start(proxy.endpoint)).stop()
})
