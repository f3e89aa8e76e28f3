import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestEngine, TableName } from '../../test-engine.ts'

let time = 0
const { engine, client, documents } = await createTestEngine({ now: () => time })
afterAll(() => engine.close())

let number = 0
const newKey = () => ({ pk: { S: `k${number++}` }, sk: { S: 's' } })
const stored = async ({ pk, sk }: ReturnType<typeof newKey>) =>
  (await documents.send(new GetCommand({ TableName, Key: { pk: pk.S, sk: sk.S } }))).Item
const put = (Item: object, input: object = {}) =>
  client.send(new PutItemCommand({ TableName, Item: Item as never, ...input }))
const update = (Key: object, UpdateExpression: string, input: object = {}) =>
  client.send(new UpdateItemCommand({ TableName, Key: Key as never, UpdateExpression, ...input }))
const remove = (Key: object, input: object = {}) =>
  client.send(new DeleteItemCommand({ TableName, Key: Key as never, ...input }))
const transact = (TransactItems: object[], input: object = {}) =>
  client.send(new TransactWriteItemsCommand({ TransactItems, ...input } as never))

const invalid = expect.objectContaining({ name: 'ValidationException' })
const notSupported = expect.objectContaining({
  name: 'ValidationException',
  message: expect.stringContaining('does not support'),
})

describe('PutItem', () => {
  test('returns the old item if it is wanted', async () => {
    const key = newKey()
    expect((await put({ ...key, a: { N: '1' } }, { ReturnValues: 'ALL_OLD' })).Attributes).toBeUndefined()
    expect((await put(key, { ReturnValues: 'ALL_OLD' })).Attributes).toEqual({ ...key, a: { N: '1' } })
  })

  test('tells the item in the way of a condition if it is wanted', async () => {
    const key = newKey()
    await put({ ...key, a: { N: '1' } })
    const ConditionExpression = 'attribute_not_exists(pk)'
    await expect(put(key, { ConditionExpression })).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      $fault: 'client',
      Item: undefined,
    })
    await expect(
      put(key, { ConditionExpression, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    ).rejects.toMatchObject({ Item: { ...key, a: { N: '1' } } })
  })

  test('takes 400 KB and not a byte more', async () => {
    const key = { pk: { S: 'size' }, sk: { S: 's' } }
    const overhead = 'pk'.length + 'size'.length + 'sk'.length + 's'.length + 'x'.length
    await put({ ...key, x: { S: 'x'.repeat(400 * 1024 - overhead) } })
    await expect(put({ ...key, x: { S: 'x'.repeat(400 * 1024 - overhead + 1) } })).rejects.toEqual(invalid)
    const values = { ExpressionAttributeValues: { ':y': { S: '' } } }
    await expect(update(key, 'SET y = :y', values)).rejects.toEqual(invalid)
  })

  test.each<[string, object]>([
    ['an item without its sort key', { pk: { S: 'a' } }],
    ['a key of another type', { pk: { N: '1' }, sk: { S: 'a' } }],
    ['an empty key', { pk: { S: '' }, sk: { S: 'a' } }],
    ['a long partition key', { pk: { S: 'x'.repeat(2049) }, sk: { S: 'a' } }],
    ['a long sort key', { pk: { S: 'a' }, sk: { S: 'é'.repeat(513) } }],
    ['an index key of another type', { ...newKey(), gsi1pk: { N: '1' } }],
    ['an empty index key', { ...newKey(), gsi1pk: { S: '' } }],
    ['a long index key', { ...newKey(), gsi1sk: { S: 'x'.repeat(1025) } }],
  ])('refuses %s', async (_, item) => {
    await expect(put(item)).rejects.toEqual(invalid)
  })

  test('refuses what it does not know', async () => {
    await expect(put(newKey(), { Expected: {} })).rejects.toEqual(notSupported)
    await expect(put(newKey(), { ReturnValues: 'ALL_NEW' })).rejects.toEqual(invalid)
    await expect(put(newKey(), { ReturnItemCollectionMetrics: 'SIZE' })).rejects.toEqual(notSupported)
  })
})

