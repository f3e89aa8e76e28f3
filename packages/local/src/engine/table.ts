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
import { tableDefinition, timeToLiveAttribute } from '@cairn/domain/table/definition'
import { StartError, sentenceOf } from '../start-error.ts'

/** How to reach a table; credentials only where AWS's own chain is not wanted. */
export type TableAddress = {
  endpoint: string
  tableName: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/**
 * The engine keeps every record of a stream, twice its size, and looks through all of them at each write: a service would
 * get slower with everything that it ever wrote. What the stream is for on AWS, `clean-up.ts` does here.
 */
const { StreamSpecification: _, ...definitionWithoutStream } = tableDefinition

const activeDeadlineMilliseconds = 60_000
const pollMilliseconds = 50

/**
 * Creates the table as the domain defines it and settles once it can be used; a table that is there is kept.
 * @throws StartError where the database does not answer or holds a table of that name with other keys.
 */
export async function ensureTable(address: TableAddress): Promise<void> {
  const { endpoint, tableName: TableName, region, credentials } = address
  const client = new DynamoDBClient({ endpoint, region, ...(credentials && { credentials }) })
  try {
    let table = await describe(client, TableName)
    if (table === undefined) await create(client, TableName)
    for (let waited = 0; table?.TableStatus !== 'ACTIVE'; waited += pollMilliseconds) {
      if (waited > 0) await delay(pollMilliseconds)
      if (waited > activeDeadlineMilliseconds)
        throw new StartError(`Table ${TableName} does not become active.`)
      table = await describe(client, TableName)
    }
    refuseOtherKeys(table)
    await enableTimeToLive(client, TableName)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Table ${TableName} at ${endpoint} cannot be used: ${sentenceOf(error)}`)
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
    // Another process was faster.
    if (!(error instanceof ResourceInUseException)) throw error
  }
}

/** Turning it on again would be refused by DynamoDB. */
async function enableTimeToLive(client: DynamoDBClient, TableName: string): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  const status = TimeToLiveDescription?.TimeToLiveStatus
  if (status === 'ENABLED' || status === 'ENABLING') return
  const TimeToLiveSpecification = { Enabled: true, AttributeName: timeToLiveAttribute }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

/** A table of an older definition, or of another program, would fail later and less clearly. */
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
    throw new StartError(`Table ${table.TableName} has other keys or indexes than this version needs.`)
}
