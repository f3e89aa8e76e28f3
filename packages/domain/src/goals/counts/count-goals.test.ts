import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { mockDatabase } from '../../storage/mocked-database.ts'
import { shortId } from '../../storage/table/short-id.ts'
import { countGoals } from './count-goals.ts'

const { mock, database } = mockDatabase()
// The label directory: nobody works on goals.
mock.on(GetCommand).resolves({})
type Arguments = Parameters<typeof countGoals>

/** Reads of an index that has another page after each. */
test('says that there may be more after 20 reads', async () => {
  mock
    .on(QueryCommand)
    .resolves({ Items: [], LastEvaluatedKey: { pk: 'p', sk: 's', gsi1pk: 'p', gsi1sk: 's' } })
  const access = {
    organizationId: '6b0c0d7e-5a39-4a53-8b6c-0a8f6c1d2e3f',
    goalIds: null,
    scopes: 'session',
    role: 'owner',
  }
  const counts = await countGoals(
    { database, now: new Date() } as Arguments[0],
    access as unknown as Arguments[1],
    {
      params: {},
      query: { status: ['active'], labelId: '6b0c0d7e-5a39-4a53-8b6c-0a8f6c1d2e30' },
      body: undefined,
    } as Arguments[2],
  )
  expect(mock.commandCalls(QueryCommand)).toHaveLength(20)
  expect(counts).toMatchObject({ total: 0, more: true })
})

const owner = {
  organizationId: '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11',
  goalIds: null,
  scopes: 'session',
  role: 'owner',
} as unknown as Arguments[1]
const now = new Date('2026-11-20T10:00:00.000Z')
const counted = (query: object) =>
  countGoals({ database, now } as Arguments[0], owner, { params: {}, query, body: undefined } as Arguments[2])

/** A goal as the index has it. */
const goal = {
  __edb_e__: 'goalRow',
  __edb_v__: '1',
  o: shortId(owner.organizationId),
  g: 'bx8Lagw-TI-dWyp-XwwdEg',
  s: 'active',
  t: now.getTime(),
  v: 1,
  w: '4U5DfeK2LlLsGSp4S974zw',
  pk: 'p',
  sk: 'z',
  gsi1pk: 'p',
  gsi1sk: 's',
  c: {
    t: 'x',
    f: 'c',
    u: ['email:x', 'email:Ada'],
    l: [],
    n: [0, 0, 0, 0],
    r: 1,
    x: [1, 1, 0],
    i: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    a: [now.getTime(), 0],
    b: 0,
    w: 1,
  },
}

test('counts 2,000 goals at most, also if the pages end beyond', async () => {
  const Items = Array.from({ length: 1_500 }, (_, number) => ({
    ...goal,
    g: shortId(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
  }))
  mock
    .on(QueryCommand)
    .resolves({ Items, LastEvaluatedKey: { pk: 'p', sk: 'z', gsi1pk: 'p', gsi1sk: '0#0' } })
  const { total, more } = await counted({ status: ['active'], updatedSince: '2020-01-01T00:00:00.000Z' })
  expect({ total, more }).toEqual({ total: 2_000, more: true })
})

test('says that there may be more if a page ends at exactly 2,000 goals', async () => {
  const Items = Array.from({ length: 1_000 }, (_, number) => ({
    ...goal,
    g: shortId(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
  }))
  mock
    .on(QueryCommand)
    .resolves({ Items, LastEvaluatedKey: { pk: 'p', sk: 'z', gsi1pk: 'p', gsi1sk: '0#0' } })
  const { total, more } = await counted({ status: ['active'], updatedSince: '2020-01-01T00:00:00.000Z' })
  expect({ total, more }).toEqual({ total: 2_000, more: true })
})

test('reads only active goals to say which need attention', async () => {
  const partitions: string[] = []
  mock.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values }) => {
    const partition = String(Object.values(values)[0])
    if (!partition.startsWith('t#')) partitions.push(partition)
    return { Items: [] }
  })
  await counted({})
  expect(partitions).toEqual([expect.stringMatching(/#active$/)])
})
