import { request as httpRequest, type IncomingMessage } from 'node:http'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/storage/database/client'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import { checkIntegrity } from '@cairn/local/commands/check-integrity'
import { readRunningService } from '@cairn/local/data-directory/data-directory'
import { attachCommandSocket } from '@cairn/local/database/command-socket'
import { describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../support/people/sign-in.ts'
import { machineForEachTest } from '../support/service/machine.ts'
import { testsAll } from '../support/test-all.ts'
import { allGoals } from './support/all-goals.ts'

const machine = machineForEachTest()
const start = (port = 0) => machine.start({ PORT: String(port) })

/** The database of the running service. */
async function openDatabase(): Promise<Database> {
  const { socket = '', tableName = '' } = (await readRunningService(machine.directory)) ?? {}
  return createDatabase({ tableName, region: 'local', attach: attachCommandSocket(socket) })
}

const crash = 'crash'
const keyOf = (id: string) => ({ pk: id, sk: crash })
/** Enough for several commits. */
const writesBeforeKill = 60
/** Kills hit another moment in each round. The engine's own tests kill at chosen ones. */
const rounds = testsAll ? { database: 6, service: 3 } : { database: 2, service: 1 }

/** Writes concurrently, so that most kills hit a commit, and kills after some writes. Returns the ids of acknowledged writes. */
async function writeUntilKilled(round: number, kill: () => void): Promise<string[]> {
  const { client, tableName } = await openDatabase()
  const acknowledged: string[] = []
  let killed = false
  async function write(writer: number): Promise<void> {
    for (let count = 0; ; count++) {
      const id = `${round}-${writer}-${count}`
      try {
        await client.send(
          new PutCommand({ TableName: tableName, Item: { ...keyOf(id), text: 'x'.repeat(2_000) } }),
        )
        acknowledged.push(id)
      } catch (error) {
        if (killed) return
        throw error
      }
    }
  }
  const writers = [1, 2, 3, 4].map(write)
  const enough = writesBeforeKill + Math.random() * writesBeforeKill
  await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(enough)
  killed = true
  kill()
  await Promise.all(writers)
  client.destroy()
  return acknowledged
}

async function expectAll(ids: string[]): Promise<void> {
  const database = await openDatabase()
  const found = new Map<string, string>()
  for await (const records of scanTable(database)) {
    for (const { pk, sk, text } of records as { pk: string; sk: string; text: string }[]) {
      if (sk === crash) found.set(pk, text)
    }
  }
  closeDatabase(database)
  expect(ids.filter((id) => found.get(id)?.length !== 2_000)).toEqual([])
}

describe('kill -9 during writes', () => {
  it('frees the directory and loses no acknowledged write', async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < rounds.database; round++) {
      const child = await start()
      acknowledged.push(...(await writeUntilKilled(round, () => child.process.kill('SIGKILL'))))
      await child.exited
    }
    await machine.startHere()
    await expectAll(acknowledged)
  })
})

describe('over HTTP', () => {
  const createGoal = ({ api }: Browser, detailedDescription: string) =>
    api.createGoal({ body: { detailedDescription, timeframe: { kind: 'continuous' } } })

  it('keeps sessions and every acknowledged goal after kill -9 and a restart on the same port', async () => {
    let child = await start()
    const browser = await signIn(child, { email: 'ada@example.com', displayName: 'Ada' })
    const acknowledged: string[] = []
    for (let round = 0; round < rounds.service; round++) {
      let killed = false
      const writers = [1, 2, 3].map(async (writer) => {
        for (let count = 0; !killed; count++) {
          const description = `goal ${round}/${writer}/${count}`
          const done = await createGoal(browser, description).catch((error) => {
            if (!killed) throw error
          })
          if (done) acknowledged.push(description)
        }
      })
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(before + 8)
      killed = true
      child.process.kill('SIGKILL')
      await Promise.all(writers)
      await child.exited
      child = await start(child.port)
    }
    const descriptions = (await allGoals(browser)).map((goal) => goal.detailedDescription)
    expect(descriptions).toEqual(expect.arrayContaining(acknowledged))
    expect(await machine.run(checkIntegrity)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/: 0 broken, \d+ orphaned\.\n$/),
    })
  })

  it('loses no log line of a request that was answered before kill -9', async () => {
    const child = await start()
    const answered: string[] = []
    let killed = false
    const clients = Array.from({ length: 8 }, async () => {
      while (!killed) {
        const response = await fetch(`${child.origin}/v1/auth/session`).catch((error) => {
          if (!killed) throw error
        })
        if (response) answered.push(response.headers.get('x-request-id') ?? '')
      }
    })
    await expect.poll(() => answered.length, { interval: 1 }).toBeGreaterThan(100)
    killed = true
    child.process.kill('SIGKILL')
    await Promise.all(clients)
    const { stdout } = await child.exited
    expect(answered.filter((requestId) => !stdout.includes(requestId))).toEqual([])
  })

  it('finishes requests in flight before it stops', async () => {
    const child = await start()
    const { cookie } = await signIn(child, { email: 'ada@example.com', displayName: 'Ada' })
    const body = JSON.stringify({ detailedDescription: 'In flight', timeframe: { kind: 'continuous' } })
    const requests = Array.from({ length: 3 }, () => {
      const headers = {
        origin: child.origin,
        cookie,
        'content-type': 'application/json',
        expect: '100-continue',
      }
      return httpRequest(`${child.origin}/v1/goals`, { method: 'POST', headers })
    })
    const responses = requests.map(
      (request) =>
        new Promise<IncomingMessage>((resolve, reject) =>
          request.on('response', resolve).on('error', reject),
        ),
    )
    // The service has begun with them.
    await Promise.all(
      requests.map((request) => new Promise((resolve) => request.on('continue', resolve).flushHeaders())),
    )
    child.process.kill('SIGTERM')
    await expect.poll(() => fetch(child.origin).catch(() => 'closed'), { interval: 5 }).toBe('closed')
    for (const request of requests) request.end(body)
    const statuses = (await Promise.all(responses)).map((response) => response.resume().statusCode)
    expect(statuses).toEqual([201, 201, 201])
    expect(await child.exited).toMatchObject({ code: 0, stderr: '' })
  })
})
