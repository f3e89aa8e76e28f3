import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import {
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import { clientsOf, enginesForEachTest, TableName } from '../test-engine.ts'
import { Connection } from './files/connection.ts'

const nowSeconds = 2_000_000_000
const engines = enginesForEachTest()
let time: number

beforeEach(() => {
  time = nowSeconds * 1_000
})

const options = { deleteExpiredEvery: 5, now: () => time }

const create = () => engines.create(options)

function reopen() {
  const engine = engines.open(options)
  return { engine, ...clientsOf(engine) }
}

const turn = (Enabled: boolean) =>
  new UpdateTimeToLiveCommand({
    TableName,
    TimeToLiveSpecification: { Enabled, AttributeName: 'ttl' },
  })

const put = (documents: DynamoDBDocumentClient, sk: string, ttl?: unknown) =>
  documents.send(new PutCommand({ TableName, Item: { pk: 'p', sk, ttl, gsi1pk: 'all', gsi1sk: sk } }))

async function namesIn(documents: DynamoDBDocumentClient): Promise<string[]> {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }))
  return Items.map(({ sk }) => sk)
}

async function indexedIn(documents: DynamoDBDocumentClient): Promise<string[]> {
  const query = {
    TableName,
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :all',
    ExpressionAttributeValues: { ':all': 'all' },
  }
  const { Items = [] } = await documents.send(new QueryCommand(query))
  return Items.map(({ sk }) => sk)
}

/** Long enough for many rounds. */
const fewRounds = () => delay(60)

test('deletes what has expired, from indexes too, and nothing else', async () => {
  const { client, documents } = await create()
  await client.send(turn(true))
  const staying: [string, unknown][] = [
    ['now', nowSeconds],
    ['later', nowSeconds + 10],
    ['never', undefined],
    ['a text', String(nowSeconds - 10)],
    ['milliseconds long ago', 5],
    ['five years ago', nowSeconds - 5 * 365 * 24 * 3_600],
    ['far away', 10n ** 30n],
  ]
  const going: [string, unknown][] = [
    ['a second ago', nowSeconds - 1],
    ['a fraction ago', nowSeconds - 1.5],
    ['years ago', nowSeconds - 4 * 365 * 24 * 3_600],
  ]
  for (const [sk, ttl] of [...staying, ...going]) await put(documents, sk, ttl)
  await expect.poll(() => namesIn(documents)).toHaveLength(staying.length)
  await fewRounds()
  const expected = staying.map(([sk]) => sk).toSorted()
  expect((await namesIn(documents)).toSorted()).toEqual(expected)
  expect((await indexedIn(documents)).toSorted()).toEqual(expected)
  time += 1_000
  await expect.poll(() => namesIn(documents)).not.toContain('now')
})

test('deletes many in small writes', async () => {
  const { client, documents } = await create()
  await client.send(turn(true))
  for (let index = 0; index < 120; index++) await put(documents, String(index), nowSeconds + 1)
  const deleted: number[] = []
  const { run, exec } = Connection.prototype
  let inCommit = 0
  Connection.prototype.run = function (sql, ...values) {
    if (sql.startsWith('DELETE FROM items')) inCommit++
    return run.call(this, sql, ...values)
  }
  Connection.prototype.exec = function (sql) {
    exec.call(this, sql)
    if (sql === 'COMMIT' && inCommit > 0) deleted.push(inCommit)
    inCommit = 0
  }
  try {
    time += 5_000
    await expect.poll(() => namesIn(documents)).toEqual([])
  } finally {
    Object.assign(Connection.prototype, { run, exec })
  }
  expect(Math.max(...deleted)).toBe(25)
  expect(deleted.reduce((sum, count) => sum + count)).toBe(120)
})

test('an item that gets more time before it is deleted stays', async () => {
  const { client, documents } = await create()
  await client.send(turn(true))
  for (let round = 0; round < 30; round++) {
    await put(documents, 'session', Math.floor(time / 1_000) + 1)
    // Both are due in one turn of the event loop: the timer of the expiry, and this update.
    const end = performance.now() + 8
    while (performance.now() < end);
    time += 3_000
    await documents.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'p', sk: 'session' },
        UpdateExpression: 'SET #ttl = :later',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':later': Math.floor(time / 1_000) + 100 },
      }),
    )
    await delay(6)
    expect(await namesIn(documents)).toEqual(['session'])
  }
})

test('knows after a restart what expires, and stops when it is closed', async () => {
  const first = await create()
  await first.client.send(turn(true))
  await put(first.documents, 'a', nowSeconds + 1)
  await put(first.documents, 'b', nowSeconds + 1_000)
  first.engine.close()
  time += 10_000
  const { documents, engine } = reopen()
  await expect.poll(() => namesIn(documents)).toEqual(['b'])
  engine.close()
  await fewRounds()
  expect(await namesIn(reopen().documents)).toEqual(['b'])
})

test('items from before the setting expire too; without the setting nothing does', async () => {
  const { client, documents } = await create()
  await put(documents, 'plain', nowSeconds - 1)
  await documents.send(
    new PutCommand({
      TableName,
      Item: { pk: 'p', sk: 'typed', ttl: nowSeconds - 1, bytes: Uint8Array.of(1) },
    }),
  )
  await put(documents, 'later', nowSeconds + 10)
  await fewRounds()
  expect(await namesIn(documents)).toHaveLength(3)
  await client.send(turn(true))
  await expect.poll(() => namesIn(documents)).toEqual(['later'])
  await client.send(turn(false))
  time += 20_000
  await fewRounds()
  expect(await namesIn(documents)).toEqual(['later'])
})

test('goes on after a failed write', async () => {
  const { client, documents } = await create()
  await client.send(turn(true))
  await put(documents, 'a', nowSeconds + 1)
  const { exec } = Connection.prototype
  let failures = 0
  Connection.prototype.exec = function (sql) {
    if (sql === 'COMMIT' && ++failures < 3) {
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' })
    }
    exec.call(this, sql)
  }
  try {
    time += 10_000
    await expect.poll(() => namesIn(documents)).toEqual([])
  } finally {
    Connection.prototype.exec = exec
  }
  expect(failures).toBeGreaterThan(2)
})

test('finds expired items by their index', async () => {
  const { client, engine } = await create()
  await client.send(turn(true))
  engine.close()
  const database = new DatabaseSync(path.join(engines.directory, 'engine.sqlite'))
  const plan = database
    .prepare(
      'EXPLAIN QUERY PLAN SELECT id FROM items WHERE table_id = ? AND expires_at > ? AND expires_at < ? ORDER BY expires_at LIMIT ?',
    )
    .all(1, 0, 1, 1) as { detail: string }[]
  database.close()
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH items USING COVERING INDEX items_by_expiry (table_id=? AND expires_at>? AND expires_at<?)',
  ])
})

test('brings a file of the first layout up to date', async () => {
  const first = await engines.create({ now: () => time })
  await first.client.send(turn(true))
  await put(first.documents, 'a', nowSeconds - 1)
  await put(first.documents, 'b')
  first.engine.close()
  const database = new DatabaseSync(path.join(engines.directory, 'engine.sqlite'))
  database.exec(
    'DROP INDEX items_by_expiry; ALTER TABLE items DROP COLUMN expires_at; PRAGMA user_version = 1',
  )
  database.close()
  const { client, documents } = reopen()
  expect(await namesIn(documents)).toEqual(['a', 'b'])
  await client.send(turn(true))
  await expect.poll(() => namesIn(documents)).toEqual(['b'])
})
