import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { clientsOf, enginesForEachTest, get, put } from '../test-engine.ts'

const engines = enginesForEachTest()

describe('an engine whose file cannot be written', () => {
  /** Makes SQLite refuse to grow the file, as a full disk does, from inside of the engine's own connection. */
  async function withFullDisk(
    use: (created: Awaited<ReturnType<typeof engines.create>>) => Promise<void>,
  ): Promise<void> {
    const created = await engines.create()
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
        // As long as the others, because it can be written alone, before them.
        put(documents, 'before', { n: 2, x: 'x'.repeat(100_000) }),
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
      expect(await get(documents, 'before')).toEqual({ pk: 'p', sk: 'before', n: 1 })
      expect(await get(documents, 'new1')).toBeUndefined()
    })
  })

  test('rejects writers at a failing COMMIT, and shows what is on disk', async () => {
    const { documents, engine } = await engines.create()
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
    expect(await get(documents, '1')).toEqual({ pk: 'p', sk: '1', n: 1 })
    await put(documents, '1', { n: 3 })
    engine.close()
    expect(await get(clientsOf(engines.open()).documents, '1')).toEqual({ pk: 'p', sk: '1', n: 3 })
  })

  test('in memory loses nothing either', async () => {
    const { documents } = await engines.create({ directory: undefined })
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
    expect(await get(documents, '1')).toEqual({ pk: 'p', sk: '1', n: 1 })
  })
})
