import { describe, expect, test } from 'vitest'
import { createTestEngine, get, put } from '../test-engine.ts'
import { RecordCache, type StoredRecord } from './record-cache.ts'

/** Two records of size 0 fill a generation of this cache; the third begins the next one. */
const maximumBytes = 2 * 2_500

const record = (id: number, fields: Partial<StoredRecord> = {}): StoredRecord => ({
  id,
  key: `key ${id}`,
  item: {},
  size: 0,
  isPlain: true,
  ...fields,
})

/** A cache to which these records were added, in this order. */
function cacheOf(...records: StoredRecord[]): RecordCache {
  const cache = new RecordCache(maximumBytes)
  for (const one of records) cache.add(one)
  return cache
}

/** Returns the cached record, by its id and by its key. */
const known = (cache: RecordCache, { id, key }: StoredRecord) => [cache.byId(id), cache.byKey(key)]
const [one, two, three, four, five] = [record(1), record(2), record(3), record(4), record(5)]
const nothing = [undefined, undefined]

describe('a record', () => {
  test('is found by its id and by its key, in both generations', () => {
    const cache = cacheOf(one, two, three)
    for (const stored of [three, two, one]) expect(known(cache, stored)).toEqual([stored, stored])
  })

  test.each([
    ['younger', three],
    ['older', one],
  ])('of the %s generation is forgotten when it is removed, and the others stay', (_, removed) => {
    const cache = cacheOf(one, two, three)
    const { bytes } = cache
    cache.remove(removed.key)
    expect(known(cache, removed)).toEqual(nothing)
    expect(known(cache, two)).toEqual([two, two])
    expect(cache.bytes).toBe((bytes / 3) * 2)
  })

  test.each([
    ['younger', three],
    ['older', one],
  ])('of the %s generation is replaced by the next one of its key', (_, before) => {
    const cache = cacheOf(one, two, three)
    // Deleted and created again, it is another row.
    const next = record(9, { key: before.key })
    cache.add(next)
    expect(known(cache, next)).toEqual([next, next])
    expect(cache.byId(before.id)).toBeUndefined()
    cache.remove(next.key)
    expect([...known(cache, next), ...known(cache, before)]).toEqual([...nothing, ...nothing])
  })

  test('that is too large is not kept, nor what was known of its key', () => {
    const cache = cacheOf(one)
    const large = record(1, { size: maximumBytes })
    cache.add(large)
    expect(known(cache, large)).toEqual(nothing)
    expect(cache.bytes).toBe(0)
  })

  test.each<[string, (cache: RecordCache) => unknown]>([
    ['id', (cache) => cache.byId(one.id)],
    ['key', (cache) => cache.byKey(one.key)],
  ])('stays while it is used by its %s, and is forgotten with its generation otherwise', (_, use) => {
    const cache = cacheOf(one, two, three)
    use(cache)
    for (const next of [four, five]) cache.add(next)
    expect(known(cache, one)).toEqual([one, one])
    expect(known(cache, two)).toEqual(nothing)
  })
})

describe('a cache', () => {
  test('counts a record that is used again once', () => {
    const cache = cacheOf(one, two, three)
    const { bytes } = cache
    expect(known(cache, one)).toEqual([one, one])
    expect(cache.bytes).toBe(bytes)
  })

  test('never has more bytes than its maximum', () => {
    const cache = cacheOf()
    for (let id = 1; id < 200; id++) {
      cache.add(record(id, { size: (id * 37) % 1_500 }))
      expect(cache.bytes).toBeLessThanOrEqual(maximumBytes)
    }
  })

  test('knows nothing after it was cleared', () => {
    const cache = cacheOf(one, two, three)
    cache.clear()
    for (const stored of [one, three]) expect(known(cache, stored)).toEqual(nothing)
    expect(cache.bytes).toBe(0)
  })
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
