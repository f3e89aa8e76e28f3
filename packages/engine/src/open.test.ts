import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DescribeTimeToLiveCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { databaseFileName } from './open.ts'
import { clientsOf, createTestEngine, enginesForEachTest, get, put, TableName } from './test-engine.ts'

const engines = enginesForEachTest()

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
    const first = await engines.create()
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' }
    await first.client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    const item = {
      gsi1pk: 'g',
      gsi1sk: '1',
      n: 0.1,
      big: 12345678901234567890n,
      b: Uint8Array.of(1),
    }
    await put(first.documents, '1', item)
    first.engine.close()
    first.engine.close()
    const { client, documents } = clientsOf(engines.open())
    expect(await get(documents, '1')).toEqual({ pk: 'p', sk: '1', ...item })
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
    const { documents } = await engines.create()
    await put(documents, '1')
    expect(statSync(engines.directory).mode & 0o777).toBe(0o700)
    const files = readdirSync(engines.directory)
    expect(files.toSorted()).toEqual([
      'engine.lock',
      'engine.sqlite',
      'engine.sqlite-shm',
      'engine.sqlite-wal',
    ])
    for (const file of files)
      expect(statSync(path.join(engines.directory, file)).mode & 0o777, file).toBe(0o600)
  })

  test('takes the access of others away from a file that it finds', async () => {
    const { engine } = await engines.create()
    engine.close()
    chmodSync(path.join(engines.directory, databaseFileName), 0o644)
    engines.open()
    expect(statSync(path.join(engines.directory, databaseFileName)).mode & 0o777).toBe(0o600)
  })

  test('refuses a directory that is in use, until it is free', async () => {
    const { engine } = await engines.create()
    expect(() => engines.open()).toThrow(/^Another process is using the data directory .*\.$/)
    // A failed try must not end the lock, as closing a second handle of the file would.
    const tryInAnotherProcess = () =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', anotherProcess, engines.directory], {
        encoding: 'utf8',
      })
    expect(tryInAnotherProcess()).toMatch(/^Another process is using the data directory/)
    engine.close()
    expect(tryInAnotherProcess()).toBe('opened\n')
    engines.open()
  })

  test('does not keep a directory that it could not open', () => {
    engines.open().close()
    writeFileSync(path.join(engines.directory, databaseFileName), 'this is no database'.repeat(100))
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => engines.open()).toThrow(/^The database file .* cannot be used: file is not a database\.$/)
    }
  })

  test("refuses somebody else's database, and one of another layout", async () => {
    engines.open().close()
    const file = path.join(engines.directory, databaseFileName)
    const change = (sql: string) => {
      const database = new DatabaseSync(file)
      database.exec(sql)
      database.close()
    }
    change('PRAGMA user_version = 99')
    expect(() => engines.open()).toThrow(
      /^The database file .* was written by another version of this engine\.$/,
    )
    change('PRAGMA application_id = 1')
    expect(() => engines.open()).toThrow(/^The file .* is not a database of this engine\.$/)
  })

  test('refuses a damaged file', async () => {
    const { engine, documents } = await engines.create()
    for (let index = 0; index < 50; index++) await put(documents, String(index), { x: 'x'.repeat(2_000) })
    engine.close()
    const file = path.join(engines.directory, databaseFileName)
    const bytes = readFileSync(file)
    bytes.fill(0xff, 8 * 4096, 12 * 4096)
    writeFileSync(file, bytes)
    expect(() => engines.open()).toThrow(/^The database file .* (?:is damaged|cannot be used): .*\.$/)
  })

  test('says in one sentence that its directory cannot be made', () => {
    const directory = path.join(engines.parent, 'missing', 'data')
    expect(() => engines.open({ directory })).toThrow(/^The data directory .* cannot be made: ENOENT\.$/)
  })

  test('can be read by another process meanwhile', async () => {
    const { documents } = await engines.create()
    await put(documents, '1')
    const reader = new DatabaseSync(path.join(engines.directory, databaseFileName), { readOnly: true })
    const copy = path.join(engines.parent, 'backup.sqlite')
    reader.exec(`VACUUM INTO '${copy}'`)
    await put(documents, '2')
    reader.close()
    expect(statSync(copy).size).toBeGreaterThan(0)
  })
})

test('a closed engine rejects calls as a server that is gone', async () => {
  const { documents, engine } = await createTestEngine()
  const waiting = put(documents, '1')
  engine.close()
  await waiting
  await expect(get(documents, '1')).rejects.toMatchObject({ name: 'InternalServerError', $fault: 'server' })
})
