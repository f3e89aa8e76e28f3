/**
 * Processor time of single operations: the engine in the process against the wire engine, whose own time counts too.
 * Run it alone: `node test/benchmarks/engine/engine-cost.ts`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { createDatabase, type Database } from '@cairn/domain/database/client'
import { tableDefinition } from '@cairn/domain/table/definition'
import { attachEngine, type Engine, openEngine } from '@cairn/engine'
import { startWireEngine } from '@cairn/wire-engine'

const { StreamSpecification: _, ...definition } = tableDefinition
const local = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
const TableName = 'cairn'
const goals = 1_000
const moment = '2026-11-20T10:00:00.000Z'

/** About 1 KB, with the attributes of a goal. */
const goalOf = (number: number) => ({
  pk: `$cairn#organizationid_5f2c#goalid_${number}`,
  sk: '$goal_1',
  gsi1pk: '$cairn#organizationid_5f2c',
  gsi1sk: `$goal_1#updatedat_${moment}#goalid_${String(number).padStart(6, '0')}`,
  gsi2pk: '$cairn#organizationid_5f2c#ownerkey_nobody',
  gsi2sk: `$goal_1#updatedat_${moment}#goalid_${number}`,
  gsi3pk: '$cairn#organizationid_5f2c#status_active',
  gsi3sk: `$goal_1#updatedat_${moment}#goalid_${number}`,
  __edb_e__: 'goal',
  __edb_v__: '1',
  organizationId: '5f2c',
  goalId: String(number),
  title: 'Plant a thousand trees',
  detailedDescription: 'x'.repeat(300),
  status: 'active',
  timeframe: { kind: 'quarter', year: 2026, quarter: 4 },
  ownerKey: 'nobody',
  labelIds: ['forest'],
  criteria: [
    { id: '1', title: 'Saplings bought', status: 'met' },
    { id: '2', title: 'Saplings planted', status: 'unmet' },
  ],
  revision: 3,
  version: 4,
  createdAt: moment,
  createdByUserId: 'email:ada@example.com',
  updatedAt: moment,
  updatedByUserId: 'email:ada@example.com',
})

type Operation = { title: string; count: number; run(database: Database, number: number): Promise<unknown> }

const names = Object.keys(goalOf(0)).filter((name) => !/^(gsi\d)?[ps]k$/.test(name))

const operations: Operation[] = [
  {
    title: 'get',
    count: 4_000,
    run: ({ client }, number) => {
      const { pk, sk } = goalOf(number % goals)
      return client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }))
    },
  },
  {
    title: 'query of 100',
    count: 600,
    run: ({ client }) =>
      client.send(
        new QueryCommand({
          TableName,
          IndexName: 'gsi1',
          KeyConditionExpression: '#pk = :pk',
          ProjectionExpression: names.map((_, index) => `#p${index}`).join(','),
          ExpressionAttributeNames: {
            '#pk': 'gsi1pk',
            ...Object.fromEntries(names.map((name, index) => [`#p${index}`, name])),
          },
          ExpressionAttributeValues: { ':pk': goalOf(0).gsi1pk },
          ScanIndexForward: false,
          Limit: 100,
        }),
      ),
  },
  {
    title: 'transaction of 6',
    count: 600,
    run: ({ client }, number) => {
      const absent = { ConditionExpression: 'attribute_not_exists(pk)' }
      const goal = { ...goalOf(number % goals), version: number, gsi1sk: `$goal_1#updatedat_${number}` }
      const count = (sk: string) => ({
        Update: {
          TableName,
          Key: { pk: 'count', sk },
          UpdateExpression: 'ADD #n :one',
          ExpressionAttributeNames: { '#n': 'n' },
          ExpressionAttributeValues: { ':one': 1 },
        },
      })
      const TransactItems = [
        { Put: { TableName, Item: goal, ConditionExpression: 'attribute_exists(pk)' } },
        { Put: { TableName, Item: { pk: goal.pk, sk: `u#${number}`, text: 'x'.repeat(300) }, ...absent } },
        { Put: { TableName, Item: { pk: goal.pk, sk: `k#${number}`, revision: number }, ...absent } },
        { ConditionCheck: { TableName, Key: { pk: 'gone', sk: '-' }, ...absent } },
        count('a'),
        count('b'),
      ]
      return client.send(
        new TransactWriteCommand({ ClientRequestToken: `${process.pid}-${number}`, TransactItems }),
      )
    },
  },
]

/** Milliseconds of processor time that a process has used. */
async function processorTimeOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  // Fields 14 and 15 of proc(5), in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

let number = 0

async function measure(
  database: Database,
  { count, run }: Operation,
  clients: number,
  pid: number | undefined,
) {
  const work = async (times: number) => {
    for (let done = 0; done < times; done++) await run(database, number++)
  }
  const side = (times: number) =>
    Promise.all(Array.from({ length: clients }, () => work(Math.ceil(times / clients))))
  await side(count / 2)
  const [before, wireBefore, start] = [
    process.cpuUsage(),
    pid ? await processorTimeOf(pid) : 0,
    performance.now(),
  ]
  await side(count)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  const wire = pid ? (await processorTimeOf(pid)) - wireBefore : 0
  return { microseconds: (user + system + wire * 1000) / count, perSecond: count / seconds }
}

async function fill(database: Database): Promise<void> {
  for (let start = 0; start < goals; start += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        database.client.send(new PutCommand({ TableName, Item: goalOf(start + index) })),
      ),
    )
  }
}

const directory = await mkdtemp(path.join(tmpdir(), 'cairn-bench-'))
const wire = await startWireEngine({ dataDirectory: directory })
const engine: Engine = openEngine({ directory: path.join(directory, 'engine') })
try {
  const wireDatabase = createDatabase({ ...local, endpoint: wire.endpoint, tableName: TableName })
  const database = createDatabase({ ...local, tableName: TableName })
  attachEngine(database.client, engine)
  const wireClient = new DynamoDBClient({ ...local, endpoint: wire.endpoint })
  const inProcessClient = new DynamoDBClient(local)
  attachEngine(inProcessClient, engine)
  for (const client of [wireClient, inProcessClient]) {
    await client.send(new CreateTableCommand({ TableName, ...definition }))
  }
  await fill(wireDatabase)
  await fill(database)
  console.log('| Operation | Clients | Wire, µs CPU | Engine, µs CPU | Times | Wire, 1/s | Engine, 1/s |')
  console.log('|-|--:|--:|--:|--:|--:|--:|')
  for (const operation of operations) {
    for (const clients of [1, 16]) {
      const old = await measure(wireDatabase, operation, clients, wire.pid)
      const now = await measure(database, operation, clients, undefined)
      const figures = [old.microseconds, now.microseconds].map((value) => value.toFixed(0))
      const rates = [old.perSecond, now.perSecond].map((value) => value.toFixed(0))
      const times = (old.microseconds / now.microseconds).toFixed(1)
      console.log(`| ${[operation.title, clients, ...figures, times, ...rates].join(' | ')} |`)
    }
  }
  wireDatabase.client.destroy()
  wireClient.destroy()
} finally {
  engine.close()
  await wire.stop()
  await rm(directory, { recursive: true })
}
