import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@cairn/contract/client'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGoal, createLabel, historyOf, reportOf } from '../support/people/goals.ts'
import { type Browser, signIn } from '../support/people/sign-in.ts'
import { responseTo } from '../support/requests/outcomes.ts'
import {
  type ChildService,
  createTemporaryDirectory,
  enginePidIn,
  isRunning,
  startChildService,
} from '../support/service/child-process.ts'

/** One round per victim; `KILL_ROUNDS` multiplies the rounds. */
const victims = ['service', 'engine', 'both', 'service', 'both', 'engine'] as const
type Victim = (typeof victims)[number]
const rounds = Array.from({ length: Number(process.env.KILL_ROUNDS ?? 1) }, () => victims).flat()

const writerCount = 4
/** Long enough for dozens of writes, and different in each round. */
const writingMillisecondsOf = (round: number) => 250 + ((round * 137) % 400)
const roundTimeoutMilliseconds = 60_000

let directory: string
let removeDirectory: () => Promise<void>
let child: ChildService
let browser: Browser
let labelIds: string[]

beforeAll(async () => {
  const temporary = await createTemporaryDirectory()
  directory = temporary.directory
  removeDirectory = temporary.remove
  child = await start(0)
  browser = await signIn(
    { origin: child.origin, lines: child.lines },
    {
      email: 'ada@example.com',
      displayName: 'Ada',
    },
  )
  labelIds = [await createLabel(browser, 'Forest'), await createLabel(browser, 'Water')]
})

afterAll(async () => {
  child.process.kill('SIGTERM')
  await child.exited
  await removeDirectory()
})

function start(port: number): Promise<ChildService> {
  return startChildService({ DATA_DIR: directory, PORT: String(port), RATE_LIMITS: 'off' })
}

/** What one writer knows: acknowledged writes, and reports whose outcome is unknown. */
type Written = {
  goals: Map<string, { reports: string[]; unknown: string[] }>
  deleted: string[]
}

/** Publishes, reports, changes labels and deletes in sequence, until a request fails after the kill. */
async function write(writer: string, isKilled: () => boolean): Promise<Written> {
  const written: Written = { goals: new Map(), deleted: [] }
  try {
    for (let count = 0; !isKilled(); count++) {
      const { id: goalId } = await createGoal(browser, { title: `${writer}/${count}`, labelIds })
      const outcomes = { reports: [] as string[], unknown: [] as string[] }
      written.goals.set(goalId, outcomes)
      for (const expectedRevision of [1, 2]) {
        const key = `${writer}/${count}/${expectedRevision}`
        outcomes.unknown.push(key)
        await browser.api.createGoalUpdate({ params: { goalId }, body: reportOf(key, { expectedRevision }) })
        outcomes.unknown.pop()
        outcomes.reports.push(key)
      }
      await browser.api.updateGoal({ params: { goalId }, body: { labelIds: labelIds.slice(count % 2) } })
      if (count % 3 !== 2) continue
      written.goals.delete(goalId)
      await browser.api.deleteGoal({ params: { goalId } })
      written.deleted.push(goalId)
    }
  } catch (error) {
    // No response, or one that asks for a retry.
    const isUnavailable = !(error instanceof ApiError) || error.code === 'unavailable'
    if (!isKilled() || !isUnavailable) throw error
  }
  return written
}

/** Kills the victim during the writes, restarts the service on its port, and returns what was acknowledged. */
async function writeAndKill(round: number, victim: Victim): Promise<Written[]> {
  const enginePid = await enginePidIn(directory)
  let killed = false
  const writers = Array.from({ length: writerCount }, (_, writer) =>
    write(`${round}/${writer}`, () => killed),
  )
  await new Promise((resolve) => setTimeout(resolve, writingMillisecondsOf(round)))
  killed = true
  if (victim !== 'service') process.kill(enginePid, 'SIGKILL')
  if (victim !== 'engine') child.process.kill('SIGKILL')
  const written = await Promise.all(writers)
  if (victim === 'engine') {
    const isBack = async () => (await responseTo(browser.api.getAuthSession())).outcome
    await expect.poll(isBack, { timeout: 10_000, interval: 100 }).toBe('ok')
  } else {
    await child.exited
    child = await start(child.port)
    expect(await isRunning(enginePid)).toBe(false)
  }
  return written
}

async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const { endpoint, tableName } = JSON.parse(await readFile(path.join(directory, 'service.json'), 'utf8'))
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const database = createDatabase({ endpoint, tableName, region: 'us-east-1', credentials })
  try {
    return await use(database)
  } finally {
    closeDatabase(database)
  }
}

async function brokenIn(database: Database): Promise<string[]> {
  const broken: string[] = []
  for await (const { kind, message } of checkTable(database)) if (kind === 'broken') broken.push(message)
  return broken
}

/** Every acknowledged write is there. Another write may be there once; a retry ensures that it is. */
async function expectAcknowledged({ goals, deleted }: Written): Promise<void> {
  for (const [goalId, { reports, unknown }] of goals) {
    const keys = (await historyOf(browser, goalId)).map(({ idempotencyKey }) => idempotencyKey)
    expect([...reports, ...unknown].slice(0, keys.length - 1)).toEqual(keys.slice(1))
    expect(keys.length - 1).toBeGreaterThanOrEqual(reports.length)
    for (const key of unknown) {
      const expectedRevision = Number(key.split('/').at(-1))
      const body = reportOf(key, { expectedRevision })
      await browser.api.createGoalUpdate({ params: { goalId }, body })
      const retried = (await historyOf(browser, goalId)).map(({ idempotencyKey }) => idempotencyKey)
      expect(retried.slice(1)).toEqual([...reports, key])
    }
  }
  for (const goalId of deleted) {
    expect(await responseTo(browser.api.getGoal({ params: { goalId } }))).toMatchObject({
      outcome: '404 goal_not_found',
    })
  }
}

describe('kill -9 in the middle of concurrent writes', () => {
  let acknowledged = 0

  it.each(rounds.map((victim, round) => ({ round, victim })))(
    'of $victim, round $round, loses nothing acknowledged and leaves an intact table',
    { timeout: roundTimeoutMilliseconds },
    async ({ round, victim }) => {
      const written = await writeAndKill(round, victim)
      // First, because later writes could hide an incomplete one.
      expect(await withDatabase(brokenIn)).toEqual([])
      await Promise.all(written.map(expectAcknowledged))
      expect(await withDatabase(brokenIn)).toEqual([])
      for (const { goals, deleted } of written) acknowledged += goals.size + deleted.length
    },
  )

  it('interrupts dozens of acknowledged writes', () => {
    expect(acknowledged).toBeGreaterThan(rounds.length * 2)
  })
})
