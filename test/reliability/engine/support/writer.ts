/**
 * Writes transactions into the engine in a directory until it is killed, and prints the number of each once it is
 * acknowledged. Each writes its number to three items and counts in a fourth. A fifth has expired, and is deleted meanwhile.
 */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { tableDefinition } from '@cairn/domain/storage/table/definition'
import { attachEngine, openEngine } from '@cairn/engine'
import { LogSync } from '@cairn/engine/storage/files/log-sync'

const [directory = '', first = '0', moment = 'any', sync = 'commit'] = process.argv.slice(2)
const writers = 16
const TableName = 'cairn'
const { StreamSpecification: _, ...definition } = tableDefinition

const engine = openEngine({
  directory,
  sync: sync as 'commit' | 'background',
  deleteExpiredEvery: 2,
})
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
const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
if (TimeToLiveDescription?.TimeToLiveStatus === 'DISABLED') {
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

/** Unix seconds, an hour away. */
const [past, future] = [-3_600, 3_600].map((seconds) => Math.floor(Date.now() / 1_000) + seconds)

let next = Number(first)

// The last thing that this process does is its tenth commit, up to the moment that it was started for.
const dieAt = (here: string) => {
  if (commits === 10 && moment === here) process.kill(process.pid, 'SIGKILL')
}

let commits = 0
const toldToKill = new Int32Array(new SharedArrayBuffer(4))
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  if (sql === 'COMMIT') {
    commits++
    dieAt('before COMMIT')
    if (commits === 10 && moment === 'in COMMIT') {
      Atomics.store(toldToKill, 0, 1)
      Atomics.notify(toldToKill, 0)
    }
  }
  exec.call(this, sql)
  if (sql === 'COMMIT') dieAt('after COMMIT')
}

const { start } = LogSync.prototype
LogSync.prototype.start = function (done) {
  start.call(this, (error) => {
    dieAt('after the sync')
    done(error)
  })
  dieAt('in the sync')
}

// This thread kills the process up to a millisecond after it is told, while the main thread is in COMMIT.
const thread = new Worker(
  `
    const { workerData, parentPort } = require('node:worker_threads')
    parentPort.postMessage('ready')
    Atomics.wait(workerData, 0, 0)
    const end = performance.now() + Math.random()
    while (performance.now() < end);
    process.kill(process.pid, 'SIGKILL')
  `,
  { eval: true, workerData: toldToKill },
)
await once(thread, 'message')

async function write(): Promise<never> {
  for (;;) {
    const number = next++
    const text = 'x'.repeat(number % 5_000)
    const Put = (sk: string, ttl = future) => ({
      Put: {
        TableName,
        Item: { pk: `t${number}`, sk, ttl, number, text, gsi1pk: 'all', gsi1sk: `${number}-${sk}` },
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
          Put('expired', past),
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
