import { ApiError } from '@cairn/contract/http/client'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/storage/database/client'
import { readRunningService } from '@cairn/local/data-directory/data-directory'
import { attachCommandSocket } from '@cairn/local/database/command-socket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGoal, createLabel, historyOf, reportOf } from '../../support/people/goals.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { responseTo } from '../../support/requests/outcomes.ts'
import {
  type ChildService,
  createTemporaryDirectory,
  startChildService,
} from '../../support/service/child-process.ts'

/** `KILL_ROUNDS` multiplies the rounds. */
const roundCount = 6 * Number(process.env.KILL_ROUNDS ?? 1)
const rounds = Array.from({ length: roundCount }, (_, round) => round)

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

/** One writer's knowledge: acknowledged writes, and reports whose outcome is unknown. */
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

/** Kills the service during the writes, restarts it on its port, and returns what was acknowledged. */
async function writeAndKill(round: number): Promise<Written[]> {
  let killed = false
  const writers = Array.from({ length: writerCount }, (_, writer) =>
    write(`${round}/${writer}`, () => killed),
  )
  await new Promise((resolve) => setTimeout(resolve, writingMillisecondsOf(round)))
  killed = true
  child.process.kill('SIGKILL')
  const written = await Promise.all(writers)
  await child.exited
  child = await start(child.port)
  return written
}

async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const { socket = '', tableName = '' } = (await readRunningService(directory)) ?? {}
  const database = createDatabase({ tableName, region: 'local', attach: attachCommandSocket(socket) })
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

  it.each(rounds)(
    'loses nothing acknowledged and leaves an intact table, round %s',
    { timeout: roundTimeoutMilliseconds },
    async (round) => {
      const written = await writeAndKill(round)
      // First, because later writes could hide an incomplete one.
      expect(await withDatabase(brokenIn)).toEqual([])
      await Promise.all(written.map(expectAcknowledged))
      expect(await withDatabase(brokenIn)).toEqual([])
      for (const { goals, deleted } of written) acknowledged += goals.size + deleted.length
    },
  )

  it('interrupts dozens of acknowledged writes', () => {
    expect(acknowledged).toBeGreaterThan(roundCount * 2)
  })
})
