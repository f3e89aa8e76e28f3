import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { findConfirmed } from '@cairn/domain/check-integrity/find-confirmed'
import type { Finding } from '@cairn/domain/check-integrity/finding'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { describe, expect, it } from 'vitest'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { continuationCorruptions } from './support/corruptions/continuation-corruptions.ts'
import { conversationCorruptions } from './support/corruptions/conversation-corruptions.ts'
import { type Corruption, changed, corruptions, indexKeys } from './support/corruptions/corruptions.ts'
import { dueCorruptions } from './support/corruptions/due-corruptions.ts'
import { feedCorruptions } from './support/corruptions/feed-corruptions.ts'
import { goalCorruptions } from './support/corruptions/goal-corruptions.ts'
import { inboxCorruptions } from './support/corruptions/inbox-corruptions.ts'
import { pictureCorruptions } from './support/corruptions/picture-corruptions.ts'
import { isPlaced, placeCorruptions } from './support/corruptions/place-corruptions.ts'
import { providerSessionCorruptions } from './support/corruptions/provider-session-corruptions.ts'
import { questionCorruptions } from './support/corruptions/question-corruptions.ts'
import { reviewCorruptions } from './support/corruptions/review-corruptions.ts'
import { viewCorruptions } from './support/corruptions/view-corruptions.ts'
import { resting, webhookCorruptions } from './support/corruptions/webhook-corruptions.ts'
import { workCorruptions } from './support/corruptions/work-corruptions.ts'
import { startWithEveryRecord } from './support/every-record.ts'

const service = stopAfterFile(await startWithEveryRecord())

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

const findings = (): Promise<Finding[]> => collect(checkTable(service.table.database))
const allRecords = async (): Promise<AnyRecord[]> => (await collect(scanTable(service.table.database))).flat()

async function put(record: AnyRecord): Promise<void> {
  const { client, tableName } = service.table.database
  await client.send(new PutCommand({ TableName: tableName, Item: record }))
}

async function remove({ pk, sk }: AnyRecord): Promise<void> {
  const { client, tableName } = service.table.database
  await client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }))
}

/** Corrupts a record, or deletes it, for the time of one check. Returns the record and the findings. */
async function findingsAfter({ kind, which = () => true, corrupt }: Corruption) {
  const record = (await allRecords()).find((one) => one.__edb_e__ === kind && which(one))
  if (!record) throw new Error(`No ${kind} matches.`)
  const corrupted = corrupt && { pk: record.pk, sk: record.sk, ...corrupt(record) }
  if (corrupted) await put(corrupted)
  else await remove(record)
  const found = await findings()
  if (corrupted && (corrupted.pk !== record.pk || corrupted.sk !== record.sk)) await remove(corrupted)
  await put(record)
  return { record, found }
}

/** Whether the content of a row has no labels. */
const isUnlabeled = (content: unknown) => (content as { l: string[] }).l.length === 0

describe('the integrity check', () => {
  it('finds nothing in an intact table', async () => {
    expect(await findings()).toEqual([])
  })

  it('counts every record', async () => {
    let counted = 0
    const count = (records: number) => {
      counted += records
    }
    await collect(checkTable(service.table.database, { onPage: count }))
    expect(counted).toBe((await allRecords()).length)
  })

  it.each([
    ...corruptions,
    ...goalCorruptions,
    ...feedCorruptions,
    ...webhookCorruptions,
    ...viewCorruptions,
    ...dueCorruptions,
    ...pictureCorruptions,
    ...providerSessionCorruptions,
    ...placeCorruptions,
    ...workCorruptions,
    ...questionCorruptions,
    ...reviewCorruptions,
    ...conversationCorruptions,
    ...inboxCorruptions,
    ...continuationCorruptions,
  ])('finds %s', async (_, corruption, message) => {
    const { found } = await findingsAfter(corruption)
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'broken',
        message:
          typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
      }),
    )
  })

  it.each(indexKeys)('finds a %s with a wrong %s and names its key', async (kind, name) => {
    const { record, found } = await findingsAfter({
      kind,
      which: (candidate) => name in candidate,
      corrupt: changed({ [name]: 'elsewhere' }),
    })
    expect(found).toEqual([
      {
        kind: 'broken',
        key: { pk: record.pk, sk: record.sk },
        message: `${kind} ${record.pk} ${record.sk} has ${name} elsewhere, expected ${record[name]}`,
      },
    ])
  })

  it('reports the records of a deleted goal as orphaned, not broken', async () => {
    const { found } = await findingsAfter({
      kind: 'goalRow',
      which: (row) => isUnlabeled(row.c) && !isPlaced(row),
    })
    expect(found).toMatchObject([
      { kind: 'orphaned', message: expect.stringMatching(/^[4-8] records of goal/) },
      // Nothing of the service deletes a row alone.
      { kind: 'broken', message: expect.stringMatching(/counts 1 too many active goals/) },
    ])
  })

  it('reports items of a goal that does not exist as orphaned', async () => {
    const { found } = await findingsAfter({
      kind: 'inboxItem',
      corrupt: changed({ g: 'A'.repeat(22) }),
    })
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'orphaned',
        message: expect.stringContaining('an item of an inbox is about goal 0'),
      }),
    )
  })

  it('accepts a webhook that rests because its receiver is slow', async () => {
    const { found } = await findingsAfter({ kind: 'webhook', corrupt: changed(resting) })
    expect(found).toEqual([])
  })

  it('accepts goals whose events have expired', async () => {
    const ofFeed = (await allRecords()).filter(({ __edb_e__ }) =>
      ['feedPage', 'event', 'change'].includes(String(__edb_e__)),
    )
    expect(ofFeed).not.toEqual([])
    for (const record of ofFeed) await remove(record)
    expect(await findings()).toEqual([])
    for (const record of ofFeed) await put(record)
  })

  it('accepts an expired invitation without its address marker', async () => {
    const inTenDays = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000)
    const marker = (await allRecords()).find(({ __edb_e__ }) => __edb_e__ === 'invitationAddress')
    if (!marker) throw new Error('There is no address marker.')
    await remove(marker)
    expect(await findings()).not.toEqual([])
    expect(await collect(checkTable(service.table.database, { now: inTenDays }))).toEqual([])
    await put(marker)
  })

  it('reports only what a second pass confirms in a table that is in use', async () => {
    const { database } = service.table
    const label = (await allRecords()).find(({ __edb_e__ }) => __edb_e__ === 'goalLabel')
    if (!label) throw new Error('There is no label to corrupt.')
    await put({ ...label, useCount: 5 })
    expect(await collect(findConfirmed(database))).toMatchObject([{ kind: 'broken' }])
    let pages = 0
    // The second pass sees the rest of a write that was incomplete during the first.
    const repair = async () => {
      pages++
      return pages === 1 ? put(label) : undefined
    }
    expect(await collect(findConfirmed(database, { onPage: repair }))).toEqual([])
    expect(await findings()).toEqual([])
  })
})