describe('UpdateItem', () => {
  test('makes the item if it is missing', async () => {
    const key = newKey()
    const { Attributes } = await update(key, 'ADD n :n', {
      ExpressionAttributeValues: { ':n': { N: '2' } },
      ReturnValues: 'ALL_NEW',
    })
    expect(Attributes).toEqual({ ...key, n: { N: '2' } })
  })

  test('returns the old or new item, or what was updated of it', async () => {
    const key = newKey()
    await put({ ...key, a: { N: '1' }, b: { N: '1' } })
    const set = async (a: string, ReturnValues: string) =>
      (await update(key, 'SET a = :a', { ExpressionAttributeValues: { ':a': { N: a } }, ReturnValues }))
        .Attributes
    expect(await set('2', 'ALL_OLD')).toEqual({ ...key, a: { N: '1' }, b: { N: '1' } })
    expect(await set('3', 'UPDATED_OLD')).toEqual({ a: { N: '2' } })
    expect(await set('4', 'UPDATED_NEW')).toEqual({ a: { N: '4' } })
    expect(await set('5', 'NONE')).toBeUndefined()
    await expect(update(key, 'REMOVE l[0]', { ReturnValues: 'UPDATED_NEW' })).rejects.toEqual(notSupported)
  })

  test('does not touch the key, and keeps index keys right', async () => {
    const key = newKey()
    const set = (expression: string, value: object) =>
      update(key, expression, { ExpressionAttributeValues: { ':v': value } })
    await expect(set('SET pk = :v', { S: 'x' })).rejects.toEqual(invalid)
    await expect(set('SET gsi1pk = :v', { N: '1' })).rejects.toEqual(invalid)
    await expect(set('SET gsi1pk = :v', { S: '' })).rejects.toEqual(invalid)
    expect(await stored(key)).toBeUndefined()
  })
})

describe('DeleteItem', () => {
  test('returns what it deletes, and succeeds if there is nothing', async () => {
    const key = newKey()
    await put(key)
    expect((await remove(key, { ReturnValues: 'ALL_OLD' })).Attributes).toEqual(key)
    expect((await remove(key, { ReturnValues: 'ALL_OLD' })).Attributes).toBeUndefined()
    await expect(remove(key, { ConditionExpression: 'attribute_exists(pk)' })).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
    })
  })
})

describe('BatchWriteItem', () => {
  const batch = (requests: object[]) =>
    client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } } as never))

  test('puts and deletes', async () => {
    const [first, second] = [newKey(), newKey()]
    await put(second)
    await batch([{ PutRequest: { Item: first } }, { DeleteRequest: { Key: second } }])
    expect(await stored(first)).toBeDefined()
    expect(await stored(second)).toBeUndefined()
  })

  test.each<[string, () => object[]]>([
    ['nothing', () => []],
    ['more than 25', () => Array.from({ length: 26 }, () => ({ PutRequest: { Item: newKey() } }))],
    ['an empty request', () => [{}]],
    ['a wrong key', () => [{ DeleteRequest: { Key: { pk: { S: 'a' } } } }]],
    [
      'one item twice',
      () => [
        { PutRequest: { Item: { pk: { S: 'a' }, sk: { S: 'a' } } } },
        { DeleteRequest: { Key: { pk: { S: 'a' }, sk: { S: 'a' } } } },
      ],
    ],
  ])('refuses %s', async (_, requests) => {
    await expect(batch(requests())).rejects.toEqual(invalid)
  })
})

