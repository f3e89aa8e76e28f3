import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { createDatabase, type Database } from '@cairn/domain/database/client'
import { readLayout } from '@cairn/domain/migration/layout'
import { moveGoals } from '@cairn/domain/migration/move-goals'
import { attachEngine, openEngine } from '@cairn/engine'
import { moveEarlierGoals } from '@cairn/local/database/move-earlier-goals'
import { openDatabase } from '@cairn/local/database/open-database'
import { ensureTable, type TableAddress } from '@cairn/local/database/table'
import { startLocalService } from '@cairn/local/service'
import { startWireEngine } from '@cairn/wire-engine'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mainScript, startCommand } from '../support/service/child-process.ts'
import { createTestTable } from '../support/service/engine.ts'
import { machineForEachTest } from '../support/service/machine.ts'
import { allOf, clock, goalCount, itemsIn, version01, writeVersion01 } from './support/version-0.1.ts'

const local = {
  tableName: 'cairn',
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
}

/** A data directory whose `engine.sqlite` has the goals of version 0.1. */
let earlierDirectory: string
/** The records of goals after a move that nothing interrupted. Others may expire while a service runs. */
let moved: string[]

const ofGoals = (items: readonly string[]) =>
  items.filter((item) => /"pk":"[gp]#/.test(item) && !item.includes('"__edb_e__":"goalAlarm"'))

beforeAll(async () => {
  earlierDirectory = await mkdtemp(path.join(tmpdir(), 'cairn-earlier-'))
  const engine = openEngine({ directory: earlierDirectory })
  const address: TableAddress = { ...local, attach: (client) => attachEngine(client, engine) }
  await ensureTable(address)
  await writeVersion01(address)
  engine.close()

  const table = await createTestTable()
  await writeVersion01(table)
  await allOf(moveGoals(table.database))
  moved = ofGoals(await itemsIn(table.database))
  await table.stop()
})
afterAll(() => rm(earlierDirectory, { recursive: true }))

const machine = machineForEachTest()
const fileOf = (name: string) => path.join(machine.directory, name)

beforeEach(() => cp(earlierDirectory, machine.directory, { recursive: true }))

async function removeDatabase(): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(fileOf(`engine.sqlite${suffix}`), { force: true })
}

/** Calls `use` with the database of a directory, as it is. */
async function withDatabase<T>(directory: string, use: (database: Database) => Promise<T>): Promise<T> {
  const engine = await openDatabase(directory)
  try {
    return await use(createDatabase({ ...local, attach: (client) => attachEngine(client, engine) }))
  } finally {
    engine.close()
  }
}

/** The items of a file, opened in a directory of its own, without the record of the migration that made it. */
async function itemsOfFile(file: string): Promise<string[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'cairn-copy-'))
  await cp(file, path.join(directory, 'engine.sqlite'))
  const items = (await withDatabase(directory, itemsIn)).filter((item) => !item.includes('"pk":"layout"'))
  await rm(directory, { recursive: true })
  return items
}

async function expectMoved(): Promise<void> {
  await withDatabase(machine.directory, async (database) => {
    expect(ofGoals(await itemsIn(database))).toEqual(moved)
    expect(await readLayout(database)).toBe(true)
    expect(await allOf(checkTable(database, { now: clock() }))).toEqual([])
  })
}

const copyName = 'engine-layout-1.sqlite'
const sentence = `Moving ${goalCount + 1} goals of version 0.1 into the layout of this version. The database before it is `

/** Starts the service in this process, with the clock of the goals, and stops it. Returns what it said. */
async function startAndStop(): Promise<string[]> {
  const said: string[] = []
  const options = { port: 0, dataDirectory: machine.directory, clock, writeLine: () => {} }
  const service = await startLocalService({ ...options, report: (text) => said.push(text) })
  await service.stop()
  return said
}

/** Starts the service in a process of its own, and stops it. */
async function startElsewhere(): Promise<void> {
  const child = await machine.start()
  child.process.kill('SIGTERM')
  await child.exited
}

