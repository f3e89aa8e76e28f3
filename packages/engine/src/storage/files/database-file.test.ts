import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseFileName, type Engine, openEngine } from '../../open.ts'
import { clientsOf, createTestEngine, TableName } from '../../test-engine.ts'

let parent: string
let directory: string
let sentences: string[]
const opened: Engine[] = []

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'cairn-engine-'))
  directory = path.join(parent, 'data')
  sentences = []
})
afterEach(() => {
  for (const engine of opened.splice(0)) engine.close()
  rmSync(parent, { recursive: true })
})

const report = (sentence: string) => sentences.push(sentence)
const put = (documents: DynamoDBDocumentClient, sk: string, n = 0) =>
  documents.send(new PutCommand({ TableName, Item: { pk: 'p', sk, n, x: 'x'.repeat(2_000) } }))
const get = async (documents: DynamoDBDocumentClient, sk: string) =>
  (await documents.send(new GetCommand({ TableName, Key: { pk: 'p', sk } }))).Item
const serverError = { name: 'InternalServerError', $fault: 'server' }
const inDirectory = (name: string) => path.join(directory, name)
const remove = (names: string[]) => {
  for (const name of names) rmSync(inDirectory(name), { recursive: true })
}
const files = ['engine.sqlite', 'engine.sqlite-wal', 'engine.sqlite-shm', 'engine.lock']

describe.each(['commit', 'background'] as const)('an engine with sync: %s', (sync) => {
  async function create() {
    const created = await createTestEngine({ directory, sync, report })
    opened.push(created.engine)
    for (let index = 0; index < 20; index++) await put(created.documents, String(index))
    return created
  }

  async function expectKept(engine: Engine, more: string[]): Promise<void> {
    engine.close()
    const again = openEngine({ directory, sync })
    opened.push(again)
    const { documents } = clientsOf(again)
    for (const sk of [...Array(20).keys(), ...more]) expect(await get(documents, String(sk))).toBeDefined()
    const database = new DatabaseSync(inDirectory(databaseFileName), { readOnly: true })
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()
  }

  test('whose file turns read-only rejects writers, reads on, and writes again afterwards', async () => {
    const { documents, engine } = await create()
    const { exec } = DatabaseSync.prototype
    DatabaseSync.prototype.exec = function (sql) {
      // SQLite's error is the one of a file on a file system that was mounted again as read-only.
      if (sql === 'BEGIN IMMEDIATE') exec.call(this, 'PRAGMA query_only = 1')
      exec.call(this, sql)
    }
    try {
      for (let attempt = 0; attempt < 3; attempt++) {
        await expect(put(documents, '1', 9)).rejects.toMatchObject({
          ...serverError,
          message: expect.stringContaining('readonly'),
        })
        expect(await get(documents, '1')).toMatchObject({ n: 0 })
      }
    } finally {
      DatabaseSync.prototype.exec = exec
    }
    await put(documents, 'after')
    await put(documents, 'after')
    expect(sentences).toEqual([
      'The database cannot be written, and requests fail until it can: attempt to write a readonly database.',
      'The database can be written again.',
    ])
    await expectKept(engine, ['after'])
  })

  test.each([
    { removed: ['engine.sqlite'] },
    { removed: ['engine.sqlite-wal'] },
    { removed: ['engine.sqlite', 'engine.sqlite-wal', 'engine.sqlite-shm'] },
    { removed: files },
  ])('whose files $removed are removed writes them again', async ({ removed }) => {
    const { documents, engine } = await create()
    remove(removed)
    expect(await get(documents, '1')).toBeDefined()
    await put(documents, 'after')
    expect(sentences).toEqual([
      `The database was removed while it was in use. It has been written to ${inDirectory(databaseFileName)} again.`,
    ])
    expect(readdirSync(directory).toSorted()).toEqual(files.toSorted())
    remove(removed)
    await put(documents, 'once more')
    remove(removed)
    await expectKept(engine, ['after', 'once more'])
  })

  test('whose directory is moved rejects writers, reads on, and writes again when it is back', async () => {
    const { documents, engine } = await create()
    renameSync(directory, `${directory}-moved`)
    await expect(put(documents, 'refused')).rejects.toMatchObject(serverError)
    await expect(put(documents, 'refused')).rejects.toMatchObject(serverError)
    expect(await get(documents, '1')).toBeDefined()
    renameSync(`${directory}-moved`, directory)
    await put(documents, 'after')
    expect(await get(documents, 'refused')).toBeUndefined()
    expect(sentences).toEqual([
      expect.stringMatching(/^The database cannot be written, and requests fail until it can: .*\.$/),
      'The database can be written again.',
    ])
    await expectKept(engine, ['after'])
  })

  test('does not write over a file that took the place of its own', async () => {
    const { documents, engine } = await create()
    const other = path.join(parent, 'other.sqlite')
    const reader = new DatabaseSync(inDirectory(databaseFileName), { readOnly: true })
    reader.exec(`VACUUM INTO '${other}'`)
    reader.close()
    await put(documents, 'between')
    renameSync(inDirectory(databaseFileName), path.join(parent, 'kept.sqlite'))
    copyFileSync(other, inDirectory(databaseFileName))
    await expect(put(documents, 'refused')).rejects.toMatchObject({
      ...serverError,
      message: expect.stringContaining('was replaced while it was in use'),
    })
    renameSync(path.join(parent, 'kept.sqlite'), inDirectory(databaseFileName))
    await put(documents, 'after')
    await expectKept(engine, ['between', 'after'])
  })
})

test('keeps others out after its lock file was removed', async () => {
  const { documents, engine } = await createTestEngine({ directory, report })
  opened.push(engine)
  remove(['engine.lock'])
  await put(documents, '1')
  const script = `
    import { openEngine } from '${new URL('../../open.ts', import.meta.url)}'
    try { openEngine({ directory: process.argv[1] }) } catch (error) { console.log(error.message) }
  `
  const tried = execFileSync(process.execPath, ['--input-type=module', '--eval', script, directory], {
    encoding: 'utf8',
  })
  expect(tried).toMatch(/^Another process is using the data directory/)
})