describe('TransactWriteItems', () => {
  const Put = (Item: object, input = {}) => ({ Put: { TableName, Item, ...input } })
  const Update = (Key: object, UpdateExpression: string, input = {}) => ({
    Update: { TableName, Key, UpdateExpression, ...input },
  })
  const Delete = (Key: object, input = {}) => ({ Delete: { TableName, Key, ...input } })
  const Check = (Key: object, ConditionExpression: string, input = {}) => ({
    ConditionCheck: { TableName, Key, ConditionExpression, ...input },
  })

  test('writes all of its items', async () => {
    const [a, b, c, d] = [newKey(), newKey(), newKey(), newKey()]
    await put(c)
    await transact([
      Put(a),
      Update(b, 'SET n = :n', { ExpressionAttributeValues: { ':n': { N: '1' } } }),
      Delete(c),
      Check(d, 'attribute_not_exists(pk)'),
    ])
    expect([await stored(a), await stored(b), await stored(c), await stored(d)]).toMatchObject(
      [{}, { n: 1 }, undefined, undefined].map(
        (wanted) => wanted && expect.objectContaining(wanted),
      ) as never,
    )
  })

  test('writes nothing if one item fails, and says why in order', async () => {
    const [a, b, c, d] = [newKey(), newKey(), newKey(), newKey()]
    await put({ ...b, n: { N: '1' } })
    const failing = transact([
      Put(a),
      Put(b, {
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
      Update(c, 'REMOVE m.x'),
      Check(d, 'attribute_exists(pk)'),
      Delete({ pk: { S: 'only' } }),
    ])
    await expect(failing).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ValidationError, ConditionalCheckFailed, ValidationError]',
      CancellationReasons: [
        { Code: 'None' },
        {
          Code: 'ConditionalCheckFailed',
          Message: 'The conditional request failed',
          Item: { ...b, n: { N: '1' } },
        },
        { Code: 'ValidationError' },
        { Code: 'ConditionalCheckFailed' },
        { Code: 'ValidationError' },
      ],
    })
    expect(await stored(a)).toBeUndefined()
  })

  test('is written once for one token, for ten minutes, and for one request only', async () => {
    const key = newKey()
    const add = Update(key, 'ADD n :n', { ExpressionAttributeValues: { ':n': { N: '1' } } })
    const input = { ClientRequestToken: 'token', ReturnConsumedCapacity: 'TOTAL' }
    const first = await transact([add], input)
    expect(first.ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 2, WriteCapacityUnits: 2 }])
    const second = await transact([add], input)
    expect(second.ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 2, ReadCapacityUnits: 2 }])
    await expect(transact([Put(key)], input)).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    })
    expect(await stored(key)).toMatchObject({ n: 1 })
    time += 10 * 60_000
    await transact([add], input)
    expect(await stored(key)).toMatchObject({ n: 2 })
  })

  test('of checks only has been made for its token too', async () => {
    const key = newKey()
    const checks = [Check(key, 'attribute_not_exists(pk)')]
    await transact(checks, { ClientRequestToken: 'checks' })
    await put(key)
    await transact(checks, { ClientRequestToken: 'checks' })
    await expect(transact(checks, { ClientRequestToken: 'others' })).rejects.toThrow('cancelled')
    await expect(transact([Put(key)], { ClientRequestToken: 'checks' })).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    })
  })

  test('a token of a transaction that was cancelled can be used again', async () => {
    const key = newKey()
    const once = [Put(key, { ConditionExpression: 'attribute_not_exists(pk)' })]
    await put(key)
    await expect(transact(once, { ClientRequestToken: 'again' })).rejects.toThrow('cancelled')
    await remove(key)
    await transact(once, { ClientRequestToken: 'again' })
    expect(await stored(key)).toBeDefined()
  })

  test('two that come at once with one token are written once', async () => {
    const key = newKey()
    const add = Update(key, 'ADD n :n', { ExpressionAttributeValues: { ':n': { N: '1' } } })
    await Promise.all([1, 2].map(() => transact([add], { ClientRequestToken: 'twin' })))
    expect(await stored(key)).toMatchObject({ n: 1 })
  })

  test('takes 100 items and 4 MB', async () => {
    await transact(Array.from({ length: 100 }, () => Put(newKey())))
    await expect(transact(Array.from({ length: 101 }, () => Put(newKey())))).rejects.toEqual(invalid)
    const large = (count: number) =>
      Array.from({ length: count }, () => Put({ ...newKey(), x: { S: 'x'.repeat(400_000) } }))
    await transact(large(10))
    await expect(transact(large(11))).rejects.toEqual(invalid)
  })

  test.each<[string, () => object[]]>([
    ['nothing', () => []],
    ['an empty item', () => [{}]],
    ['two kinds in one item', () => [{ ...Put(newKey()), ...Delete(newKey()) }]],
    [
      'two actions on one item',
      () => [Put({ pk: { S: 'a' }, sk: { S: 'a' } }), Delete({ pk: { S: 'a' }, sk: { S: 'a' } })],
    ],
    ['a check without a condition', () => [{ ConditionCheck: { TableName, Key: newKey() } }]],
    ['an update without an expression', () => [{ Update: { TableName, Key: newKey() } }]],
    ['an expression that cannot be read', () => [Put(newKey(), { ConditionExpression: 'foo' })]],
  ])('refuses %s', async (_, items) => {
    await expect(transact(items())).rejects.toEqual(invalid)
  })

  test('refuses unknown parameters, tables and tokens', async () => {
    await expect(transact([Put(newKey(), { ReturnValues: 'ALL_OLD' })])).rejects.toEqual(notSupported)
    await expect(transact([{ Put: { TableName: 'nowhere', Item: newKey() } }])).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    await expect(transact([Put(newKey())], { ClientRequestToken: 'x'.repeat(37) })).rejects.toEqual(invalid)
  })

  test('indexes count once, the table twice', async () => {
    const key = newKey()
    const item = { ...key, gsi1pk: { S: 'g' }, gsi1sk: { S: '1' }, x: { S: 'x'.repeat(1_500) } }
    const capacity = async (items: object[]) =>
      (await transact(items, { ReturnConsumedCapacity: 'INDEXES' })).ConsumedCapacity?.[0]
    const units = (table: number, index: number) => ({
      CapacityUnits: table + index,
      Table: { CapacityUnits: table },
      ...(index > 0 && { GlobalSecondaryIndexes: { gsi1: { CapacityUnits: index } } }),
    })
    expect(await capacity([Put(item)])).toMatchObject(units(4, 2))
    expect(await capacity([Put(item)])).toMatchObject(units(4, 0))
    expect(await capacity([Put({ ...item, gsi1sk: { S: '2' } })])).toMatchObject(units(4, 4))
    expect(await capacity([Check(key, 'attribute_exists(pk)')])).toMatchObject(units(4, 0))
    expect(await capacity([Delete(key)])).toMatchObject(units(4, 2))
  })
})

