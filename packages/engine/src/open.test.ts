import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTablesCommand,
  TransactGetItemsCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attachEngine } from './attach.ts'
import { databaseFileName, type Engine, openEngine } from './open.ts'
import { LogSync } from './storage/files/log-sync.ts'
import { clientsOf, createTestEngine, TableName, testTable } from './test-engine.ts'

let parent: string
let directory: string
const opened: Engine[] = []

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'cairn-engine-'))
  directory = path.join(parent, 'data')
})

afterEach(() => {
  for (const engine of opened.splice(0)) engine.close()
  rmSync(parent, { recursive: true })
})

function open(): Engine {
  const engine = openEngine({ directory })
  opened.push(engine)
  return engine
}

async function create() {
  const created = await createTestEngine({ directory })
  opened.push(created.engine)
  return created
}

const keyOf = (sk: string) => ({ pk: 'p', sk })
const put = (documents: DynamoDBDocumentClient, sk: string, more: object = {}) =>
  documents.send(new PutCommand({ TableName, Item: { ...keyOf(sk), ...more } }))
const get = async (documents: DynamoDBDocumentClient, sk: string) =>
  (await documents.send(new GetCommand({ TableName, Key: keyOf(sk) }))).Item

const anotherProcess = `
  import { openEngine } from '${new URL('open.ts', import.meta.url)}'
  try {
    openEngine({ directory: process.argv[1] })
    console.log('opened')
  } catch (error) {
    console.log(error.message)
  }
`

describe('openEngine', () => {
  test('keeps tables, items, indexes and settings', async () => {
    const first = await create()
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' }
    await first.client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    const item = {
      gsi1pk: 'g',
      gsi1sk: '1',
      n: 0.1,
      big: 12345678901234567890n,
      set: new Set(['a']),
      b: Uint8Array.of(1),
    }
    await put(first.documents, '1', item)
    first.engine.close()
    first.engine.close()
    const { client, documents } = clientsOf(open())
    expect(await get(documents, '1')).toEqual({ ...keyOf('1'), ...item })
    const query = {
      TableName,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :p',
      ExpressionAttributeValues: { ':p': 'g' },
    }
    expect((await documents.send(new QueryCommand(query))).Count).toBe(1)
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
    expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' })
  })

  test('keeps directory and files for their owner alone', async () => {
    const { documents } = await create()
    await put(documents, '1')
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    const files = readdirSync(directory)
    expect(files.toSorted()).toEqual([
      'engine.lock',
      'engine.sqlite',
      'engine.sqlite-shm',
      'engine.sqlite-wal',
    ])
    for (const file of files) expect(statSync(path.join(directory, file)).mode & 0o777, file).toBe(0o600)
  })

  test('takes the access of others away from a file that it finds', async () => {
    const { engine } = await create()
    engine.close()
    chmodSync(path.join(directory, databaseFileName), 0o644)
    open()
    expect(statSync(path.join(directory, databaseFileName)).mode & 0o777).toBe(0o600)
  })

  test('refuses a directory that is in use, until it is free', async () => {
    const { engine } = await create()
    expect(() => open()).toThrow(/^Another process is using the data directory .*\.$/)
    // A failed try must not end the lock, as closing a second handle of the file would.
    const tryInAnotherProcess = () =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', anotherProcess, directory], {
        encoding: 'utf8',
      })
    expect(tryInAnotherProcess()).toMatch(/^Another process is using the data directory/)
    engine.close()
    expect(tryInAnotherProcess()).toBe('opened\n')
    open()
  })

  test('does not keep a directory that it could not open', () => {
    open().close()
    writeFileSync(path.join(directory, databaseFileName), 'this is no database'.repeat(100))
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => open()).toThrow(/^The database file .* cannot be used: file is not a database\.$/)
    }
  })

  test("refuses somebody else's database, and one of another layout", async () => {
    open().close()
    const file = path.join(directory, databaseFileName)
    const change = (sql: string) => {
      const database = new DatabaseSync(file)
      database.exec(sql)
      database.close()
    }
    change('PRAGMA user_version = 99')
    expect(() => open()).toThrow(/^The database file .* was written by another version of this engine\.$/)
    change('PRAGMA application_id = 1')
    expect(() => open()).toThrow(/^The file .* is not a database of this engine\.$/)
  })

  test('refuses a damaged file', async () => {
    const { engine, documents } = await create()
    for (let index = 0; index < 50; index++) await put(documents, String(index), { x: 'x'.repeat(2_000) })
    engine.close()
    const file = path.join(directory, databaseFileName)
    const bytes = readFileSync(file)
    bytes.fill(0xff, 8 * 4096, 12 * 4096)
    writeFileSync(file, bytes)
    expect(() => open()).toThrow(/^The database file .* (?:is damaged|cannot be used): .*\.$/s)
  })

  test('says in one sentence that its directory cannot be made', () => {
    directory = path.join(parent, 'missing', 'data')
    expect(() => open()).toThrow(/^The data directory .* cannot be made: ENOENT\.$/)
  })

  test('can be read by another process meanwhile', async () => {
    const { documents } = await create()
    await put(documents, '1')
    const reader = new DatabaseSync(path.join(directory, databaseFileName), { readOnly: true })
    const copy = path.join(parent, 'backup.sqlite')
    reader.exec(`VACUUM INTO '${copy}'`)
    await put(documents, '2')
    reader.close()
    expect(statSync(copy).size).toBeGreaterThan(0)
  })
})

