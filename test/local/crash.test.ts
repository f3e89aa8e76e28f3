import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { createClient } from '@cairn/contract/client'
import { describe, expect, it } from 'vitest'
import { type Browser, signIn } from '../support/people/sign-in.ts'
import { enginePidIn, isRunning } from '../support/service/child-process.ts'
import { machineForEachTest } from '../support/service/machine.ts'

const machine = machineForEachTest()
const start = (port = 0) => machine.start({ PORT: String(port) })

async function engineClient(): Promise<DynamoDBClient> {
  const { endpoint } = JSON.parse(await readFile(path.join(machine.directory, 'service.json'), 'utf8'))
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 })
}

const keyOf = (id: string) => ({ pk: { S: id }, sk: { S: 'crash' } })

/** Writes concurrently until the engine is gone. Returns the ids of acknowledged writes. */
async function writeUntilKilled(prefix: string, kill: () => void): Promise<string[]> {
  const client = await engineClient()
  const acknowledged: string[] = []
  let killed = false
  async function write(writer: number): Promise<void> {
    for (let count = 0; ; count++) {
      const id = `${prefix}-${writer}-${count}`
      try {
        await client.send(
          new PutItemCommand({ TableName: 'cairn', Item: { ...keyOf(id), text: { S: 'x'.repeat(2_000) } } }),
        )
        acknowledged.push(id)
      } catch (error) {
        if (killed) return
        throw error
      }
    }
  }
  const writers = [1, 2, 3, 4].map(write)
  await new Promise((resolve) => setTimeout(resolve, 300))
  killed = true
  kill()
  await Promise.all(writers)
  client.destroy()
  return acknowledged
}

async function expectAll(ids: string[]): Promise<void> {
  const client = await engineClient()
  for (const id of ids) {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: 'cairn', Key: keyOf(id), ConsistentRead: true }),
    )
    expect(Item?.text?.S, id).toHaveLength(2_000)
  }
  client.destroy()
}

describe('kill -9 during writes', () => {
  it('of the service ends its engine and loses no acknowledged write', async () => {
    const acknowledged: string[] = []
    for (const round of ['a', 'b', 'c']) {
      const child = await start()
      const enginePid = await enginePidIn(machine.directory)
      acknowledged.push(...(await writeUntilKilled(round, () => child.process.kill('SIGKILL'))))
      // The next service starts at once, even if the previous engine has not ended yet.
      await start().then(async (next) => {
        expect(await isRunning(enginePid)).toBe(false)
        next.process.kill('SIGTERM')
        await next.exited
      })
    }
    expect(acknowledged.length).toBeGreaterThan(50)
    await start()
    await expectAll(acknowledged)
  })

  it('of service and engine together loses no acknowledged write', async () => {
    const child = await start()
    const enginePid = await enginePidIn(machine.directory)
    const acknowledged = await writeUntilKilled('both', () => {
      process.kill(enginePid, 'SIGKILL')
      child.process.kill('SIGKILL')
    })
    expect(acknowledged.length).toBeGreaterThan(20)
    await start()
    await expectAll(acknowledged)
  })
})

describe('over HTTP', () => {
  const createGoal = ({ api }: Browser, detailedDescription: string) =>
    api.createGoal({ body: { detailedDescription, timeframe: { kind: 'continuous' } } })

  /** All goals, as the browser sees them after the service is back on the same port. */
  const goalsOf = async (browser: Browser) => {
    const descriptions: string[] = []
    let cursor: string | undefined
    do {
      const page = await browser.api.listGoals({ query: { cursor } })
      descriptions.push(...page.goals.map((goal) => goal.detailedDescription))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return descriptions
  }

  it('keeps sessions and every acknowledged goal after kill -9 and a restart on the same port', async () => {
    const child = await start()
    const browser = await signIn(child, { email: 'ada@example.com', displayName: 'Ada' })
    const acknowledged: string[] = []
    let killed = false
    const writers = [1, 2, 3].map(async (writer) => {
      for (let count = 0; !killed; count++) {
        const description = `goal ${writer}/${count}`
        const done = await createGoal(browser, description).catch((error) => {
          if (!killed) throw error
        })
        if (done) acknowledged.push(description)
      }
    })
    await new Promise((resolve) => setTimeout(resolve, 700))
    killed = true
    child.process.kill('SIGKILL')
    await Promise.all(writers)
    await child.exited
    await start(child.port)
    expect(acknowledged.length).toBeGreaterThan(5)
    expect(await goalsOf(browser)).toEqual(expect.arrayContaining(acknowledged))
  })

  it('survives kills of the engine alone: at worst 503, and no acknowledged write is lost', async () => {
    const child = await start()
    const browser = await signIn(child, { email: 'ada@example.com', displayName: 'Ada' })
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    let done = false
    const writers = [1, 2].map(async (writer) => {
      for (let count = 0; !done; count++) {
        const description = `goal ${writer}/${count}`
        await createGoal(browser, description).then(
          () => acknowledged.push(description),
          (error: { status: number }) => statuses.add(error.status),
        )
      }
    })
    const untilMoreAreWritten = () => {
      const before = acknowledged.length
      return expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before + 5)
    }
    for (let kills = 0; kills < 3; kills++) {
      await untilMoreAreWritten()
      const killed = await enginePidIn(machine.directory)
      process.kill(killed, 'SIGKILL')
      await expect.poll(() => enginePidIn(machine.directory), { timeout: 10_000 }).not.toBe(killed)
    }
    await untilMoreAreWritten()
    done = true
    await Promise.all(writers)
    expect([...statuses].filter((status) => status !== 503)).toEqual([])
    expect(await goalsOf(browser)).toEqual(expect.arrayContaining(acknowledged))
    expect(await createClient({ baseUrl: child.origin }).getHealth()).toEqual({
      service: 'api',
      status: 'ok',
    })
    child.process.kill('SIGTERM')
    expect(await child.exited).toMatchObject({ code: 0 })
  })

  it('finishes requests in flight before it stops', async () => {
    const child = await start()
    const browser = await signIn(child, { email: 'ada@example.com', displayName: 'Ada' })
    const created = ['one', 'two', 'three'].map((description) => createGoal(browser, description))
    await new Promise((resolve) => setTimeout(resolve, 10))
    child.process.kill('SIGTERM')
    expect(await Promise.all(created)).toHaveLength(3)
    expect(await child.exited).toMatchObject({ code: 0, stderr: '' })
  })
})