describe('the first start on goals of version 0.1', () => {
  it('keeps a copy of the database, moves all, and says so once', async () => {
    const earlier = await itemsOfFile(fileOf('engine.sqlite'))
    expect(await startAndStop()).toEqual([`${sentence}${fileOf(copyName)}.`])
    await expectMoved()
    expect(await itemsOfFile(fileOf(copyName))).toEqual(earlier)
    expect((await stat(fileOf(copyName))).mode & 0o777).toBe(0o600)

    expect(await startAndStop()).toEqual([])
    expect((await readdir(machine.directory)).filter((name) => name.includes('layout-1'))).toEqual([copyName])
  })

  it('copies a database that was restored from an old backup again, beside the first copy', async () => {
    await startElsewhere()
    await removeDatabase()
    await cp(path.join(earlierDirectory, 'engine.sqlite'), fileOf('engine.sqlite'))
    expect(await startAndStop()).toEqual([`${sentence}${fileOf('engine-layout-1-2.sqlite')}.`])
    await expectMoved()
  })

  it('keeps no second copy of a database that was restored from the copy', async () => {
    await startElsewhere()
    await removeDatabase()
    await cp(fileOf(copyName), fileOf('engine.sqlite'))
    expect(await startAndStop()).toEqual([`${sentence}${fileOf(copyName)}.`])
    await expectMoved()
  })

  it('imports the data of Cairn 0.1 first', async () => {
    await rm(machine.directory, { recursive: true })
    await mkdir(machine.directory)
    const engine = await startWireEngine({ dataDirectory: machine.directory })
    const address = { ...local, endpoint: engine.endpoint }
    await ensureTable(address)
    await writeVersion01(address)
    await engine.stop()
    expect(existsSync(fileOf('cairn.sqlite'))).toBe(true)
    await startAndStop()
    await expectMoved()
    expect(await readdir(machine.directory)).toEqual(expect.arrayContaining(['cairn-0.1.sqlite', copyName]))
  })

  it('refuses, and changes nothing, if the disk has no room', async () => {
    const before = await itemsOfFile(fileOf('engine.sqlite'))
    await withDatabase(machine.directory, async (database) => {
      const moving = moveEarlierGoals(
        database,
        machine.directory,
        () => {},
        async () => 1_000_000,
      )
      await expect(moving).rejects.toThrow(
        /^The disk of .* has too little room to move the goals of version 0\.1: \d+ MB are needed, 1 MB are free\. Nothing was changed\.$/,
      )
      expect(await itemsIn(database)).toEqual(before)
    })
    expect(existsSync(fileOf(copyName))).toBe(false)
  })

  it('names the goal that it cannot move, and the copy', async () => {
    await withDatabase(machine.directory, async (database) => {
      const [entry] = version01.items.filter(
        ({ __edb_e__, goalId, revision }) =>
          __edb_e__?.S === 'goalUpdate' && goalId?.S === version01.goalIds.everything && revision?.N === '2',
      )

      const Key = { pk: entry?.pk?.S, sk: entry?.sk?.S }
      await database.client.send(new DeleteCommand({ TableName: database.tableName, Key }))
    })
    const failure = `${version01.goalIds.everything} cannot be moved: revision 3 of its history does not follow 1. ${fileOf(copyName)} is the database before the move.`
    await expect(startAndStop()).rejects.toThrow(failure)
  })
})

it('leaves a table in memory, and a new one on disk, of the current layout', async () => {
  await removeDatabase()
  expect(await startAndStop()).toEqual([])
  await withDatabase(machine.directory, async (database) => expect(await readLayout(database)).toBe(true))
  const service = await startLocalService({ port: 0, dataDirectory: null, writeLine: () => {} })
  expect(await readLayout(service.database)).toBe(true)
  await service.stop()
})

describe('kill -9 while the service starts', () => {
  /** Starts the service, and kills it a moment after it has said that it moves goals. */
  async function startAndKill(milliseconds: number): Promise<void> {
    const environment = { PORT: '0', DATA_DIR: machine.directory }
    const command = startCommand(process.execPath, [mainScript], { environment })
    let hasBegun = false
    command.process.stderr?.on('data', async (text: string) => {
      if (hasBegun || !String(text).includes('Moving')) return
      hasBegun = true
      await delay(milliseconds)
      command.process.kill('SIGKILL')
    })
    // Without anything left to move, it says nothing and starts.
    command.process.stdout?.on('data', (text: string) => {
      if (String(text).includes('Cairn listens')) command.process.kill('SIGKILL')
    })
    await command.exited
  }

  it('loses nothing: the next start goes on', async () => {
    const earlier = await itemsOfFile(fileOf('engine.sqlite'))
    for (const milliseconds of [0, 5, 10, 20, 40, 80]) {
      await startAndKill(milliseconds)
      await cp(machine.directory, `${machine.directory}-killed`, { recursive: true })
      const killed = `${machine.directory}-killed`
      // Whatever moment it was, the goals are whole: what is left is moved.
      await withDatabase(killed, async (database) => {
        await allOf(moveGoals(database))
        expect(ofGoals(await itemsIn(database))).toEqual(moved)
      })
      await rm(killed, { recursive: true })
    }
    await startElsewhere()
    await expectMoved()
    // The first copy was kept: the database before any goal was moved.
    expect(await itemsOfFile(fileOf(copyName))).toEqual(earlier)
    expect((await readFile(fileOf(copyName))).length).toBeGreaterThan(0)
    expect(existsSync(fileOf('engine-layout-1-2.sqlite'))).toBe(false)
  })

  it('replaces a copy that was not complete', async () => {
    await cp(fileOf('engine.sqlite'), fileOf('engine-layout-1.tmp'))
    await startAndStop()
    await expectMoved()
    expect(existsSync(fileOf('engine-layout-1.tmp'))).toBe(false)
    await rename(fileOf(copyName), fileOf('kept'))
    expect((await itemsOfFile(fileOf('kept'))).length).toBe(version01.items.length)
  })
})
