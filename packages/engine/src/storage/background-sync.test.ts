import { statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import { databaseFileName } from '../open.ts'
import { clientsOf, enginesForEachTest, get, put } from '../test-engine.ts'
import { LogSync } from './files/log-sync.ts'

const engines = enginesForEachTest()

/** Turns of the event loop, in which calls reach the engine. */
async function someTurns(): Promise<void> {
  for (let count = 0; count < 20; count++) await new Promise((resolve) => setImmediate(resolve))
}

describe('an engine that syncs in the background', () => {
  async function createInBackground() {
    return engines.create({ sync: 'background' })
  }

  test('answers writers, and readers of what they wrote, after the sync', async () => {
    const { documents } = await createInBackground()
    const order: string[] = []
    const syncs: (() => void)[] = []
    const start = vi.spyOn(LogSync.prototype, 'start').mockImplementation(function (this: LogSync, done) {
      syncs.push(() => {
        this.now()
        order.push('synced')
        done(null)
      })
    })
    const written = put(documents, '1').then(() => order.push('written'))
    await expect.poll(() => syncs).toHaveLength(1)
    const read = get(documents, '1').then((item) => order.push(item ? 'read' : 'missed'))
    const late = put(documents, '2').then(() => order.push('late'))
    // Both are with the engine before the sync is done.
    await someTurns()
    syncs[0]?.()
    await Promise.all([written, read])
    await expect.poll(() => syncs).toHaveLength(2)
    syncs[1]?.()
    await late
    start.mockRestore()
    expect(order).toEqual(['synced', 'written', 'read', 'synced', 'late'])
  })

  test('rejects writers and readers whose sync failed, and goes on', async () => {
    const { documents } = await createInBackground()
    await put(documents, '1', { n: 1 })
    let fail: (() => void) | undefined
    const start = vi.spyOn(LogSync.prototype, 'start').mockImplementationOnce((done) => {
      fail = () => done(new Error('EIO'))
    })
    const written = put(documents, '2')
    written.catch(() => {})
    await expect.poll(() => fail).toBeDefined()
    const read = get(documents, '1')
    read.catch(() => {})
    await someTurns()
    fail?.()
    await expect(read).rejects.toMatchObject({ name: 'InternalServerError', $fault: 'server' })
    await expect(written).rejects.toMatchObject({ name: 'InternalServerError', $fault: 'server' })
    start.mockRestore()
    expect(await get(documents, '1')).toMatchObject({ n: 1 })
    await put(documents, '3')
    expect(await get(documents, '3')).toBeDefined()
  })

  test('writes nothing after a failed sync until the whole log is in the database', async () => {
    const { documents } = await createInBackground()
    for (let index = 0; index < 20; index++) await put(documents, String(index), { x: 'x'.repeat(2_000) })
    const log = path.join(engines.directory, `${databaseFileName}-wal`)
    const before = statSync(log).size
    const reader = new DatabaseSync(path.join(engines.directory, databaseFileName), { readOnly: true })
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
    const again = clientsOf(engines.open()).documents
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
    expect(statSync(path.join(engines.directory, `${databaseFileName}-wal`)).size).toBeLessThan(
      (rounds * 20 * size) / 2,
    )
    engine.close()
    const again = clientsOf(engines.open()).documents
    for (let round = 0; round < rounds; round++) {
      expect((await get(again, `${round}-19`))?.x).toHaveLength(size)
    }
  })
})
