/**
 * Writes transactions into the engine in a directory until it is killed, and prints the number of each once it is
 * acknowledged. Each writes its number to three items and counts in a fourth.
 */
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CreateTableCommand, DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { tableDefinition } from '@cairn/domain/table/definition'
import { attachEngine, openEngine } from '@cairn/engine'

const [directory = '', first = '0', moment = 'any', sync = 'commit'] = process.argv.slice(2)
const writers = 16
const TableName = 'cairn'
const { StreamSpecification: _, ...definition } = tableDefinition

const engine = openEngine({ directory, sync: sync as 'commit' | 'background' })
const client = new DynamoDBClient({
  region: 'local',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
})
attachEngine(client, engine)
const documents = DynamoDBDocumentClient.from(client)
attachEngine(documents, engine)
await client.send(new CreateTableCommand({ TableName, ...definition })).catch((error) => {
  if (!(error instanceof ResourceInUseException)) throw error
})

let next = Number(first)

// The last thing that this process does is to begin its tenth commit, or to end it without telling anybody.
let commits = 0
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  const isLast = sql === 'COMMIT' && ++commits === 10
  if (isLast && moment === 'before COMMIT') process.kill(process.pid, 'SIGKILL')
  exec.call(this, sql)
  if (isLast && moment === 'after COMMIT') process.kill(process.pid, 'SIGKILL')
}

async function write(): Promise<never> {
  for (;;) {
    const number = next++
    const text = 'x'.repeat(number % 5_000)
    const Put = (sk: string) => ({
      Put: {
        TableName,
        Item: { pk: `t${number}`, sk, number, text, gsi1pk: 'all', gsi1sk: `${number}-${sk}` },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    })
    await documents.send(
      new TransactWriteCommand({
        ClientRequestToken: `token-${number}`,
        TransactItems: [
          Put('a'),
          Put('b'),
          Put('c'),
          {
            Update: {
              TableName,
              Key: { pk: 'count', sk: 'all' },
              UpdateExpression: 'ADD written :one',
              ExpressionAttributeValues: { ':one': 1 },
            },
          },
        ],
      }),
    )
    writeSync(1, `${number}\n`)
  }
}

await Promise.all(Array.from({ length: writers }, write))
