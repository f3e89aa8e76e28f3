import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { repairSteps } from '@cairn/domain/repair/repair-steps'
import { repairTable } from '@cairn/domain/repair/repair-table'
import type { Database } from '@cairn/domain/storage/database/client'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { longId } from '@cairn/domain/storage/table/short-id'
import { afterEach, describe, expect, it } from 'vitest'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { type Corruption, changed, indexKeys, without } from './support/corruptions/corruptions.ts'
import { derivedCorruptions, leftOver, missingCount } from './support/corruptions/derived-corruptions.ts'
import { questionCorruptions } from './support/corruptions/question-corruptions.ts'
import { startWithEveryRecord } from './support/every-record.ts'

const service = stopAfterFile(await startWithEveryRecord())
const { database } = service.table
const { client, tableName } = database

async function records(): Promise<Map<string, AnyRecord>> {
  const found = new Map<string, AnyRecord>()
  for await (const page of scanTable(database)) {
    for (const record of page) found.set(`${record.pk} ${record.sk}`, record)
  }
  return found
}

async function messages(): Promise<string[]> {
  const found: string[] = []
  for await (const { message } of checkTable(database)) found.push(message)
  return found
}

const sound = await records()

async function damage({ kind, which = () => true, corrupt }: Corruption): Promise<void> {
  const record = [...sound.values()].find((one) => one.__edb_e__ === kind && which(one))
  if (!record) throw new Error(`No ${kind} matches.`)
  const { pk, sk } = record
  const damaged = corrupt && { pk, sk, ...corrupt(record) }
  if (damaged?.pk !== pk || damaged.sk !== sk) {
    await client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }))
  }
  if (damaged) await client.send(new PutCommand({ TableName: tableName, Item: damaged }))
}

afterEach(async () => {
  const now = await records()
  for (const [key, { pk, sk }] of now) {
    if (!sound.has(key)) await client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }))
  }
  for (const [key, Item] of sound) {
    if (JSON.stringify(now.get(key)) !== JSON.stringify(Item)) {
      await client.send(new PutCommand({ TableName: tableName, Item }))
    }
  }
})

/** The attributes that are another one after every write. */
const stamps: Partial<Record<string, string>> = {
  goalTree: 's',
  goalNeighbors: 's',
  goalChild: 's',
  inboxCount: 'v',
  goalTextWords: 'n',
}

/** Everything but what advances with every write, and counts of nothing. */
const written = (all: Map<string, AnyRecord>) =>
  [...all].map(([key, { changes: _, version: __, since: ___, ...record }]) => [
    key,
    Object.fromEntries(
      Object.entries(record).filter(
        ([name, value]) => value !== 0 && name !== stamps[String(record.__edb_e__)],
      ),
    ),
  ])

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0)

/** Checks that what is found is repaired, by one correction at least, and that another repair does nothing. */
async function expectRepair(expected: (string | RegExp)[]): Promise<void> {
  const found = await messages()
  for (const message of expected) {
    expect(found).toContainEqual(
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    )
  }
  expect(total(await repairTable(database))).toBeGreaterThan(0)
  expect(await messages()).toEqual([])
  expect(await repairTable(database)).toEqual({})
}

