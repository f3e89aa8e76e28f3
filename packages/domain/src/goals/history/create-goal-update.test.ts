import { BatchGetCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import type { Access } from '../../access.ts'
import type { Context } from '../../context.ts'
import { mockDatabase } from '../../mocked-database.ts'
import { createCursorSealer } from '../../pagination/cursor.ts'
import { goalEntity } from '../../table/entities/goal.ts'
import { createGoalUpdate } from './create-goal-update.ts'

/**
 * Goal and idempotency key are read in one batch, which DynamoDB may serve at different moments: the key before the
 * report that used it, the goal after it.
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
const access: Access = {
  userId: 'email:ada',
  organizationId: 'acme',
  scopes: 'session',
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
    params: { goalId: 'goal' },
    query: {},
    body: { ...body, ...changes },
  })

const published = goalEntity(database)
  .put({
    organizationId: 'acme',
    goalId: 'goal',
    title: 'Trees',
    detailedDescription: 'Plant a hundred trees.',
    status: 'active',
    timeframe: { kind: 'continuous' },
    ownerUserId: 'email:ada',
    ownerKey: 'ada',
    labelIds: [],
    criteria: [],
    revision: 1,
    version: 1,
    createdAt: '2026-11-20T09:00:00.000Z',
    createdByUserId: 'email:ada',
    updatedAt: '2026-11-20T09:00:00.000Z',
    updatedByUserId: 'email:ada',
  })
  .params<{ Item: Item }>().Item

let stored: Item[]

const isUsedKey = ({ sk }: Item) => sk.startsWith('$goalupdatekey')
const find = (keys: Item[]) =>
  stored.filter(({ pk, sk }) => keys.some((key) => key.pk === pk && key.sk === sk))

beforeEach(() => {
  mock.reset()
  stored = [published]
  mock.on(TransactWriteCommand).callsFake(({ TransactItems }: { TransactItems: Write[] }) => {
    const written = TransactItems.flatMap(({ Put }) => (Put ? [Put.Item] : []))
    stored = [...stored.filter(({ sk }) => written.every((item) => item.sk !== sk)), ...written]
    return {}
  })
  mock.on(GetCommand).callsFake(({ Key }) => ({ Item: find([Key])[0] }))
  mock.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
    Responses: { cairn: find(RequestItems.cairn.Keys).filter((item) => !isUsedKey(item)) },
  }))
})

const written = () => mock.commandCalls(TransactWriteCommand).length

test('returns the first response to a retry whose key was read before its report was written', async () => {
  const first = await report()
  expect(await report()).toEqual(first)
  expect(written()).toBe(1)
})

test('throws an idempotency conflict, not a revision conflict, for another report with such a key', async () => {
  await report()
  await expect(report({ summary: 'Nearly there' })).rejects.toMatchObject({
    code: 'goal_update_idempotency_conflict',
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
