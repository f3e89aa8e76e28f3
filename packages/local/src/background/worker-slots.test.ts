import { describe, expect, test } from 'vitest'
import { createWorkerSlots } from './worker-slots.ts'

/** Workers that run until they are ended, and the order in which they started. */
function startWorkers(shared: number) {
  const slots = createWorkerSlots({ shared })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    // `a2` is a worker of the organization `a`.
    return slots.run(name.slice(0, 1), async () => {
      started.push(name)
      await promise
    })
  }
  const workers = new Map<string, Promise<void>>()
  return {
    started,
    run: async (...names: string[]) => {
      for (const name of names) workers.set(name, begin(name))
      await Promise.resolve()
    },
    end: async (...names: string[]) => {
      for (const name of names) {
        ends.get(name)?.()
        await workers.get(name)
      }
    },
  }
}

describe('the workers of organizations', () => {
  test('start at once while there are slots', async () => {
    const { run, started } = startWorkers(2)
    await run('a1', 'a2', 'a3', 'b1')
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1'])
  })

  test('have one slot of their own, whatever others do', async () => {
    const { run, started } = startWorkers(1)
    await run('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])
  })

  test('that wait get a shared slot: first those of the organization with the fewest', async () => {
    const { run, end, started } = startWorkers(2)
    await run('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'c2')
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
    await end('a3')
    expect(started.at(-1)).toBe('b2')
    await end('a2')
    // `a` and `c` have one each, so the one that has waited longest.
    expect(started.at(-1)).toBe('a4')
    await end('c1')
    expect(started.at(-1)).toBe('c2')
    expect(started).toHaveLength(8)
  })

  test('keep the own slot of their organization until its last one ends', async () => {
    const { run, end, started } = startWorkers(1)
    await run('a1', 'a2', 'a3', 'b1', 'b2')
    await end('a1')
    // `a2` has the own slot now, so that the shared one is free.
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
    await end('b1')
    expect(started.at(-1)).toBe('b2')
    await end('a2', 'a3', 'b2')
    await run('a4', 'a5', 'a6')
    expect(started.slice(5)).toEqual(['a4', 'a5'])
  })

  test('give their slot back if they fail', async () => {
    const slots = createWorkerSlots({ shared: 0 })
    const failing = slots.run('a', () => Promise.reject(new Error('It broke.')))
    const next = slots.run('a', async () => 'done')
    await expect(failing).rejects.toThrow('It broke.')
    expect(await next).toBe('done')
  })
})
