import * as dynamodb from '@aws-sdk/client-dynamodb'
import { tableDefinition } from '@cairn/domain/storage/table/definition'
import { attachEngine, openEngine } from '@cairn/engine'

const { StreamSpecification: _, ...definition } = tableDefinition

const numbersDefinition = {
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
  ],
  BillingMode: 'PAY_PER_REQUEST',
} satisfies Partial<dynamodb.CreateTableCommandInput>

export const operations = {
  BatchGetItem: dynamodb.BatchGetItemCommand,
  BatchWriteItem: dynamodb.BatchWriteItemCommand,
  DeleteItem: dynamodb.DeleteItemCommand,
  GetItem: dynamodb.GetItemCommand,
  PutItem: dynamodb.PutItemCommand,
  Query: dynamodb.QueryCommand,
  Scan: dynamodb.ScanCommand,
  TransactWriteItems: dynamodb.TransactWriteItemsCommand,
  UpdateItem: dynamodb.UpdateItemCommand,
}

/** One call, in DynamoDB's JSON. `TableName` is one of the pair's tables. */
export type EngineRequest = { operation: keyof typeof operations; input: Record<string, unknown> }

export type Outcome =
  | { output: Record<string, unknown> }
  | { error: string; message: string; item?: unknown; reasons?: unknown }

export type EnginePair = {
  tableName: string
  /** A table whose sort key is a number. */
  numbersTableName: string
  /** The results of the wire engine and of the engine in the process. */
  run(request: EngineRequest): Promise<{ wire: Outcome; inProcess: Outcome }>
  /** Deletes all items. */
  clear(): Promise<void>
  stop(): Promise<void>
}

/** The same tables in the wire engine and in an engine in memory. */
export async function createEnginePair(endpoint: string, tableName: string): Promise<EnginePair> {
  const numbersTableName = `${tableName}-numbers`
  const local = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
  const wire = new dynamodb.DynamoDBClient({ ...local, endpoint, maxAttempts: 1 })
  const inProcess = new dynamodb.DynamoDBClient(local)
  const engine = openEngine()
  attachEngine(inProcess, engine)
  for (const client of [wire, inProcess]) {
    await client.send(new dynamodb.CreateTableCommand({ TableName: tableName, ...definition }))
    await client.send(new dynamodb.CreateTableCommand({ TableName: numbersTableName, ...numbersDefinition }))
  }

  async function run({ operation, input }: EngineRequest) {
    const Command = operations[operation] as unknown as new (input: object) => dynamodb.GetItemCommand
    const send = (client: dynamodb.DynamoDBClient) =>
      outcomeOf(client.send(new Command(structuredClone(input))))
    return { wire: await send(wire), inProcess: await send(inProcess) }
  }

  async function clear(): Promise<void> {
    for (const client of [wire, inProcess]) {
      for (const TableName of [tableName, numbersTableName]) {
        const { Items = [] } = await client.send(new dynamodb.ScanCommand({ TableName }))
        for (const { pk, sk } of Items) {
          await client.send(new dynamodb.DeleteItemCommand({ TableName, Key: { pk, sk } as never }))
        }
      }
    }
  }

  async function stop(): Promise<void> {
    for (const TableName of [tableName, numbersTableName]) {
      await wire.send(new dynamodb.DeleteTableCommand({ TableName }))
    }
    wire.destroy()
    engine.close()
  }
  return { tableName, numbersTableName, run, clear, stop }
}

async function outcomeOf(sent: Promise<unknown>): Promise<Outcome> {
  try {
    const { $metadata, ...output } = (await sent) as Record<string, unknown>
    return { output: JSON.parse(JSON.stringify(output)) }
  } catch (error) {
    const {
      name,
      message,
      Item: item,
      CancellationReasons: reasons,
    } = error as dynamodb.TransactionCanceledException & {
      Item?: unknown
    }
    return JSON.parse(JSON.stringify({ error: name, message, item, reasons }))
  }
}