describe('writes that come at once', () => {
  test('see each other in order, and an item that is written often is there once', async () => {
    const Key = { pk: 'counter', sk: 's' }
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        documents.send(
          new UpdateCommand({
            TableName,
            Key,
            UpdateExpression: 'ADD n :one',
            ExpressionAttributeValues: { ':one': 1 },
            ReturnValues: 'ALL_NEW',
          }),
        ),
      ),
    )
    expect(results.map(({ Attributes }) => Attributes?.n)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
    expect((await documents.send(new GetCommand({ TableName, Key }))).Item).toEqual({ ...Key, n: 50 })
  })

  test('one of them wins', async () => {
    const Item = { pk: 'race', sk: 's' }
    const results = await Promise.allSettled(
      [1, 2, 3].map((n) =>
        documents.send(
          new TransactWriteCommand({
            TransactItems: [
              { Put: { TableName, Item: { ...Item, n }, ConditionExpression: 'attribute_not_exists(pk)' } },
              { Put: { TableName, Item: { pk: 'race', sk: `${n}` } } },
            ],
          }),
        ),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(
      (await documents.send(new GetCommand({ TableName, Key: { pk: 'race', sk: '2' } }))).Item,
    ).toBeUndefined()
  })

  test('are not carried out if their request has ended', async () => {
    const Item = { pk: 'aborted', sk: 's' }
    const end = new AbortController()
    const sent = documents.send(new PutCommand({ TableName, Item }), { abortSignal: end.signal })
    end.abort()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
    expect((await documents.send(new GetCommand({ TableName, Key: Item }))).Item).toBeUndefined()
  })
})
