import { setTimeout as delay } from 'node:timers/promises'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { readRunningService } from '@cairn/local/data-directory/data-directory'
import { attachCommandSocket } from '@cairn/local/database/command-socket'
import { describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../support/people/sign-in.ts'
import { checkIntegrityScript, runScript } from '../support/service/child-process.ts'
import { machineForEachTest } from '../support/service/machine.ts'
import { allGoals } from './support/all-goals.ts'

const machine = machineForEachTest()
const start = (port = 0) => machine.start({ PORT: String(port) })

/** The database of the running service. */
async function openDatabase(): Promise<Database> {
  const { socket = '', tableName = '' } = (await readRunningService(machine.directory)) ?? {}
  return createDatabase({ tableName, region: 'local', attach: attachCommandSocket(socket) })
}

const keyOf = (id: string) => ({ pk: id, sk: 'crash' })

/** Writes concurrently, so that most kills hit a commit. Returns the ids of acknowledged writes. */
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
  await delay(100 + Math.random() * 300)
  killed = true
  kill()
  await Promise.all(writers)
  client.destroy()
  return acknowledged
}

async function expectAll(ids: string[]): Promise<void> {
  const database = await openDatabase()
  for (const id of ids) {
    const { Item } = await database.client.send(
      new GetCommand({ TableName: database.tableName, Key: keyOf(id), ConsistentRead: true }),
    )
    expect(Item?.text, id).toHaveLength(2_000)
  }
  closeDatabase(database)
}

describe('kill -9 during writes', () => {
  it('frees the directory and loses no acknowledged write', async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < 6; round++) {
      const child = await start()
      acknowledged.push(...(await writeUntilKilled(round, () => child.process.kill('SIGKILL'))))
      await child.exited
    }
    expect(acknowledged.length).toBeGreaterThan(100)
    await start()
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
    for (let round = 0; round < 3; round++) {
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
      await delay(400 + Math.random() * 300)
      killed = true
      child.process.kill('SIGKILL')
      await Promise.all(writers)
      await child.exited
      child = await start(child.port)
    }
    expect(acknowledged.length).toBeGreaterThan(15)
    const descriptions = (await allGoals(browser)).map((goal) => goal.detailedDescription)
    expect(descriptions).toEqual(expect.arrayContaining(acknowledged))
    expect(await runScript(checkIntegrityScript, [], { DATA_DIR: machine.directory })).toMatchObject({
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
    await delay(300 + Math.random() * 300)
    killed = true
    child.process.kill('SIGKILL')
    await Promise.all(clients)
    const { stdout } = await child.exited
    expect(answered.length).toBeGreaterThan(20)
    expect(answered.filter((requestId) => !stdout.includes(requestId))).toEqual([])
  })

  it('finishes requests in flight before it stops', async () => {
    const child = await start()
    const browser = await signIn(child, { email: 'ada@example.com', displayName: 'Ada' })
    const created = ['one', 'two', 'three'].map((description) => createGoal(browser, description))
    await delay(10)
    child.process.kill('SIGTERM')
    expect(await Promise.all(created)).toHaveLength(3)
    expect(await child.exited).toMatchObject({ code: 0, stderr: '' })
  })
})
