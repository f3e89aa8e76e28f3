import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { closeDatabase, createDatabase, type Database } from '@cairn/domain/database/client'
import { scanTable } from '@cairn/domain/database/scan-table'
import type { AnyRecord } from '@cairn/domain/table/entities'
import { attachEngine } from '@cairn/engine'
import { openDatabase } from '@cairn/local/database/open-database'
import { ensureTable } from '@cairn/local/database/table'
import { startLocalService } from '@cairn/local/service'
import { startWireEngine } from '@cairn/wire-engine'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { goalCount, version01, writeVersion01 } from '../migration/support/version-0.1.ts'
import { createGoal, createLabel } from '../support/people/goals.ts'
import { signInAgain } from '../support/people/sign-in.ts'
import { mainScript, startCommand } from '../support/service/child-process.ts'
import { machineForEachTest } from '../support/service/machine.ts'
import { readTable } from '../support/table/read-table.ts'

const ada = { email: 'ada@example.com', displayName: 'Ada' }
const tableName = 'cairn'
/** Each has two records, so the import needs two commits of at most 1,000 records. */
const bulkGoalCount = 300
const local = { region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

let earlierDirectory: string
let earlierRecords: AnyRecord[]

async function recordsIn(database: Database): Promise<AnyRecord[]> {
  const records: AnyRecord[] = []
  for await (const page of scanTable(database)) records.push(...page)
  const keyOf = ({ pk, sk }: AnyRecord) => `${pk} ${sk}`
  return records.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
}

/** A data directory of Cairn 0.1 that was killed: part of the data is in the write-ahead log. */
beforeAll(async () => {
  earlierDirectory = await mkdtemp(path.join(tmpdir(), 'cairn-earlier-'))
  const engine = await startWireEngine({ dataDirectory: earlierDirectory })
  const address = { tableName, ...local, endpoint: engine.endpoint }
  await ensureTable(address)
  await writeVersion01(address, { copiesOfSmallest: bulkGoalCount })
  const database = createDatabase(address)
  earlierRecords = await recordsIn(database)
  closeDatabase(database)
  const snapshot = `${earlierDirectory}-killed`
  await cp(earlierDirectory, snapshot, { recursive: true })
  await engine.stop()
  await rm(earlierDirectory, { recursive: true })
  await rename(snapshot, earlierDirectory)
})
afterAll(() => rm(earlierDirectory, { recursive: true }))

const machine = machineForEachTest()
const fileOf = (name: string) => path.join(machine.directory, name)
const filesNow = async () => (await readdir(machine.directory)).toSorted()

beforeEach(() => cp(earlierDirectory, machine.directory, { recursive: true }))

async function importedRecords(): Promise<AnyRecord[]> {
  const engine = await openDatabase(machine.directory)
  const database = createDatabase({
    tableName,
    region: 'local',
    attach: (client) => attachEngine(client, engine),
  })
  try {
    return await recordsIn(database)
  } finally {
    closeDatabase(database)
    engine.close()
  }
}

/** Without what a service deletes when it expires, and the sign that it begins to move goals. */
const lasting = (records: readonly AnyRecord[]) =>
  records.filter(({ ttl, pk }) => ttl === undefined && pk !== 'layout')

async function expectImported(): Promise<void> {
  expect(lasting(await importedRecords())).toEqual(lasting(earlierRecords))
  const files = await filesNow()
  expect(files).toContain('cairn-0.1.sqlite')
  expect(files.filter((name) => name.startsWith('cairn.sqlite') || name.startsWith('import.'))).toEqual([])
}

async function refusal(): Promise<string> {
  const engine = await openDatabase(machine.directory).catch((error: Error) => error)
  if (engine instanceof Error) return engine.message
  engine.close()
  throw new Error('The database was opened.')
}

describe('data of Cairn 0.1', () => {
  it('has every kind of record and a write-ahead log', async () => {
    expect(new Set(earlierRecords.map((record) => record.__edb_e__)).size).toBe(14)
    expect((await readFile(fileOf('cairn.sqlite-wal'))).length).toBeGreaterThan(0)
  })

  it('is imported at the first start and kept as a backup', async () => {
    const options = { port: 0, dataDirectory: machine.directory, writeLine: () => {}, report: () => {} }
    const start = () => startLocalService(options)
    const first = await start()
    expect((await readTable(first.database)).goalRow).toHaveLength(goalCount + bulkGoalCount)
    const browser = await signInAgain(first, ada)
    const params = { goalId: version01.goalIds.paused ?? '' }
    const labelsNow = async () => (await browser.api.getGoal({ params })).goal.labels.map(({ name }) => name)
    expect(await labelsNow()).toEqual(['Forest'])
    await createLabel(browser, 'Sea')
    expect(await labelsNow()).toEqual(['Forest'])
    expect((await readTable(first.database)).goalLabelDirectory).toHaveLength(1)
    const { id } = await createGoal(browser)
    await first.stop()
    const kept = await readFile(fileOf('cairn-0.1.sqlite'))
    const second = await start()
    const again = await signInAgain(second, ada)
    expect((await again.api.getGoal({ params: { goalId: id } })).goal.id).toBe(id)
    await second.stop()
    expect((await readFile(fileOf('cairn-0.1.sqlite'))).equals(kept)).toBe(true)
    expect(await filesNow()).not.toContain('cairn.sqlite')
  })

  it('keeps all records in the backup file', async () => {
    await expectImported()
    const kept = new DatabaseSync(fileOf('cairn-0.1.sqlite'), { readOnly: true })
    const count = Object.values(kept.prepare(`SELECT count(*) FROM "${tableName}"`).get() ?? {})[0]
    kept.close()
    expect(count).toBe(earlierRecords.length)
  })
})

describe('an import that is interrupted', () => {
  /** The first commit makes it larger; creating the tables does not. */
  const hasCommitted = async () =>
    ((await stat(fileOf('import.tmp/engine.sqlite-wal')).catch(() => null))?.size ?? 0) > 500_000
  it.each([
    ['at its beginning', async () => (await filesNow()).includes('import.tmp')],
    ['after its first commit', hasCommitted],
  ])('%s by kill -9 succeeds at the next start', async (_, isReached) => {
    const command = startCommand(process.execPath, [mainScript], {
      environment: { PORT: '0', DATA_DIR: machine.directory },
    })
    const isImported = async () => (await filesNow()).includes('engine.sqlite')
    while (!(await isReached()) && !(await isImported())) await delay(1)
    command.process.kill('SIGKILL')
    await command.exited
    await expectImported()
  })

  /** Makes the state of a directory between two steps of the import. */
  async function importUntil(step: 'copied' | 'kept' | 'moved'): Promise<void> {
    const engine = await openDatabase(machine.directory)
    engine.close()
    await mkdir(fileOf('import.complete'))
    if (step === 'moved') return
    await rename(fileOf('engine.sqlite'), fileOf('import.complete/engine.sqlite'))
    if (step === 'copied') await rename(fileOf('cairn-0.1.sqlite'), fileOf('cairn.sqlite'))
  }

  it.each(['copied', 'kept', 'moved'] as const)(
    'after the step "%s" ends at the next start',
    async (step) => {
      await importUntil(step)
      await expectImported()
    },
  )

  it('imports what Cairn 0.1 wrote after the interruption', async () => {
    await importUntil('copied')
    const change = new DatabaseSync(fileOf('cairn.sqlite'))
    change.exec(`DELETE FROM "${tableName}" WHERE rowid = (SELECT min(rowid) FROM "${tableName}")`)
    change.close()
    expect(await importedRecords()).toHaveLength(earlierRecords.length - 1)
  })
})

describe('refuses in one sentence, and changes nothing,', () => {
  const foreign = () => {
    const database = new DatabaseSync(fileOf('cairn.sqlite'))
    database.exec('CREATE TABLE songs (title TEXT)')
    database.close()
  }
  const damaged = async () => {
    const database = new DatabaseSync(fileOf('cairn.sqlite'))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    const bytes = await readFile(fileOf('cairn.sqlite'))
    bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 50_000)
    await writeFile(fileOf('cairn.sqlite'), bytes)
  }
  it.each<[string, boolean, () => unknown, RegExp]>([
    [
      'a text',
      true,
      () => writeFile(fileOf('cairn.sqlite'), 'no database'.repeat(500)),
      /: file is not a database\.$/,
    ],
    ["another program's database", true, foreign, /: The file is not a database of Cairn\.$/],
    [
      'an empty file',
      true,
      () => writeFile(fileOf('cairn.sqlite'), ''),
      /: The file is not a database of Cairn\.$/,
    ],
    [
      'a damaged database',
      false,
      damaged,
      /^Cannot import the data of Cairn 0\.1 in \S+cairn\.sqlite: .+\.$/,
    ],
  ])('%s', async (_, isAlone, make, message) => {
    if (isAlone) {
      for (const name of await filesNow()) await rm(fileOf(name))
    }
    await make()
    const before = await readFile(fileOf('cairn.sqlite'))
    for (let tries = 0; tries < 2; tries++) {
      const sentence = await refusal()
      expect(sentence).toMatch(message)
      expect(sentence).not.toContain('\n')
    }
    expect((await readFile(fileOf('cairn.sqlite'))).equals(before)).toBe(true)
    const files = await filesNow()
    expect(files.filter((name) => /^(?:engine\.sqlite|import|cairn-0\.1)/.test(name))).toEqual([])
  })

  it('data of both versions', async () => {
    await writeFile(fileOf('engine.sqlite'), '')
    expect(await refusal()).toMatch(
      /contains cairn\.sqlite of Cairn 0\.1, but also engine\.sqlite\. Move .*\.$/,
    )
    expect(await readFile(fileOf('engine.sqlite'), 'utf8')).toBe('')
    expect(await filesNow()).toContain('cairn.sqlite')
  })

  it('a second file of Cairn 0.1', async () => {
    await writeFile(fileOf('cairn-0.1.sqlite'), 'kept')
    expect(await refusal()).toContain('but also cairn-0.1.sqlite.')
    expect(await readFile(fileOf('cairn-0.1.sqlite'), 'utf8')).toBe('kept')
  })

  it('data that Cairn 0.1 is using', async () => {
    const engine = await startWireEngine({ dataDirectory: machine.directory })
    expect(await refusal()).toMatch(/: another process is using it\. Stop Cairn 0\.1 first\.$/)
    await engine.stop()
    await expectImported()
  })
})
