import { BatchGetCommand, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import type { Access } from '../../requests/access.ts'
import type { Context } from '../../requests/context.ts'
import { mockDatabase } from '../../storage/mocked-database.ts'
import { createCursorSealer } from '../../storage/pagination/cursor.ts'
import {
  encodeRow,
  type GoalRow,
  goalKeyOf,
  goalRowEntity,
} from '../../storage/table/entities/goals/goal-row.ts'
import { goalStandingEntity, noStanding } from '../../storage/table/entities/goals/goal-standing.ts'
import { goalTextEntity } from '../../storage/table/entities/goals/goal-text.ts'
import { toItem } from '../../storage/table/entity.ts'
import { summarize } from '../record/summarize.ts'
import { noTexts } from '../record/write-texts.ts'
import { createGoalUpdate } from './create-goal-update.ts'

/**
 * Goal and idempotency key are read in parallel, so DynamoDB may serve them at different moments: the key before the report
 * that used it, the goal after it.
 */

type Item = { pk: string; sk: string }
type Write = { Put?: { Item: Item } }

const { mock, database } = mockDatabase()
const context: Context = {
  database,
  now: new Date('2026-11-20T10:00:00.000Z'),
  cursors: createCursorSealer(new Uint8Array(32)),
  runInBackground: () => undefined,
}
const organizationId = '10000000-0000-4000-8000-000000000001'
const goalId = '20000000-0000-4000-8000-000000000002'

const access: Access = {
  userId: 'email:ada',
  organizationId,
  scopes: 'session',
  goalIds: null,
  role: Promise.resolve('owner'),
  actor: { kind: 'user', id: 'email:ada', runId: null },
  authentication: { kind: 'session', subjectId: 'email:ada' },
}
const body = {
  status: 'active' as const,
  summary: 'Half way',
  details: 'As planned.',
  expectedRevision: 1,
  idempotencyKey: 'key',
}
const report = (changes: Partial<typeof body> = {}) =>
  createGoalUpdate(context, access, {
    params: { goalId },
    query: {},
    body: { ...body, ...changes },
  })

const text = { ...noTexts, detailedDescription: 'Plant a hundred trees.' }
const createdAt = '2026-11-20T09:00:00.000Z'
const row: GoalRow = {
  organizationId,
  goalId,
  title: 'Trees',
  status: 'active',
  timeframe: { kind: 'continuous' },
  ownerUserId: 'email:ada',
  labelIds: [],
  blockedByGoalIds: [],
  ...summarize(text, noStanding),
  recentHealth: [],
  revision: 1,
  version: 1,
  textVersion: 1,
  standingVersion: 1,
  historyHash: '0'.repeat(64),
  createdAt,
  createdByUserId: 'email:ada',
  updatedAt: createdAt,
  updatedByUserId: 'email:ada',
}
const key = goalKeyOf(row)
const published = [
  toItem(goalRowEntity, encodeRow(row)),
  toItem(goalTextEntity, { ...key, version: 1, ...text }),
  toItem(goalStandingEntity, { ...key, version: 1, ...noStanding }),
] as Item[]

let stored: Item[]

/** Whether the first read of a request misses the used key. */
let missesKey: boolean
const isUsedKey = ({ sk }: Item) => sk.startsWith('k#')

beforeEach(() => {
  mock.reset()
  stored = [...published]
  mock.on(TransactWriteCommand).callsFake(({ TransactItems }: { TransactItems: Write[] }) => {
    const items = TransactItems.flatMap(({ Put }) => (Put ? [Put.Item] : []))
    stored = [...stored.filter(({ sk }) => items.every((item) => item.sk !== sk)), ...items]
    return {}
  })
  // Only the goal itself: the entries that a conflict shows are not what is tested here.
  mock.on(QueryCommand).callsFake(({ KeyConditionExpression: condition }) => ({
    Items: condition.includes('>= :first') ? stored.filter(({ sk }) => /^[xyz]/.test(sk)).toReversed() : [],
  }))
  missesKey = true
  const itemAt = (key: Item) => {
    if (isUsedKey(key) && missesKey) {
      missesKey = false
      return undefined
    }
    return stored.find(({ pk, sk }) => pk === key.pk && sk === key.sk)
  }
  mock.on(GetCommand).callsFake(({ Key }: { Key: Item }) => ({ Item: itemAt(Key) }))
  mock
    .on(BatchGetCommand)
    .callsFake(({ RequestItems: { cairn } }: { RequestItems: { cairn: { Keys: Item[] } } }) => ({
      Responses: { cairn: cairn.Keys.flatMap((key) => itemAt(key) ?? []) },
    }))
})

const written = () => mock.commandCalls(TransactWriteCommand).length

test('returns the first response to a retry whose key was read before its report was written', async () => {
  const first = await report()
  missesKey = true
  expect(await report()).toEqual(first)
  expect(missesKey).toBe(false)
  expect(written()).toBe(1)
})

test('throws an idempotency conflict, not a revision conflict, for another report with such a key', async () => {
  await report()
  missesKey = true
  await expect(report({ summary: 'Nearly there' })).rejects.toMatchObject({
    code: 'goal_update_idempotency_conflict',
    addition: { update: { revision: 2, summary: 'Half way' } },
  })
  expect(written()).toBe(1)
})

test('throws a revision conflict for a report with a new key on a changed goal', async () => {
  await report()
  await expect(report({ idempotencyKey: 'another' })).rejects.toMatchObject({
    code: 'goal_revision_conflict',
  })
  expect(written()).toBe(1)
})