describe('an engine whose file cannot be written', () => {
  /** Makes SQLite refuse to grow the file, as a full disk does, from inside of the engine's own connection. */
  async function withFullDisk(
    use: (created: Awaited<ReturnType<typeof create>>) => Promise<void>,
  ): Promise<void> {
    const created = await create()
    const exec = DatabaseSync.prototype.exec
    const prepare = DatabaseSync.prototype.prepare
    await put(created.documents, 'before', { n: 1 })
    let isFull = true
    DatabaseSync.prototype.exec = function (sql) {
      if (isFull && sql === 'BEGIN IMMEDIATE') {
        const [row] = prepare.call(this, 'PRAGMA page_count').all() as { page_count: number }[]
        exec.call(this, `PRAGMA max_page_count = ${row?.page_count}`)
      }
      exec.call(this, sql)
    }
    try {
      await use(created)
      isFull = false
      await put(created.documents, 'after')
      expect(await get(created.documents, 'after')).toBeDefined()
    } finally {
      DatabaseSync.prototype.exec = exec
    }
  }

  test('rejects all that waited, keeps what was acknowledged, and goes on once there is room', async () => {
    await withFullDisk(async ({ documents }) => {
      const results = await Promise.allSettled([
        put(documents, 'before', { n: 2 }),
        ...Array.from({ length: 10 }, (_, index) =>
          put(documents, `new${index}`, { x: 'x'.repeat(100_000) }),
        ),
      ])
      for (const result of results) {
        expect(result).toMatchObject({
          status: 'rejected',
          reason: { name: 'InternalServerError', $fault: 'server', message: expect.stringContaining('full') },
        })
      }
      expect(await get(documents, 'before')).toEqual({ ...keyOf('before'), n: 1 })
      expect(await get(documents, 'new1')).toBeUndefined()
    })
  })

  test('rejects writers at a failing COMMIT, and shows what is on disk', async () => {
    const { documents, engine } = await create()
    await put(documents, '1', { n: 1 })
    const exec = DatabaseSync.prototype.exec
    DatabaseSync.prototype.exec = function (sql) {
      if (sql === 'COMMIT') throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' })
      exec.call(this, sql)
    }
    try {
      await expect(put(documents, '1', { n: 2 })).rejects.toMatchObject({ name: 'InternalServerError' })
    } finally {
      DatabaseSync.prototype.exec = exec
    }
    expect(await get(documents, '1')).toEqual({ ...keyOf('1'), n: 1 })
    await put(documents, '1', { n: 3 })
    engine.close()
    expect(await get(clientsOf(open()).documents, '1')).toEqual({ ...keyOf('1'), n: 3 })
  })

  test('in memory loses nothing either', async () => {
    const { documents, engine } = await createTestEngine()
    opened.push(engine)
    await put(documents, '1', { n: 1 })
    const exec = DatabaseSync.prototype.exec
    DatabaseSync.prototype.exec = function (sql) {
      if (sql === 'COMMIT') throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' })
      exec.call(this, sql)
    }
    try {
      await expect(put(documents, '1', { n: 2 })).rejects.toMatchObject({ name: 'InternalServerError' })
    } finally {
      DatabaseSync.prototype.exec = exec
    }
    expect(await get(documents, '1')).toEqual({ ...keyOf('1'), n: 1 })
  })
})

