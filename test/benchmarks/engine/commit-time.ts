/**
 * How long a commit holds up the event loop, from BEGIN to the end of COMMIT, with each way to sync, while 1, 16 and 64
 * clients write transactions of four items. Run it alone: `node test/benchmarks/engine/commit-time.ts`.
 */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { closeDatabase, createDatabase } from '@cairn/domain/database/client'
import { tableDefinition } from '@cairn/domain/table/definition'
import { attachEngine, openEngine } from '@cairn/engine'
import { figure, markdownTable } from '../markdown-table.ts'
import { latencyOf } from '../statistics/percentiles.ts'
import { withTemporaryDirectory } from '../support/temporary-directory.ts'

const { StreamSpecification: _, ...definition } = tableDefinition
const TableName = 'cairn'
const local = { region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
const measuredMilliseconds = 5_000
const warmUpMilliseconds = 1_000

let began = 0
let commits: number[] = []
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  if (sql === 'BEGIN IMMEDIATE') began = performance.now()
  exec.call(this, sql)
  if (sql === 'COMMIT') commits.push(performance.now() - began)
}

function write(documents: DynamoDBDocumentClient): Promise<unknown> {
  const TransactItems = ['a', 'b', 'c', 'd'].map((sk) => ({
    Put: {
      TableName,
      Item: { pk: randomUUID(), sk, gsi1pk: 'all', gsi1sk: randomUUID(), text: 'x'.repeat(500) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }))
  return documents.send(new TransactWriteCommand({ ClientRequestToken: randomUUID(), TransactItems }))
}

async function measure(directory: string, sync: 'commit' | 'background', clients: number): Promise<string[]> {
  const engine = openEngine({ directory, sync })
  const client = new DynamoDBClient(local)
  const database = createDatabase({ ...local, tableName: TableName })
  try {
    for (const attached of [client, database.client]) attachEngine(attached, engine)
    await client.send(new CreateTableCommand({ TableName, ...definition }))
    let latencies: number[] = []
    const writeFor = (milliseconds: number) => {
      const end = performance.now() + milliseconds
      const writeUntilEnd = async () => {
        while (performance.now() < end) {
          const start = performance.now()
          await write(database.client)
          latencies.push(performance.now() - start)
        }
      }
      return Promise.all(Array.from({ length: clients }, writeUntilEnd))
    }
    await writeFor(warmUpMilliseconds)
    commits = []
    latencies = []
    const [before, start] = [process.cpuUsage(), performance.now()]
    await writeFor(measuredMilliseconds)
    const { user, system } = process.cpuUsage(before)
    const seconds = (performance.now() - start) / 1_000
    const [held, latency] = [latencyOf(commits), latencyOf(latencies)]
    const figures = [held.p50, held.p99, Math.max(...commits), latency.p50, latency.p99]
    return [
      sync,
      String(clients),
      ...figures.map((value) => figure(value, 1)),
      figure(latencies.length / seconds),
      figure((user + system) / latencies.length),
    ]
  } finally {
    closeDatabase(database)
    engine.close()
  }
}

const rows: string[][] = []
// The ways take turns, so that other work of the machine meets both.
for (const clients of [1, 16, 64]) {
  for (const sync of ['commit', 'background', 'commit', 'background'] as const) {
    rows.push(
      await withTemporaryDirectory((directory) => measure(path.join(directory, 'data'), sync, clients)),
    )
  }
}
const head = [
  'Sync',
  'Clients',
  'Commit p50, ms',
  'p99',
  'longest',
  'Response p50, ms',
  'p99',
  '1/s',
  'CPU, µs',
]
console.log(markdownTable(head, rows))
