import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseFileName, type Engine } from '../../open.ts'
import { clientsOf, enginesForEachTest, get, put } from '../../test-engine.ts'

const engines = enginesForEachTest()
let sentences: string[]

beforeEach(() => {
  sentences = []
})

const report = (sentence: string) => sentences.push(sentence)
const serverError = { name: 'InternalServerError', $fault: 'server' }
const inDirectory = (name: string) => path.join(engines.directory, name)
const remove = (names: string[]) => {
  for (const name of names) rmSync(inDirectory(name), { recursive: true })
}
const files = ['engine.sqlite', 'engine.sqlite-wal', 'engine.sqlite-shm', 'engine.lock']

describe.each(['commit', 'background'] as const)('an engine with sync: %s', (sync) => {
  async function create() {
    const created = await engines.create({ sync, report })
    for (let index = 0; index < 20; index++) {
      await put(created.documents, String(index), { n: 0, x: 'x'.repeat(2_000) })
    }
    return created
  }

  async function expectKept(engine: Engine, more: string[]): Promise<void> {
    engine.close()
    const { documents } = clientsOf(engines.open({ sync }))
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
        await expect(put(documents, '1', { n: 9 })).rejects.toMatchObject({
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
    expect(readdirSync(engines.directory).toSorted()).toEqual(files.toSorted())
    remove(removed)
    await put(documents, 'once more')
    remove(removed)
    await expectKept(engine, ['after', 'once more'])
  })

  test('whose directory is moved rejects writers, reads on, and writes again when it is back', async () => {
    const { documents, engine } = await create()
    renameSync(engines.directory, `${engines.directory}-moved`)
    await expect(put(documents, 'refused')).rejects.toMatchObject(serverError)
    await expect(put(documents, 'refused')).rejects.toMatchObject(serverError)
    expect(await get(documents, '1')).toBeDefined()
    renameSync(`${engines.directory}-moved`, engines.directory)
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
    const other = path.join(engines.parent, 'other.sqlite')
    const reader = new DatabaseSync(inDirectory(databaseFileName), { readOnly: true })
    reader.exec(`VACUUM INTO '${other}'`)
    reader.close()
    await put(documents, 'between')
    renameSync(inDirectory(databaseFileName), path.join(engines.parent, 'kept.sqlite'))
    copyFileSync(other, inDirectory(databaseFileName))
    await expect(put(documents, 'refused')).rejects.toMatchObject({
      ...serverError,
      message: expect.stringContaining('was replaced while it was in use'),
    })
    renameSync(path.join(engines.parent, 'kept.sqlite'), inDirectory(databaseFileName))
    await put(documents, 'after')
    await expectKept(engine, ['between', 'after'])
  })
})

test('keeps others out after its lock file was removed', async () => {
  const { documents } = await engines.create({ report })
  remove(['engine.lock'])
  await put(documents, '1')
  const script = `
    import { openEngine } from '${new URL('../../open.ts', import.meta.url)}'
    try { openEngine({ directory: process.argv[1] }) } catch (error) { console.log(error.message) }
  `
  const tried = execFileSync(process.execPath, ['--input-type=module', '--eval', script, engines.directory], {
    encoding: 'utf8',
  })
  expect(tried).toMatch(/^Another process is using the data directory/)
})
