import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RunInBackground } from '../../background/request-tasks.ts'
import { createDatabase } from '../../storage/database/client.ts'
import { type CallerLimiter, createCallerLimiter } from './caller-limiter.ts'
import { stepOf } from './counting.ts'
import { defaultRateLimits, parseRateLimits, type RateLimits } from './limits.ts'
import type { addToCount } from './shared-count.ts'

const start = Date.parse('2026-11-20T10:02:30.000Z')
const database = createDatabase({ tableName: 'cairn', region: 'local' })
const program = { userId: 'ada', tokenId: 'a-token' }
const browser = { userId: 'ada' }

/** The counts that processes share, by subject and window. */
let table: Map<string, number>
let adds: number
let failures: unknown[]
let isDown: boolean
let pending: Promise<unknown>[]

const add: typeof addToCount = async (_, { subjectKey, endsAt }, number) => {
  adds++
  if (isDown) throw new Error('down')
  const key = `${subjectKey} ${endsAt.toISOString()}`
  const count = (table.get(key) ?? 0) + number
  table.set(key, count)
  return count
}
const runInBackground: RunInBackground = (work) => void pending.push(work(new AbortController().signal))

beforeEach(() => {
  table = new Map()
  adds = 0
  failures = []
  isDown = false
  pending = []
})

/** A process of several, or the only one. */
function createProcess(limits: RateLimits | string = defaultRateLimits, isOnly = false): CallerLimiter {
  return createCallerLimiter(typeof limits === 'string' ? (parseRateLimits(limits) as RateLimits) : limits, {
    addToCount: isOnly ? undefined : add,
    reportFailure: (error) => failures.push(error),
  })
}

/** Sends a request, and settles its background work as the pipeline does before it responds. */
async function send(
  process: CallerLimiter,
  { caller = program, isWrite = false, at = start }: { caller?: object; isWrite?: boolean; at?: number } = {},
) {
  const context = { database, now: new Date(at), runInBackground }
  const allowance = process.count(context, 'key', caller as typeof program, isWrite)
  await Promise.all(pending.splice(0))
  return allowance
}

async function countAdmitted(requests: number, process: CallerLimiter, options = {}): Promise<number> {
  let admitted = 0
  for (let request = 0; request < requests; request++) {
    if (!(await send(process, options)).exceeded) admitted++
  }
  return admitted
}

describe('one process', () => {
  test('admits exactly the limit, and says what is left', async () => {
    const process = createProcess('request.token=3,write.token=2', true)
    expect(await send(process)).toEqual({
      quotas: { request: { limit: 3, remaining: 2 }, write: { limit: 2, remaining: 2 } },
      secondsLeft: 30,
      exceeded: undefined,
    })
    expect((await send(process, { isWrite: true })).quotas).toEqual({
      request: { limit: 3, remaining: 1 },
      write: { limit: 2, remaining: 1 },
    })
    await send(process)
    expect(await send(process)).toMatchObject({ exceeded: 'request', quotas: { request: { remaining: 0 } } })
  })

  test('refuses writes above their limit and still admits reads', async () => {
    const process = createProcess('write.token=1', true)
    await send(process, { isWrite: true })
    expect(await send(process, { isWrite: true })).toMatchObject({
      exceeded: 'write',
      quotas: { request: { remaining: 2_999 }, write: { remaining: 0 } },
    })
    expect(await send(process)).toMatchObject({ exceeded: undefined })
  })

  test('admits again in the next window', async () => {
    const process = createProcess('request.token=1', true)
    expect(await countAdmitted(3, process)).toBe(1)
    expect(await send(process, { at: start + 29_999 })).toMatchObject({ exceeded: 'request', secondsLeft: 1 })
    expect(await send(process, { at: start + 30_000 })).toMatchObject({
      exceeded: undefined,
      secondsLeft: 60,
    })
  })

  test('does not start another window if the clock is set back a little, but does if it was far ahead', async () => {
    const process = createProcess('request.token=1', true)
    await send(process, { at: start + 30_000 })
    expect(await send(process, { at: start + 29_000 })).toMatchObject({ exceeded: 'request' })
    expect(await send(process, { at: start - 3_600_000 })).toMatchObject({ exceeded: undefined })
  })

  test('counts a user over all credentials, and each token for itself', async () => {
    const process = createProcess('request.token=2,request.account=3', true)
    expect(await countAdmitted(5, process)).toBe(2)
    expect(await countAdmitted(5, process, { caller: { userId: 'ada', tokenId: 'another' } })).toBe(1)
    expect(await countAdmitted(5, process, { caller: browser })).toBe(0)
    expect(await countAdmitted(5, process, { caller: { userId: 'ben' } })).toBe(3)
  })

  test('shows a token only what it has used itself', async () => {
    const process = createProcess('request.token=5,request.account=9', true)
    await countAdmitted(4, process, { caller: browser })
    expect((await send(process)).quotas.request).toEqual({ limit: 5, remaining: 4 })
    expect((await send(process, { caller: browser })).quotas.request).toEqual({ limit: 9, remaining: 3 })
  })

  test('does not confuse a user with a token of the same id', async () => {
    const process = createProcess('request.token=1,request.account=1', true)
    await send(process, { caller: { userId: 'same' } })
    expect(await send(process, { caller: { userId: 'other', tokenId: 'same' } })).toMatchObject({
      exceeded: undefined,
    })
  })

  test('never adds to the table', async () => {
    await countAdmitted(500, createProcess('on', true))
    expect(adds).toBe(0)
  })

  test('forgets whoever came first when it knows too many', async () => {
    const process = createProcess('request.account=1', true)
    await send(process, { caller: browser })
    for (let user = 0; user < 10_000; user++) await send(process, { caller: { userId: `user-${user}` } })
    expect(await send(process, { caller: browser })).toMatchObject({ exceeded: undefined })
    expect(await send(process, { caller: { userId: 'user-9999' } })).toMatchObject({ exceeded: 'request' })
  })
})

