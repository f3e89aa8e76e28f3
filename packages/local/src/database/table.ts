import { setTimeout as delay } from 'node:timers/promises'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import type { DatabaseOptions } from '@cairn/domain/storage/database/client'
import { tableDefinition, timeToLiveAttribute } from '@cairn/domain/storage/table/definition'
import { StartError, sentenceOf } from '../start-error.ts'

/** How to reach a table: at an endpoint, or in this process. Without credentials, the SDK uses its default chain. */
export type TableAddress = Pick<DatabaseOptions, 'endpoint' | 'attach'> & {
  tableName: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Nothing here reads a stream. On one machine, changes are recorded in the table itself. */
const { StreamSpecification: _, ...definitionWithoutStream } = tableDefinition

const activeDeadlineMilliseconds = 60_000
const pollMilliseconds = 50

/**
 * Creates the table as the domain defines it, unless it exists. Resolves when the table can be used.
 * @returns Whether there was no such table.
 * @throws StartError if the database does not respond, or has a table of that name with other keys.
 */
export async function ensureTable(address: TableAddress): Promise<boolean> {
  const { endpoint, tableName: TableName, region, credentials, attach } = address
  const client = new DynamoDBClient({
    ...(endpoint && { endpoint }),
    region,
    ...(credentials && { credentials }),
  })
  attach?.(client)
  try {
    let table = await describe(client, TableName)
    const isNew = table === undefined
    if (isNew) await create(client, TableName)
    for (let waited = 0; table?.TableStatus !== 'ACTIVE'; waited += pollMilliseconds) {
      if (waited > 0) await delay(pollMilliseconds)
      if (waited > activeDeadlineMilliseconds)
        throw new StartError(
          `Table ${TableName} did not become active within ${activeDeadlineMilliseconds / 1000} seconds.`,
        )
      table = await describe(client, TableName)
    }
    refuseOtherKeys(table)
    await enableTimeToLive(client, TableName)
    return isNew
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot use table ${TableName}${endpoint ? ` at ${endpoint}` : ''}: ${sentenceOf(error)}`,
    )
  } finally {
    client.destroy()
  }
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

async function create(client: DynamoDBClient, TableName: string): Promise<void> {
  try {
    await client.send(new CreateTableCommand({ TableName, ...definitionWithoutStream }))
  } catch (error) {
    // Another process created it first.
    if (!(error instanceof ResourceInUseException)) throw error
  }
}

/** DynamoDB refuses to enable it twice. */
async function enableTimeToLive(client: DynamoDBClient, TableName: string): Promise<void> {
  if (await isTimeToLiveEnabled(client, TableName)) return
  const TimeToLiveSpecification = { Enabled: true, AttributeName: timeToLiveAttribute }
  try {
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
  } catch (error) {
    // Another process enabled it first.
    if (!(await isTimeToLiveEnabled(client, TableName))) throw error
  }
}

async function isTimeToLiveEnabled(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  const status = TimeToLiveDescription?.TimeToLiveStatus
  return status === 'ENABLED' || status === 'ENABLING'
}

/** A table of an older version or another program would fail later, with a less clear error. */
function refuseOtherKeys(table: TableDescription): void {
  const keysOf = (keys: { AttributeName?: string | undefined }[] = []) =>
    keys.map((key) => key.AttributeName).join()
  const indexes = table.GlobalSecondaryIndexes ?? []
  const isAsDefined =
    keysOf(table.KeySchema) === keysOf(tableDefinition.KeySchema) &&
    tableDefinition.GlobalSecondaryIndexes.every(({ IndexName, KeySchema }) =>
      indexes.some((index) => index.IndexName === IndexName && keysOf(index.KeySchema) === keysOf(KeySchema)),
    )
  if (!isAsDefined)
    throw new StartError(
      `Table ${table.TableName} has different keys or indexes than this version of Cairn needs.`,
    )
}
