import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CallerTurns, createCallerTurns } from './caller-turns.ts'

let now = 0
let turns: CallerTurns
/** Ends the oldest running request of a caller. */
let running: Map<string, (() => void)[]>

beforeEach(() => {
  now = 0
  running = new Map()
  turns = createCallerTurns({ atOnce: 2, aloneAfterMilliseconds: 100, now: () => now })
})

function send(caller: string, requests = 1): Promise<void>[] {
  return Array.from({ length: requests }, () =>
    turns.run(caller, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      running.set(caller, [...(running.get(caller) ?? []), resolve])
      return promise
    }),
  )
}

const runningOf = (caller: string) => running.get(caller)?.length ?? 0

async function finish(caller: string, requests = 1): Promise<void> {
  for (let request = 0; request < requests; request++) {
    running.get(caller)?.shift()?.()
    await setImmediate()
  }
}

test('lets a caller who is alone run everything at once', () => {
  send('loop', 64)
  expect(runningOf('loop')).toBe(64)
})

describe('while there are others', () => {
  test('each caller runs a few at once, and starts the next when one ends', async () => {
    send('person')
    send('loop', 10)
    expect([runningOf('person'), runningOf('loop')]).toEqual([1, 2])
    await finish('loop')
    expect(runningOf('loop')).toBe(2)
    await finish('loop', 9)
    expect(runningOf('loop')).toBe(0)
  })

  test('somebody else never waits for a caller with many', () => {
    send('loop', 64)
    send('person')
    send('another')
    expect([runningOf('person'), runningOf('another')]).toEqual([1, 1])
  })

  test('what ran at once before counts: the caller starts nothing until few are left', async () => {
    send('loop', 5)
    send('person')
    send('loop')
    await finish('loop', 3)
    expect(runningOf('loop')).toBe(2)
    await finish('loop')
    expect(runningOf('loop')).toBe(2)
  })

  test('a request that fails gives its turn to the next', async () => {
    send('person')
    const failed = turns.run('loop', () => Promise.reject(new Error('failed')))
    const thrown = turns.run('loop', () => {
      throw new Error('thrown')
    })
    send('loop', 3)
    await expect(failed).rejects.toThrow('failed')
    await expect(thrown).rejects.toThrow('thrown')
    await setImmediate()
    expect(runningOf('loop')).toBe(2)
  })
})

test('everything that waits starts once the others are gone', async () => {
  send('person')
  send('loop', 10)
  await finish('person')
  now = 99
  await finish('loop')
  expect(runningOf('loop')).toBe(2)
  now = 100
  await finish('loop')
  expect(runningOf('loop')).toBe(8)
})

test('returns what the work returns', async () => {
  expect(await turns.run('person', async () => 7)).toBe(7)
})

test('four requests of one caller run at once, and somebody is alone after a second', async () => {
  turns = createCallerTurns({ now: () => now })
  send('person')
  send('loop', 10)
  expect(runningOf('loop')).toBe(4)
  now = 999
  await finish('loop')
  expect(runningOf('loop')).toBe(4)
  now = 1_000
  await finish('loop')
  expect(runningOf('loop')).toBe(8)
})

test('a request waits behind those that wait, even when it could start', async () => {
  send('person')
  send('loop', 3)
  now = 100
  send('loop')
  expect(runningOf('loop')).toBe(2)
  await finish('loop')
  expect(runningOf('loop')).toBe(3)
})

test('a caller has no more at once when a request ends and others come', async () => {
  send('person')
  send('loop', 2)
  await finish('loop')
  send('loop', 2)
  expect(runningOf('loop')).toBe(2)
})

test('measures time by itself', () => {
  turns = createCallerTurns()
  send('loop', 64)
  expect(runningOf('loop')).toBe(64)
})