describe('a refused credential', () => {
  const recall = (process: CallerLimiter, isWrite = false, at = start) =>
    process.recallRefused(new Date(at), 'key', isWrite)

  test('is remembered until the window ends', async () => {
    const process = createProcess('request.token=1', true)
    await send(process)
    expect(recall(process)).toBeUndefined()
    await send(process)
    expect(recall(process)).toMatchObject({ exceeded: 'request', secondsLeft: 30 })
    expect(process.recallRefused(new Date(start), 'another', false)).toBeUndefined()
    expect(recall(process, false, start + 30_000)).toBeUndefined()
    expect(await send(process, { at: start + 30_000 })).toMatchObject({ exceeded: undefined })
  })

  test('may still read if only its writes are refused', async () => {
    const process = createProcess('write.token=1', true)
    await countAdmitted(2, process, { isWrite: true })
    expect(recall(process, false)).toBeUndefined()
    expect(recall(process, true)).toMatchObject({ exceeded: 'write' })
  })
})

describe('several processes', () => {
  test('cause no write for a caller who stays below a step', async () => {
    const process = createProcess()
    await countAdmitted(stepOf(3_000) - 1, process)
    expect(adds).toBe(0)
    await send(process)
    expect(adds).toBe(1)
  })

  test('write once for each step of each limit', async () => {
    const process = createProcess()
    expect(await countAdmitted(4_000, process)).toBe(3_000)
    expect(adds).toBe(3_000 / 60 + 3_000 / 120)
  })

  test('write nothing for refused requests', async () => {
    const process = createProcess('request.token=1')
    await countAdmitted(2, process)
    const before = adds
    await countAdmitted(100, process)
    expect(adds).toBe(before)
  })

  test.each<[string, counted: number | undefined, remaining: number]>([
    ['adds what it has admitted since to what the table says', 12, 86],
    ['keeps its own count if the table says less', 1, 96],
    ['keeps its own count if the table says nothing', undefined, 96],
  ])('learn the total while one admits more: it %s', async (_, counted, remaining) => {
    const held = Promise.withResolvers<number | undefined>()
    const process = createCallerLimiter(parseRateLimits('request.token=100') as RateLimits, {
      addToCount: () => held.promise,
      reportFailure: (error) => failures.push(error),
    })
    const context = { database, now: new Date(start), runInBackground }
    const count = () => process.count(context, 'key', program, false).quotas.request.remaining
    // Two are a step; the third comes while it is on its way.
    expect([count(), count(), count()]).toEqual([99, 98, 97])
    held.resolve(counted)
    await Promise.all(pending.splice(0))
    expect(count()).toBe(remaining)
    expect(failures).toEqual([])
  })

  test('learn what the others have admitted', async () => {
    const [first, second] = [createProcess(), createProcess()]
    expect(await countAdmitted(3_000, first)).toBe(3_000)
    expect(await countAdmitted(3_000, second)).toBe(stepOf(3_000))
  })

  test('together admit at most the limit, less one, and a step for each of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 400 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
        async (count, limit, order) => {
          table = new Map()
          const processes = Array.from({ length: count }, () => createProcess(`request.token=${limit}`))
          let admitted = 0
          // Runs of different lengths, then all of them to the end.
          for (const [index, number] of order.entries()) {
            const process = processes[number % count]
            if (process) admitted += await countAdmitted(1 + ((number * 7 + index) % 60), process)
          }
          for (const process of processes) admitted += await countAdmitted(limit, process)
          expect(admitted).toBeGreaterThanOrEqual(limit)
          expect(admitted).toBeLessThanOrEqual(limit - 1 + count * stepOf(limit))
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a table that cannot be reached', () => {
  test('refuses nobody, is reported once, and limits what each process has seen', async () => {
    isDown = true
    const process = createProcess()
    expect(await countAdmitted(3_500, process)).toBe(3_000)
    expect(failures).toEqual([new Error('down')])
  })

  test('is reported again after it has worked', async () => {
    const process = createProcess('request.token=100')
    isDown = true
    await countAdmitted(4, process)
    isDown = false
    await countAdmitted(2, process)
    isDown = true
    await countAdmitted(4, process)
    expect(failures).toHaveLength(2)
  })

  test('is not told twice: a count whose outcome is unknown is not repeated', async () => {
    const process = createProcess('request.token=100,request.account=10000000')
    isDown = true
    await countAdmitted(2, process)
    isDown = false
    await countAdmitted(2, process)
    expect([...table.values()]).toEqual([2])
  })
})
