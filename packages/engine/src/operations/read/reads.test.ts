import {
  BatchGetItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  QueryCommand as DocumentQueryCommand,
  ScanCommand as DocumentScanCommand,
  GetCommand,
  PutCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestEngine, TableName } from '../../test-engine.ts'

const { engine, client, documents } = await createTestEngine()
afterAll(() => engine.close())

const sorted = ['1', '10', '2', 'é', '｡', '😀']

beforeAll(async () => {
  for (const [index, sk] of sorted.toReversed().entries()) {
    const indexed = index % 2 === 0 ? { gsi1pk: 'g', gsi1sk: 'same' } : { gsi1pk: 'g' }
    await documents.send(
      new PutCommand({ TableName, Item: { pk: 'p', sk, n: index, list: [{ a: 1 }], ...indexed } }),
    )
  }
  for (let index = 0; index < 12; index++) {
    const Item = {
      pk: { S: 'big' },
      sk: { S: String(index).padStart(2, '0') },
      x: { S: 'x'.repeat(100_000) },
    }
    await client.send(new PutItemCommand({ TableName, Item }))
  }
})

const invalid = expect.objectContaining({ name: 'ValidationException' })
const notSupported = expect.objectContaining({
  name: 'ValidationException',
  message: expect.stringContaining('does not support'),
})

type QueryInput = Partial<ConstructorParameters<typeof DocumentQueryCommand>[0]>
const query = (input: QueryInput, pk = 'p') =>
  documents.send(
    new DocumentQueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :p',
      ...input,
      ExpressionAttributeValues: { ':p': pk, ...input.ExpressionAttributeValues },
    }),
  )
const sortKeys = ({ Items = [] }: { Items?: Record<string, unknown>[] | undefined }) =>
  Items.map(({ sk }) => sk)