describe('an engine that syncs in the background', () => {
  async function createInBackground() {
    const created = await createTestEngine({ directory, sync: 'background' })
    opened.push(created.engine)
    return created
  }

  test('answers writers, and readers of what they wrote, after the sync', async () => {
    const { documents } = await createInBackground()
    const order: string[] = []
    const start = vi.spyOn(LogSync.prototype, 'start').mockImplementation(function (this: LogSync, done) {
      setTimeout(() => {
        this.now()
        order.push('synced')
        done(null)
      }, 50)
    })
    const written = put(documents, '1').then(() => order.push('written'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    const read = get(documents, '1').then((item) => order.push(item ? 'read' : 'missed'))
    const late = put(documents, '2').then(() => order.push('late'))
    await Promise.all([written, read, late])
    start.mockRestore()
    expect(order).toEqual(['synced', 'written', 'read', 'synced', 'late'])
  })

  test('rejects writers and readers whose sync failed, and goes on', async () => {
    const { documents } = await createInBackground()
    await put(documents, '1', { n: 1 })
    const start = vi.spyOn(LogSync.prototype, 'start').mockImplementationOnce((done) => {
      setTimeout(() => done(new Error('EIO')), 20)
    })
    const written = put(documents, '2')
    written.catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 10))
    await expect(get(documents, '1')).rejects.toMatchObject({ name: 'InternalServerError', $fault: 'server' })
    await expect(written).rejects.toMatchObject({ name: 'InternalServerError', $fault: 'server' })
    start.mockRestore()
    expect(await get(documents, '1')).toMatchObject({ n: 1 })
    await put(documents, '3')
    expect(await get(documents, '3')).toBeDefined()
  })

  test('writes nothing after a failed sync until the whole log is in the database', async () => {
    const { documents } = await createInBackground()
    for (let index = 0; index < 20; index++) await put(documents, String(index), { x: 'x'.repeat(2_000) })
    const log = path.join(directory, `${databaseFileName}-wal`)
    const before = statSync(log).size
    const reader = new DatabaseSync(path.join(directory, databaseFileName), { readOnly: true })
    reader.exec('BEGIN; SELECT count(*) FROM items')
    vi.spyOn(LogSync.prototype, 'start').mockImplementationOnce((done) => done(new Error('EIO')))
    await expect(put(documents, 'failed')).rejects.toMatchObject({ name: 'InternalServerError' })
    await expect(put(documents, 'refused')).rejects.toMatchObject({
      name: 'InternalServerError',
      message: expect.stringContaining('the log is in use'),
    })
    expect(await get(documents, '1')).toBeDefined()
    reader.close()
    await put(documents, 'written')
    vi.restoreAllMocks()
    expect(statSync(log).size).toBeLessThan(before / 2)
    expect(await get(documents, '19')).toBeDefined()
    expect(await get(documents, 'refused')).toBeUndefined()
  })

  test('writes what is waiting when it is closed', async () => {
    const { documents, engine } = await createInBackground()
    const writes = Array.from({ length: 30 }, (_, index) => put(documents, String(index)))
    await new Promise((resolve) => setImmediate(resolve))
    writes.push(put(documents, 'last'))
    engine.close()
    await Promise.all(writes)
    const again = clientsOf(open()).documents
    expect(await get(again, '29')).toBeDefined()
    expect(await get(again, 'last')).toBeDefined()
  })

  test('keeps everything through many rounds of its log, which stays short', async () => {
    const { documents, engine } = await createInBackground()
    const [rounds, size] = [300, 4_000]
    for (let round = 0; round < rounds; round++) {
      const writes = Array.from({ length: 20 }, (_, index) =>
        put(documents, `${round}-${index}`, { x: 'x'.repeat(size) }),
      )
      await Promise.all(writes)
    }
    expect(statSync(path.join(directory, `${databaseFileName}-wal`)).size).toBeLessThan(
      (rounds * 20 * size) / 2,
    )
    engine.close()
    const again = clientsOf(open()).documents
    for (let round = 0; round < rounds; round++) {
      expect((await get(again, `${round}-19`))?.x).toHaveLength(size)
    }
  })
})

