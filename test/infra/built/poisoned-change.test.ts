import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { marshall } from '@aws-sdk/util-dynamodb'
import { listParkedChanges, maximumChangeAttempts } from '@cairn/domain/background/changes/parked'
import { recordEvents } from '@cairn/domain/background/changes/record-events'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import type { ChangeRecord } from '@cairn/domain/storage/table/entities/events/change'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeAcme } from '../../background/feed/support/acme.ts'
import { acme, eventNumber, numberOf } from '../../background/feed/support/events.ts'
import { createWireTable } from '../../support/service/engine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { builtCode } from '../support/built-code.ts'
import { type BuiltFunction, startBuiltFunction } from '../support/built-function.ts'

/** A change that cannot be followed, in the stream of the built function, which Lambda restarts between its attempts. */

const table = stopAfterFile(await createWireTable())
await writeAcme(table.database)
let directory: string
let code: string
const lines: string[] = []

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cairn-poisoned-'))
  code = await builtCode('goal-changes')
})

afterAll(() => rm(directory, { recursive: true }))

function start(): Promise<BuiltFunction> {
  const environment = {
    TABLE_NAME: table.tableName,
    DYNAMODB_ENDPOINT: table.endpoint,
    AWS_REGION: table.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  }
  return startBuiltFunction(code, directory, 'goal-changes', environment, lines)
}

function told(number: number): DynamoDBRecord {
  const change = { organizationId: acme, events: [eventNumber(number)] }
  const { Put: put } = recordEvents({ ...table.database, hasStream: true }, change)
  if (!put) throw new Error('nothing is written')
  const { Item: item } = put.params({ table: 'any' }) as { Item: object }
  const NewImage = marshall(item, { removeUndefinedValues: true }) as never
  return {
    eventID: `event-${number}`,
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: String(number), ApproximateCreationDateTime: 1_795_000_000, NewImage },
  }
}

it('is parked after ten attempts, whichever process makes them, and the others go on', async () => {
  const broken = told(2)
  const image = { ...broken.dynamodb?.NewImage, x: { UNKNOWN: '1' } } as never
  let batch = [told(1), { ...broken, dynamodb: { ...broken.dynamodb, NewImage: image } }, told(3)]
  let calls = 0
  let built = await start()
  try {
    for (;;) {
      const { batchItemFailures } = await built.invoke<DynamoDBBatchResponse>({ Records: batch }, 60)
      calls++
      const [failed] = batchItemFailures
      if (!failed) break
      batch = batch.slice(
        batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed.itemIdentifier),
      )
      expect(calls).toBeLessThan(maximumChangeAttempts + 2)
      if (calls === 5) {
        await built.stop()
        built = await start()
      }
    }
  } finally {
    await built.stop()
  }
  const { events } = await readFeed(table.database, acme, { order: 'asc', limit: 100 })
  expect(events.map(({ event }) => numberOf(event))).toEqual([1, 3])
  const parked: ChangeRecord[] = []
  for await (const change of listParkedChanges(table.database)) parked.push(change)
  expect(parked).toMatchObject([{ changeId: 'event-2', failure: expect.stringContaining('UNKNOWN') }])
  expect(lines.filter((line) => line.includes('parked a change'))).toHaveLength(1)
})