describe('GetItem', () => {
  const get = (input: object) => client.send(new GetItemCommand({ TableName, ...input } as never))
  const Key = { pk: { S: 'p' }, sk: { S: '1' } }

  test('returns the item, parts of it, or nothing', async () => {
    expect((await get({ Key })).Item).toEqual({
      ...Key,
      n: { N: '5' },
      list: { L: [{ M: { a: { N: '1' } } }] },
      gsi1pk: { S: 'g' },
    })
    expect((await get({ Key, ProjectionExpression: 'n' })).Item).toEqual({ n: { N: '5' } })
    expect((await get({ Key: { ...Key, sk: { S: 'x' } } })).Item).toBeUndefined()
  })

  test('counts a unit for 4 KB, half of it for a read that may be stale', async () => {
    const big = { pk: { S: 'big' }, sk: { S: '00' } }
    const units = async (input: object) =>
      (await get({ ReturnConsumedCapacity: 'TOTAL', ...input })).ConsumedCapacity?.CapacityUnits
    expect(await units({ Key })).toBe(0.5)
    expect(await units({ Key, ConsistentRead: true })).toBe(1)
    expect(await units({ Key: big, ConsistentRead: true })).toBe(25)
    expect(await units({ Key: { ...Key, sk: { S: 'x' } }, ConsistentRead: true })).toBe(1)
  })

  test.each<[string, object]>([
    ['a key without its sort key', { Key: { pk: { S: 'p' } } }],
    ['a key with another attribute', { Key: { ...Key, n: { N: '1' } } }],
    ['a key of another type', { Key: { ...Key, sk: { N: '1' } } }],
    ['an empty key', { Key: { ...Key, sk: { S: '' } } }],
    ['a long key', { Key: { ...Key, sk: { S: 'x'.repeat(1025) } } }],
    ['no key', {}],
    ['an unknown capacity', { Key, ReturnConsumedCapacity: 'ALL' }],
  ])('refuses %s', async (_, input) => {
    await expect(get(input)).rejects.toEqual(invalid)
  })

  test('refuses parameters that it does not know, and tables that do not exist', async () => {
    await expect(get({ Key, AttributesToGet: ['n'] })).rejects.toEqual(notSupported)
    await expect(get({ Key, TableName: 'nowhere' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    await expect(get({ Key, TableName: '' })).rejects.toEqual(invalid)
  })
})

describe('what the document client reads', () => {
  test('cannot be changed, not even inside', async () => {
    const { Item } = await documents.send(new GetCommand({ TableName, Key: { pk: 'p', sk: '1' } }))
    expect(() => Object.assign(Item ?? {}, { n: 6 })).toThrow(TypeError)
    expect(() => Object.assign(Item?.list[0], { a: 2 })).toThrow(TypeError)
    expect(() => Item?.list.push(1)).toThrow(TypeError)
  })

  test('is not shared where it cannot be frozen', async () => {
    const Key = { pk: 'p', sk: 'bytes' }
    await documents.send(
      new PutCommand({ TableName, Item: { ...Key, b: Uint8Array.of(1), s: Uint8Array.of(2) } }),
    )
    const read = async () => (await documents.send(new GetCommand({ TableName, Key }))).Item
    const first = await read()
    first?.b.set([9])
    first?.s.set([9])
    expect(await read()).toEqual({ ...Key, b: Uint8Array.of(1), s: Uint8Array.of(2) })
  })
})

describe('BatchGetItem', () => {
  const batch = (RequestItems: object) => client.send(new BatchGetItemCommand({ RequestItems } as never))
  const keys = (...texts: string[]) => texts.map((text) => ({ pk: { S: 'p' }, sk: { S: text } }))

  test('returns what exists, in the order of the keys', async () => {
    const { Responses } = await documents.send(
      new BatchGetCommand({
        RequestItems: { [TableName]: { Keys: ['2', 'none', '1'].map((sk) => ({ pk: 'p', sk })) } },
      }),
    )
    expect(Responses?.[TableName]?.map(({ sk }) => sk)).toEqual(['2', '1'])
  })

  test('rounds the units of each item up', async () => {
    const { ConsumedCapacity } = await client.send(
      new BatchGetItemCommand({
        RequestItems: { [TableName]: { Keys: keys('1', '2', 'none'), ConsistentRead: true } },
        ReturnConsumedCapacity: 'TOTAL',
      }),
    )
    expect(ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 3 }])
  })

  test('leaves what is beyond 16 MB unprocessed', async () => {
    const large = (index: number) => ({ pk: { S: 'large' }, sk: { S: String(index) } })
    for (let index = 0; index < 42; index++) {
      const Item = { ...large(index), x: { S: 'x'.repeat(409_000) } }
      await client.send(new PutItemCommand({ TableName, Item }))
    }
    const Keys = Array.from({ length: 42 }, (_, index) => large(index))
    const { Responses, UnprocessedKeys } = await batch({ [TableName]: { Keys, ConsistentRead: true } })
    expect(Responses?.[TableName]).toHaveLength(41)
    expect(UnprocessedKeys).toEqual({ [TableName]: { Keys: [large(41)], ConsistentRead: true } })
  })

  test.each<[string, object]>([
    ['nothing', {}],
    ['no keys', { [TableName]: { Keys: [] } }],
    ['a key twice', { [TableName]: { Keys: keys('1', '1') } }],
    ['more than 100 keys', { [TableName]: { Keys: keys(...Array.from({ length: 101 }, (_, i) => `${i}`)) } }],
    ['a wrong key', { [TableName]: { Keys: [{ pk: { S: 'p' } }] } }],
  ])('refuses %s', async (_, requested) => {
    await expect(batch(requested)).rejects.toEqual(invalid)
  })
})

describe('Query', () => {
  test('sorts by UTF-8 bytes, in both directions', async () => {
    expect(sortKeys(await query({}))).toEqual([...sorted.slice(0, 3), 'bytes', ...sorted.slice(3)])
    expect(sortKeys(await query({ ScanIndexForward: false, Limit: 2 }))).toEqual(['😀', '｡'])
  })

  test.each<[string, object, string[]]>([
    ['sk = :s', { ':s': '2' }, ['2']],
    ['sk < :s', { ':s': '10' }, ['1']],
    ['sk <= :s', { ':s': '10' }, ['1', '10']],
    ['sk > :s', { ':s': '｡' }, ['😀']],
    ['sk >= :s', { ':s': '｡' }, ['｡', '😀']],
    [':s < sk', { ':s': '｡' }, ['😀']],
    ['sk BETWEEN :s AND :t', { ':s': '10', ':t': '2' }, ['10', '2']],
    ['begins_with(sk, :s)', { ':s': '1' }, ['1', '10']],
    ['begins_with(sk, :s)', { ':s': '\u{10FFFF}' }, []],
  ])('%s', async (condition, values, wanted) => {
    const input = { KeyConditionExpression: `pk = :p AND ${condition}`, ExpressionAttributeValues: values }
    expect(sortKeys(await query(input))).toEqual(wanted)
  })

  test('pages by Limit, counting what the filter leaves out, each item once', async () => {
    const found: unknown[] = []
    let ExclusiveStartKey: Record<string, unknown> | undefined
    let pages = 0
    do {
      const page = await query({
        Limit: 2,
        FilterExpression: 'attribute_not_exists(n) OR n < :n OR n > :n',
        ExpressionAttributeValues: { ':n': 3 },
        ExclusiveStartKey,
      })
      expect(page.ScannedCount).toBeLessThanOrEqual(2)
      found.push(...sortKeys(page))
      ExclusiveStartKey = page.LastEvaluatedKey
      pages++
    } while (ExclusiveStartKey)
    expect(found).toEqual(['1', '10', 'bytes', 'é', '｡', '😀'])
    expect(pages).toBe(4)
  })

  test('ends a page at 1 MB', async () => {
    const first = await query({ ReturnConsumedCapacity: 'TOTAL', ConsistentRead: true }, 'big')
    expect(first).toMatchObject({ Count: 10, LastEvaluatedKey: { pk: 'big', sk: '09' } })
    expect(first.ConsumedCapacity?.CapacityUnits).toBe(245)
    const second = await query({ ExclusiveStartKey: first.LastEvaluatedKey }, 'big')
    expect(sortKeys(second)).toEqual(['10', '11'])
    expect(second.LastEvaluatedKey).toBeUndefined()
    const counted = await query({ ScanIndexForward: false, Select: 'COUNT' }, 'big')
    expect(counted).toMatchObject({ Count: 10, ScannedCount: 10 })
    expect(counted.Items).toBeUndefined()
  })

  test('a sparse index holds items that have its keys; those with equal keys are read once, in both directions', async () => {
    for (const ScanIndexForward of [true, false]) {
      const found: unknown[] = []
      let ExclusiveStartKey: Record<string, unknown> | undefined
      do {
        const page = await query(
          {
            IndexName: 'gsi1',
            KeyConditionExpression: 'gsi1pk = :p',
            Limit: 1,
            ScanIndexForward,
            ExclusiveStartKey,
          },
          'g',
        )
        found.push(...sortKeys(page))
        ExclusiveStartKey = page.LastEvaluatedKey
        if (ExclusiveStartKey)
          expect(Object.keys(ExclusiveStartKey).sort()).toEqual(['gsi1pk', 'gsi1sk', 'pk', 'sk'])
      } while (ExclusiveStartKey)
      expect(found).toEqual(ScanIndexForward ? ['10', 'é', '😀'] : ['😀', 'é', '10'])
    }
  })

  test('continues behind an item that has been deleted, or never was', async () => {
    expect(sortKeys(await query({ ExclusiveStartKey: { pk: 'p', sk: '15' } }))[0]).toBe('2')
  })

  test.each<[string, QueryInput]>([
    ['no condition on the partition key', { KeyConditionExpression: 'sk = :p' }],
    ['a range of partition keys', { KeyConditionExpression: 'pk > :p' }],
    ['another attribute', { KeyConditionExpression: 'pk = :p AND n = :p' }],
    ['OR', { KeyConditionExpression: 'pk = :p OR sk = :p' }],
    ['two conditions on one key', { KeyConditionExpression: 'pk = :p AND pk = :p' }],
    ['a key that is compared with an attribute', { KeyConditionExpression: 'pk = :p AND sk = n' }],
    ['a value of another type', { ExpressionAttributeValues: { ':p': 1 } }],
    ['an empty value', { ExpressionAttributeValues: { ':p': '' } }],
    ['a key in the filter', { FilterExpression: 'sk = :p' }],
    ['an unknown index', { IndexName: 'gsi9' }],
    [
      'consistent reads of an index',
      { IndexName: 'gsi1', KeyConditionExpression: 'gsi1pk = :p', ConsistentRead: true },
    ],
    ['a limit of 0', { Limit: 0 }],
    ['a start in another partition', { ExclusiveStartKey: { pk: 'q', sk: '1' } }],
    [
      'a start outside of the range',
      {
        KeyConditionExpression: 'pk = :p AND sk > :s',
        ExpressionAttributeValues: { ':s': '2' },
        ExclusiveStartKey: { pk: 'p', sk: '1' },
      },
    ],
    ['a start without its sort key', { ExclusiveStartKey: { pk: 'p' } }],
    ['a projection of a count', { Select: 'COUNT', ProjectionExpression: 'n' }],
    ['any other selection', { Select: 'ALL_ATTRIBUTES' }],
  ])('refuses %s', async (_, input) => {
    await expect(query(input)).rejects.toEqual(invalid)
  })

  test('refuses the older parameters', async () => {
    const input = { TableName, KeyConditions: {} }
    await expect(client.send(new QueryCommand(input as never))).rejects.toEqual(notSupported)
    await expect(client.send(new QueryCommand({ TableName }))).rejects.toEqual(invalid)
  })
})

describe('Scan', () => {
  test('lets others go on after each page', async () => {
    let turns = 0
    const count = () => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    for (let page = 0; page < 10; page++)
      await documents.send(new DocumentScanCommand({ TableName, Limit: 1 }))
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  test('reads every item once, those of one partition after one another', async () => {
    const found: Record<string, unknown>[] = []
    let ExclusiveStartKey: Record<string, unknown> | undefined
    do {
      const page = await documents.send(
        new DocumentScanCommand({ TableName, AttributesToGet: ['pk', 'sk'], Limit: 7, ExclusiveStartKey }),
      )
      found.push(...(page.Items ?? []))
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    const partitions = found.map(({ pk }) => pk)
    expect(partitions).toEqual(partitions.toSorted())
    expect(new Set(found.map((item) => JSON.stringify(item))).size).toBe(7 + 12 + 42)
    expect(Object.keys(found[0] ?? {})).toEqual(['pk', 'sk'])
  })

  test('filters and counts', async () => {
    const input = { TableName, FilterExpression: 'n > :n', ExpressionAttributeValues: { ':n': { N: '3' } } }
    const ExclusiveStartKey = { pk: { S: 'o' }, sk: { S: 'z' } }
    const page = await client.send(new ScanCommand({ ...input, ExclusiveStartKey }))
    expect(page).toMatchObject({ Count: 2, ScannedCount: 7 })
  })

  test('refuses segments, indexes and a projection in both forms', async () => {
    const scan = (input: object) => client.send(new ScanCommand({ TableName, ...input }))
    await expect(scan({ Segment: 0, TotalSegments: 2 })).rejects.toEqual(notSupported)
    await expect(scan({ IndexName: 'gsi1' })).rejects.toEqual(notSupported)
    await expect(scan({ AttributesToGet: ['n'], ProjectionExpression: 'n' })).rejects.toEqual(invalid)
    await expect(scan({ ExclusiveStartKey: { pk: { S: 'a' } } })).rejects.toEqual(invalid)
  })
})