describe('the repair', () => {
  it('corrects nothing in a sound table', async () => {
    expect(await repairTable(database)).toEqual({})
    expect(written(await records())).toEqual(written(sound))
  })

  it.each(derivedCorruptions.map((set) => [set.map(([invariant]) => invariant).join(', '), set] as const))(
    'restores %s',
    async (_, set) => {
      for (const [, corruption] of set) await damage(corruption)
      await expectRepair(set.map(([, , message]) => message))
      expect(written(await records())).toEqual(written(sound))
    },
  )

  it.each(questionCorruptions.filter(([, , message]) => message === 'is listed as open, but is not'))(
    'takes %s off the list',
    async (_, corruption, message) => {
      await damage(corruption)
      await expectRepair([message])
    },
  )

  it('restores every key of an index', async () => {
    for (const [kind, pairs] of Map.groupBy(indexKeys, ([name]) => name)) {
      const keys = pairs.map(([, key]) => key)
      await damage({
        kind,
        which: (record) => keys.every((key) => key in record),
        corrupt: changed(Object.fromEntries(keys.map((key) => [key, 'elsewhere']))),
      })
    }
    await expectRepair(indexKeys.map(([, name]) => `has ${name} elsewhere`))
    expect(written(await records())).toEqual(written(sound))
  })

  it('only says what it would do, if asked', async () => {
    await damage({ kind: 'goalWords' })
    await damage({ kind: 'goalAlarm', corrupt: changed({ timer: 'off' }) })
    await damage(missingCount)
    const before = await records()
    expect(await repairTable(database, { isDryRun: true })).toEqual({
      'index keys set': 1,
      'words of goals written': 1,
      'timers of goals set': 1,
      'counts of goals written': 1,
    })
    expect(await records()).toEqual(before)
  })

  it('continues where it was interrupted, and counts on', async () => {
    await damage({ kind: 'goalWords' })
    await damage({ kind: 'webhookCount' })
    const unreachable = Object.assign(new Error('The connection broke.'), { code: 'ECONNRESET' })
    const seen: string[] = []
    const look = { name: 'look', seeAll: async (_: unknown, { pk }: { pk: string }) => void seen.push(pk) }
    const fail = { name: 'fail', see: { webhook: () => Promise.reject(unreachable) } }
    const steps = repairSteps.map((round, index) => [...round, ...(index === 1 ? [look, fail] : [])])
    const pageSize = 10
    await expect(repairTable(database, { steps, pageSize })).rejects.toBe(unreachable)
    const first = seen.splice(0).length

    const healed = steps.map((round) => round.map((step) => (step === fail ? { name: 'fail' } : step)))
    const continued: string[] = []
    const counts = await repairTable(database, {
      steps: healed,
      pageSize,
      onContinue: (startedAt) => continued.push(startedAt),
    })
    expect(continued).toHaveLength(1)
    // The page that failed is looked at again, none before it.
    expect(first + seen.length).toBeLessThanOrEqual(sound.size + 2 * pageSize)
    expect(first + seen.length).toBeGreaterThanOrEqual(sound.size)
    expect(counts).toEqual({
      'words of goals written': 1,
      'counts of webhooks written': 1,
    })
    expect(await messages()).toEqual([])
    // Nothing is left of it: the next one begins at the start.
    expect([...(await records()).values()].filter(({ pk }) => pk === 'repair')).toEqual([])
  })

  it('looks again at a record that somebody changes meanwhile', async () => {
    await damage({ kind: 'goalLabel', corrupt: changed({ useCount: 7 }) })
    // The first correction comes too late.
    let overtakes = 1
    const database: Database = {
      ...service.table.database,
      client: Object.assign(Object.create(client), {
        send: async (command: { input: object }, options: object) => {
          const isSetting = JSON.stringify(command.input).includes('useCount =')
          if (isSetting && overtakes-- > 0)
            await damage({ kind: 'goalLabel', corrupt: changed({ useCount: 8 }) })
          return client.send(command as never, options)
        },
      }),
    }
    expect(await repairTable(database)).toEqual({ 'use counts of labels set': 1 })
    expect(overtakes).toBe(-1)
    expect(await messages()).toEqual([])
  })

  it('goes on without a record that it cannot read, and names it', async () => {
    await damage({ kind: 'goalWords' })
    await damage({ kind: 'personAlarm', corrupt: without('preferences') })
    const failures: string[] = []
    const onFailure = ({ pk }: { pk: string }) => void failures.push(pk)
    const counts = await repairTable(database, { onFailure })
    expect(failures).toEqual([expect.stringMatching(/^n#/)])
    expect(counts).toMatchObject({ 'words of goals written': 1 })
  })

  it('leaves other organizations alone, if asked for one', async () => {
    await damage({ kind: 'goalWords' })
    const another = '00000000-0000-4000-8000-000000000000'
    expect(await repairTable(database, { organizationId: another })).toEqual({})
    const [organization] = [...sound.values()].filter(({ __edb_e__ }) => __edb_e__ === 'webhook')
    const organizationId = longId(String(organization?.o))
    expect(await repairTable(database, { organizationId })).toMatchObject({ 'words of goals written': 1 })
    expect(await messages()).toEqual([])
  })

  it('removes records of goals that no longer wait, but not of one that may be about to', async () => {
    const stored = [...sound.values()].find(({ __edb_e__ }) => __edb_e__ === 'goalDependent')
    const row = [...sound.values()].find(({ __edb_e__: kind, g }) => kind === 'goalRow' && g !== stored?.k)
    if (!stored || !row) throw new Error('There is no goal that waits.')
    const put = (changes: object) => {
      const record = { ...stored, ...changes }
      const Item = { ...record, pk: `t#${record.o}#${record.g}`, sk: `d#${record.k}` }
      return client.send(new PutCommand({ TableName: tableName, Item }))
    }
    const version = Number(row.v)
    await put({ k: row.g, v: version + 1 })
    expect(await repairTable(database)).toEqual({})
    await put({ k: row.g, v: version })
    expect(await repairTable(database)).toEqual({ 'records of waiting goals removed': 1 })
    // A goal that is not there may be one that is being published.
    await put({ k: 'AAAAAAAAAAAAAAAAAAAAAA' })
    expect(await repairTable(database)).toEqual({})
    expect(await repairTable(database, { isQuiet: true })).toEqual({ 'records of waiting goals removed': 1 })
    // Nobody waits for one that is gone.
    await put({ g: 'AAAAAAAAAAAAAAAAAAAAAA' })
    expect(await repairTable(database)).toEqual({ 'records of waiting goals removed': 1 })
    expect(written(await records())).toEqual(written(sound))
  })

  it.each(leftOver)('removes what is left of %s', async (_, corruption, message) => {
    await damage(corruption)
    await expectRepair([message])
  })
})
