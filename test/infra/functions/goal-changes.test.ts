import { randomUUID } from 'node:crypto'
import { readPartition } from '@cairn/domain/storage/database/read-partition'
import { encodeRow, goalKeyOf, goalRowEntity } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { createChangesHandler } from '@cairn/functions/goal-changes/handler'
import { createLogger } from '@cairn/lambda/logging/logger'
import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { writeRecords } from '../../support/table/write-records.ts'
import { createOrphanedGoal, removal } from '../support/orphaned-goal.ts'

const lines: string[] = []
const withTime = (milliseconds = 60_000) => ({ getRemainingTimeInMillis: () => milliseconds })

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable({ endpoint: proxy.endpoint }))
const handler = createChangesHandler({
  database: { ...table.database, hasStream: true },
  logger: createLogger('INFO', (line) => lines.push(line)),
})
const handle = (records: DynamoDBRecord[], context = withTime()) => handler({ Records: records }, context)

describe('the deletion of a goal', () => {
  it('removes orphaned records, and does nothing the second time', async () => {
    const goal = await createOrphanedGoal({ table }, 130)
    expect(await handle(goal.event.Records)).toEqual({ batchItemFailures: [] })
    expect(await goal.records()).toEqual([])
    expect(await handle(goal.event.Records)).toEqual({ batchItemFailures: [] })
  })

  it('may be run twice at the same time', async () => {
    const goal = await createOrphanedGoal({ table })
    const results = await Promise.all([handle(goal.event.Records), handle(goal.event.Records)])
    expect(results).toEqual([{ batchItemFailures: [] }, { batchItemFailures: [] }])
    expect(await goal.records()).toEqual([])
  })

  it('does not touch an existing goal', async () => {
    const goal = await createOrphanedGoal({ table }, 3)
    const { organizationId, goalId } = goal
    const at = '2026-11-20T10:00:00.000Z'
    const row = encodeRow({
      organizationId,
      goalId,
      title: 'Here',
      status: 'active',
      timeframe: { kind: 'continuous' },
      labelIds: [],
      blockedByGoalIds: [],
      counts: { criteria: 0, met: 0, notMet: 0, measures: 0, confirmed: 0 },
      recentHealth: [],
      revision: 1,
      version: 1,
      textVersion: 1,
      standingVersion: 1,
      textBytes: 0,
      historyHash: '0'.repeat(64),
      createdAt: at,
      createdByUserId: 'a',
      updatedAt: at,
      updatedByUserId: 'a',
    })
    await writeRecords(table.database, goalRowEntity, [row])
    expect(await handle(goal.event.Records)).toEqual({ batchItemFailures: [] })
    expect(await goal.records()).toHaveLength(4)
  })

  it('ignores every other record of the stream', async () => {
    proxy.reset()
    const { dynamodb } = removal('o', 'g')
    await handle([
      { eventName: 'INSERT', dynamodb },
      { eventName: 'MODIFY', dynamodb },
      {
        eventName: 'REMOVE',
        dynamodb: { OldImage: { ...dynamodb?.OldImage, __edb_e__: { S: 'goalReport' } } },
      },
      { eventName: 'REMOVE', dynamodb: { OldImage: { __edb_e__: { S: 'goalRow' } } } },
      { eventName: 'REMOVE', dynamodb: {} },
    ] as DynamoDBRecord[])
    expect(proxy.calls).toEqual([])
  })

  it('returns the first failure, after cleaning up the goals of all other organizations', async () => {
    const goals = await Promise.all([1, 2, 3].map(() => createOrphanedGoal({ table }, 5)))
    const records = goals.map(({ organizationId, goalId }, index) =>
      removal(organizationId, goalId, `${index + 1}`),
    )
    proxy.setFault(({ body }) =>
      JSON.stringify(body).includes(shortId(goals[1]?.goalId ?? '')) ? 'status500' : 'pass',
    )
    expect(await handle(records)).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] })
    proxy.setFault(undefined)
    expect(await goals[0]?.records()).toEqual([])
    expect(await goals[1]?.records()).toHaveLength(5)
    expect(await goals[2]?.records()).toEqual([])
    const failure = lines.findLast((line) => line.includes('failed to follow a change'))
    expect(failure).toContain(goals[1]?.goalId)
    expect(await handle(records.slice(1))).toEqual({ batchItemFailures: [] })
    expect(await goals[1]?.records()).toEqual([])
  })

  it('stops before its timeout, and continues there at the next invocation', async () => {
    const goal = await createOrphanedGoal({ table })
    // The remaining time is reserved for the response.
    expect(await handle(goal.event.Records, withTime(3_000))).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }],
    })
    expect(await handle(goal.event.Records)).toEqual({ batchItemFailures: [] })
    expect(await goal.records()).toEqual([])
  })
})

describe('the postings of a goal', () => {
  const organizationId = randomUUID()
  const key = goalKeyOf({ organizationId, goalId: randomUUID() })
  const { database } = table

  /** A record of the stream that reports a change of a goal's words. */
  const wordsChange = (before: string | undefined, after: string | undefined): DynamoDBRecord => {
    const imageOf = (words: string) => ({
      __edb_e__: { S: 'goalWords' },
      o: { S: key.organizationKey },
      g: { S: key.goalKey },
      w: { S: words },
    })
    return {
      eventName: after === undefined ? 'REMOVE' : before === undefined ? 'INSERT' : 'MODIFY',
      dynamodb: {
        SequenceNumber: '1',
        ...(before !== undefined && { OldImage: imageOf(before) }),
        ...(after !== undefined && { NewImage: imageOf(after) }),
      },
    }
  }
  const posted = async (...initials: string[]) => {
    const partitions = await Promise.all(
      initials.map((initial) => readPartition(database, `p#${key.organizationKey}#${initial}`)),
    )
    return partitions.flatMap(({ items }) => items.map(({ w }) => w))
  }

  it('follow its words, also if a change is reported twice', async () => {
    for (let time = 0; time < 2; time++) {
      expect(await handle([wordsChange(undefined, 'beta bike zebra')])).toEqual({ batchItemFailures: [] })
      expect(await posted('b', 'z')).toEqual(['beta', 'bike', 'zebra'])
    }
    await handle([wordsChange('beta bike zebra', 'bike zoo')])
    expect(await posted('b', 'z')).toEqual(['bike', 'zoo'])
    await handle([wordsChange('bike zoo', '')])
    expect(await posted('b', 'z')).toEqual([])
    await handle([wordsChange('', 'bike')])
    await handle([wordsChange('bike', undefined)])
    expect(await posted('b', 'z')).toEqual([])
  })

  it('are retried from the change that failed', async () => {
    const changes = [wordsChange(undefined, 'apple'), wordsChange('apple', 'pear')]
    expect(await handle(changes, withTime(0))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] })
    expect(await handle(changes)).toEqual({ batchItemFailures: [] })
    expect(await posted('a', 'p')).toEqual(['pear'])
  })
})