test('a closed engine rejects calls as a server that is gone', async () => {
  const { documents, engine } = await createTestEngine()
  const waiting = put(documents, '1')
  engine.close()
  await waiting
  await expect(get(documents, '1')).rejects.toMatchObject({ name: 'InternalServerError', $fault: 'server' })
})

test('with or without a cache, readers see the same', async () => {
  for (const cacheBytes of [0, 5_000, 1_000_000]) {
    const { documents, engine } = await createTestEngine({ cacheBytes })
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 20; index++) {
        await put(documents, String(index), { round, x: 'x'.repeat(100) })
        expect((await get(documents, String(index)))?.round).toBe(round)
        const other = (index * 7) % 20
        const wanted = other <= index ? round : round - 1
        expect((await get(documents, String(other)))?.round).toBe(wanted < 0 ? undefined : wanted)
      }
    }
    engine.close()
  }
})

describe('tables', () => {
  test('are created once, described, listed and deleted with all that is in them', async () => {
    const { client, documents, engine } = await createTestEngine()
    await put(documents, '1')
    await expect(client.send(new CreateTableCommand(testTable))).rejects.toMatchObject({
      name: 'ResourceInUseException',
    })
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    expect(Table).toMatchObject({ TableStatus: 'ACTIVE', ItemCount: 1, KeySchema: testTable.KeySchema })
    expect(Table?.GlobalSecondaryIndexes?.[0]).toMatchObject(testTable.GlobalSecondaryIndexes[0] ?? {})
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([TableName])
    await client.send(new DeleteTableCommand({ TableName }))
    for (const Command of [DescribeTableCommand, DeleteTableCommand]) {
      await expect(client.send(new Command({ TableName }) as DescribeTableCommand)).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
      })
    }
    await client.send(new CreateTableCommand(testTable))
    expect(await get(documents, '1')).toBeUndefined()
    engine.close()
  })

  test.each<[string, object]>([
    ['streams', { StreamSpecification: { StreamEnabled: true } }],
    ['provisioned throughput', { BillingMode: 'PROVISIONED' }],
    ['local indexes', { LocalSecondaryIndexes: [] }],
    [
      'other projections',
      {
        GlobalSecondaryIndexes: [
          { ...testTable.GlobalSecondaryIndexes[0], Projection: { ProjectionType: 'KEYS_ONLY' } },
        ],
      },
    ],
  ])('%s are refused', async (_, input) => {
    const engine = openEngine()
    const { client } = clientsOf(engine)
    await expect(client.send(new CreateTableCommand({ ...testTable, ...input }))).rejects.toMatchObject({
      name: 'NotSupportedByEngine',
    })
    engine.close()
  })

  test('time to live is turned on once', async () => {
    const { client, engine } = await createTestEngine()
    const turn = (Enabled: boolean) =>
      client.send(
        new UpdateTimeToLiveCommand({
          TableName,
          TimeToLiveSpecification: { Enabled, AttributeName: 'ttl' },
        }),
      )
    await expect(turn(false)).rejects.toMatchObject({ name: 'ValidationException' })
    await turn(true)
    await expect(turn(true)).rejects.toMatchObject({ name: 'ValidationException' })
    await turn(false)
    engine.close()
  })
})

describe('attachEngine', () => {
  const engine = openEngine()

  test('refuses operations that the engine does not have', async () => {
    const { client } = clientsOf(engine)
    await expect(client.send(new TransactGetItemsCommand({ TransactItems: [] }))).rejects.toMatchObject({
      name: 'NotSupportedByEngine',
      message: expect.stringContaining('TransactGetItemsCommand'),
    })
  })

  test('refuses callbacks, and translations of values that it does not know', async () => {
    const { client } = clientsOf(engine)
    const send = client.send as unknown as (command: unknown, callback: unknown) => Promise<unknown>
    await expect(send(new ListTablesCommand({}), () => {})).rejects.toMatchObject({
      name: 'NotSupportedByEngine',
    })
    const wrapping = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local' }), {
      unmarshallOptions: { wrapNumbers: true },
    })
    expect(() => attachEngine(wrapping, engine)).toThrow('wrapNumbers')
  })

  test('says how often it tried, as the SDK does', async () => {
    const { client } = clientsOf(engine)
    const { $metadata } = await client.send(new ListTablesCommand({}))
    expect($metadata).toEqual({ httpStatusCode: 200, attempts: 1, totalRetryDelay: 0 })
  })
})
