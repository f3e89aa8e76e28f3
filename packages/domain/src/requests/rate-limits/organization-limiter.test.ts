import { beforeEach, describe, expect, test } from 'vitest'
import type { RunInBackground } from '../../background/request-tasks.ts'
import { createDatabase } from '../../storage/database/client.ts'
import { parseRateLimits, type RateLimits } from './limits.ts'
import type { readMemberCountPage } from './member-counts.ts'
import { createOrganizationLimiter, type OrganizationLimiter } from './organization-limiter.ts'
import type { addToCount } from './shared-count.ts'

const start = Date.parse('2026-11-20T10:02:30.000Z')
const hour = 60 * 60 * 1000
const database = createDatabase({ tableName: 'cairn', region: 'local' })

/** The counts that processes share. */
let table: Map<string, number>
/** The pages of the index of members. */
let pages: number[]
let reads: number
let failures: unknown[]
let pending: Promise<unknown>[]

const add: typeof addToCount = async (_, { subjectKey, endsAt }, number) => {
  const key = `${subjectKey} ${endsAt.toISOString()}`
  const count = (table.get(key) ?? 0) + number
  table.set(key, count)
  return count
}
const readPage: typeof readMemberCountPage = async (_, __, position) => {
  reads++
  if (failures.length > 0) throw new Error('down')
  const index = (position?.page as number | undefined) ?? 0
  const next = index + 1 < pages.length ? { page: index + 1 } : undefined
  return { count: pages[index] ?? 0, position: next }
}
const runInBackground: RunInBackground = (work) => void pending.push(work(new AbortController().signal))

beforeEach(() => {
  table = new Map()
  pages = [10]
  reads = 0
  failures = []
  pending = []
})

function createProcess(limits: string, isOnly = false): OrganizationLimiter {
  return createOrganizationLimiter(parseRateLimits(limits) as RateLimits, {
    addToCount: isOnly ? undefined : add,
    readMemberCountPage: readPage,
    reportFailure: (error) => failures.push(error),
  })
}

/** Sends a request, and settles its background work as the pipeline does before it responds. */
async function send(process: OrganizationLimiter, organizationId = 'acme', at = start, key?: string) {
  const allowance = process.count({ database, now: new Date(at), runInBackground }, organizationId, key)
  await Promise.all(pending.splice(0))
  return allowance
}

async function countAdmitted(requests: number, process: OrganizationLimiter, id = 'acme', at = start) {
  let admitted = 0
  for (let request = 0; request < requests; request++) {
    if (!(await send(process, id, at)).isExceeded) admitted++
  }
  return admitted
}

describe.each([
  ['one process', true],
  ['one of several processes', false],
])('%s', (_, isOnly) => {
  test('admits the limit and as many more for each member, and says what is left', async () => {
    const process = createProcess('request.organization=100,request.member=5', isOnly)
    expect(await send(process)).toEqual({ limit: 100, remaining: 99, secondsLeft: 30, isExceeded: false })
    expect(await countAdmitted(300, process)).toBe(149)
    expect(await send(process)).toEqual({ limit: 150, remaining: 0, secondsLeft: 30, isExceeded: true })
  })

  test('admits again in the next window, and still knows the members', async () => {
    const process = createProcess('request.organization=100,request.member=5', isOnly)
    await countAdmitted(300, process)
    const before = reads
    expect(await send(process, 'acme', start + 30_000)).toMatchObject({ limit: 150, remaining: 149 })
    expect(await countAdmitted(300, process, 'acme', start + 30_000)).toBe(149)
    expect(reads).toBe(before)
  })

  test('counts organizations separately', async () => {
    const process = createProcess('request.organization=10,request.member=1', isOnly)
    expect(await countAdmitted(100, process)).toBe(20)
    expect(await countAdmitted(100, process, 'other')).toBe(20)
  })

  test('does not count members below half of the limit', async () => {
    const process = createProcess('request.organization=100,request.member=5', isOnly)
    await countAdmitted(49, process)
    expect(reads).toBe(0)
    await countAdmitted(1, process)
    expect(reads).toBe(1)
  })
})

describe('members', () => {
  test('are counted page by page, and only as far as the requests need it', async () => {
    pages = Array(50).fill(20)
    const process = createProcess('request.organization=100,request.member=5')
    await countAdmitted(60, process)
    expect(reads).toBe(1)
    expect(await send(process)).toMatchObject({ limit: 200 })
    expect(await countAdmitted(1_000, process)).toBe(1_000)
    expect(reads).toBeLessThan(50)
  })

  test('are counted before a process that has just started believes the total of the others', async () => {
    pages = Array(4).fill(20)
    const [busy, fresh] = [0, 1].map(() => createProcess('request.organization=100,request.member=5'))
    if (!busy || !fresh) return
    expect(await countAdmitted(300, busy)).toBe(300)
    expect(await countAdmitted(20, fresh)).toBe(20)
    expect(await send(fresh)).toMatchObject({ limit: 500 })
  })

  test('are counted again after an hour, with the earlier number until that is done', async () => {
    pages = [20, 20]
    const process = createProcess('request.organization=100,request.member=5')
    expect(await countAdmitted(400, process)).toBe(300)
    expect(reads).toBe(2)
    pages = [1, 1]
    const later = start + hour
    expect(await send(process, 'acme', later)).toMatchObject({ limit: 300 })
    // Half of it has been used when the new count says that the limit is now 110.
    expect(await countAdmitted(400, process, 'acme', later)).toBe(149)
    expect(await send(process, 'acme', later)).toMatchObject({ limit: 110, isExceeded: true })
    expect(reads).toBe(4)
  })

  test('that cannot be counted refuse nobody for what other processes counted, and are reported once', async () => {
    const [busy, fresh] = [0, 1].map(() => createProcess('request.organization=100,request.member=5'))
    if (!busy || !fresh) return
    expect(await countAdmitted(400, busy)).toBe(150)
    failures.push('none can be read')
    expect(await countAdmitted(20, fresh)).toBe(20)
    expect(failures).toEqual(['none can be read', new Error('down')])
  })
})

describe('a refused credential', () => {
  const recall = (process: OrganizationLimiter, at = start) => process.recallRefused(new Date(at), 'key')

  test('is remembered until the window ends', async () => {
    const process = createProcess('request.organization=1,request.member=1')
    pages = [0]
    await send(process, 'acme', start, 'key')
    expect(recall(process)).toBeUndefined()
    await send(process, 'acme', start, 'key')
    expect(recall(process)).toEqual({ limit: 1, remaining: 0, secondsLeft: 30, isExceeded: true })
    expect(process.recallRefused(new Date(start), 'another')).toBeUndefined()
    expect(recall(process, start + 30_000)).toBeUndefined()
  })

  test('is not remembered if it may act in another organization', async () => {
    const process = createProcess('request.organization=1,request.member=1')
    pages = [0]
    await countAdmitted(3, process)
    expect(recall(process)).toBeUndefined()
  })
})
