import { expect, test } from 'vitest'
import { createTestEngine, get, put } from '../test-engine.ts'

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
