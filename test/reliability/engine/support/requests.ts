import * as fc from 'fast-check'
import type { EngineRequest } from './engine-pair.ts'

/**
 * Requests on a handful of keys, so that they meet each other's items. Left out is what the wire engine is known to do
 * otherwise than AWS documents: the README of packages/engine lists it.
 */
export function requestsOn(TableName: string): fc.Arbitrary<EngineRequest> {
  const capacity = fc.constantFrom('INDEXES', 'TOTAL', 'NONE')
  const put = fc
    .record({ Item: item, condition, returned: fc.constantFrom('NONE', 'ALL_OLD'), capacity })
    .map(
      ({ Item, condition, returned, capacity }): EngineRequest => ({
        operation: 'PutItem',
        input: { TableName, Item, ...condition, ReturnValues: returned, ReturnConsumedCapacity: capacity },
      }),
    )
  const remove = fc
    .record({ Key: key, condition, returned: fc.constantFrom('NONE', 'ALL_OLD'), capacity })
    .map(
      ({ Key, condition, returned, capacity }): EngineRequest => ({
        operation: 'DeleteItem',
        input: { TableName, Key, ...condition, ReturnValues: returned, ReturnConsumedCapacity: capacity },
      }),
    )
  const change = fc
    .record({
      Key: key,
      update,
      condition,
      returned: fc.constantFrom('NONE', 'ALL_NEW', 'UPDATED_NEW'),
      capacity,
    })
    .map(
      ({ Key, update, condition, returned, capacity }): EngineRequest => ({
        operation: 'UpdateItem',
        input: {
          TableName,
          Key,
          ...merged(update, condition),
          ReturnValues: update.UpdateExpression?.includes('[0] =') ? 'ALL_NEW' : returned,
          ReturnConsumedCapacity: capacity,
        },
      }),
    )
  const get = fc
    .record({ Key: key, ConsistentRead: fc.boolean(), ReturnConsumedCapacity: capacity })
    .map((input): EngineRequest => ({ operation: 'GetItem', input: { TableName, ...input } }))
  const batchGet = fc
    .record({
      Keys: fc.uniqueArray(key, { minLength: 1, selector: JSON.stringify }),
      ConsistentRead: fc.boolean(),
      capacity,
    })
    .map(
      ({ capacity, ...keys }): EngineRequest => ({
        operation: 'BatchGetItem',
        input: { RequestItems: { [TableName]: keys }, ReturnConsumedCapacity: capacity },
      }),
    )
  const batchWrite = fc
    .uniqueArray(
      fc.oneof(
        item.map((Item) => ({ PutRequest: { Item } })),
        key.map((Key) => ({ DeleteRequest: { Key } })),
      ),
      {
        minLength: 1,
        maxLength: 5,
        selector: (request) =>
          keyTextOf('PutRequest' in request ? request.PutRequest.Item : request.DeleteRequest.Key),
      },
    )
    .map(
      (requests): EngineRequest => ({
        operation: 'BatchWriteItem',
        input: { RequestItems: { [TableName]: requests }, ReturnConsumedCapacity: 'INDEXES' },
      }),
    )
  const query = fc
    .record({
      where: keyCondition,
      filter,
      Limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      ScanIndexForward: fc.boolean(),
      capacity,
    })
    .map(
      ({ where, filter, capacity, ...input }): EngineRequest => ({
        operation: 'Query',
        input: { TableName, ...input, ...merged(where, filter), ReturnConsumedCapacity: capacity },
      }),
    )
  return fc.oneof(
    { weight: 6, arbitrary: put },
    { weight: 2, arbitrary: remove },
    { weight: 6, arbitrary: change },
    { weight: 1, arbitrary: get },
    { weight: 1, arbitrary: batchGet },
    { weight: 1, arbitrary: batchWrite },
    { weight: 4, arbitrary: query },
    { weight: 4, arbitrary: transaction(TableName) },
  )
}

/** Requests on a table whose items are sorted by numbers. */
export function numberRequestsOn(TableName: string): fc.Arbitrary<EngineRequest> {
  const pk = { S: 'a' }
  const sort = fc.oneof(
    number.map((text) => ({
      where: fc.constantFrom('sk < :s', 'sk <= :s', 'sk > :s', 'sk >= :s', 'sk = :s'),
      values: [text],
    })),
    bounds.map((values) => ({ where: fc.constant('sk BETWEEN :s AND :t'), values })),
  )
  return fc.oneof(
    {
      weight: 3,
      arbitrary: number.map(
        (text): EngineRequest => ({
          operation: 'PutItem',
          input: { TableName, Item: { pk, sk: { N: text } } },
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(sort, fc.boolean()).chain(
        ([
          {
            where,
            values: [first, second],
          },
          ScanIndexForward,
        ]) =>
          where.map(
            (condition): EngineRequest => ({
              operation: 'Query',
              input: {
                TableName,
                KeyConditionExpression: `pk = :p AND ${condition}`,
                ExpressionAttributeValues: {
                  ':p': pk,
                  ':s': { N: first },
                  ...(second !== undefined && { ':t': { N: second } }),
                },
                ScanIndexForward,
              },
            }),
          ),
      ),
    },
  )
}

type Expressions = {
  IndexName?: string
  ConsistentRead?: boolean
  ConditionExpression?: string
  UpdateExpression?: string
  KeyConditionExpression?: string
  FilterExpression?: string
  ExpressionAttributeValues?: Record<string, object>
}

function merged(left: Expressions, right: Expressions): Expressions {
  const values = { ...left.ExpressionAttributeValues, ...right.ExpressionAttributeValues }
  const all = { ...left, ...right }
  if (Object.keys(values).length > 0) all.ExpressionAttributeValues = values
  return all
}

const keyTextOf = (item: object) => {
  const { pk, sk } = item as { pk: object; sk: object }
  return JSON.stringify([pk, sk])
}

const targetOf = (write: object) => {
  const [{ Item, Key }] = Object.values(write) as [{ Item?: object; Key?: object }]
  return Item ?? Key ?? {}
}

const key = fc.record({
  pk: fc.constantFrom('a', 'b').map((text) => ({ S: text })),
  // Beyond the basic plane, UTF-16 sorts otherwise than UTF-8.
  sk: fc.constantFrom('1', '10', '2', 'é', '｡', '😀').map((text) => ({ S: text })),
})

const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.constantFrom('0.1', '0.2', '1e20', '-1.5', '12345678901234567890123456789012345678', '1E-10', '007.50'),
  // One row of digits is the beginning of another.
  fc.constantFrom('1.2', '1.23', '-1.2', '-1.23', '-12', '12'),
)

/** Two numbers, the smaller one first: other bounds are refused. */
const bounds = fc
  .tuple(number, number)
  .map((pair) => pair.toSorted((left, right) => Number(left) - Number(right)) as [string, string])

const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'é', '😀').map((text) => ({ S: text })),
  number.map((text) => ({ N: text })),
  fc.boolean().map((value) => ({ BOOL: value })),
  fc.constant({ NULL: true }),
)

const value: fc.Arbitrary<object> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }).map((members) => ({ L: members })) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom('x', 'y'), scalar).map((members) => ({ M: members })),
  },
  { weight: 1, arbitrary: fc.constantFrom(1_000, 1_100, 4_200).map((size) => ({ S: 'x'.repeat(size) })) },
)

const indexKey = fc.constantFrom('p', 'q').map((text) => ({ S: text }))

const item = fc
  .record(
    {
      key,
      a1: value,
      n1: number.map((text) => ({ N: text })),
      l1: fc.array(scalar, { maxLength: 3 }).map((L) => ({ L })),
      gsi1pk: indexKey,
      gsi1sk: indexKey,
    },
    { requiredKeys: ['key'] },
  )
  .map(({ key, ...attributes }) => ({ ...key, ...attributes }))

const simpleCondition: fc.Arbitrary<Expressions> = fc.oneof(
  fc
    .constantFrom(
      'attribute_exists(pk)',
      'attribute_not_exists(pk)',
      'attribute_exists(a1)',
      'attribute_not_exists(n1)',
      'attribute_exists(a1.x) OR attribute_exists(n1)',
      'attribute_not_exists(l1[1])',
    )
    .map((ConditionExpression) => ({ ConditionExpression })),
  fc
    .record({
      attribute: fc.constantFrom('a1', 'n1', 'l1', 'a1.x', 'l1[0]'),
      value,
    })
    .map(({ attribute, value }) => ({
      ConditionExpression: `${attribute} = :c`,
      ExpressionAttributeValues: { ':c': value },
    })),
  fc
    .record({
      comparator: fc.constantFrom('<', '<=', '>', '>='),
      attribute: fc.constantFrom('a1', 'n1'),
      number,
    })
    .map(({ comparator, attribute, number }) => ({
      ConditionExpression: `${attribute} ${comparator} :c`,
      ExpressionAttributeValues: { ':c': { N: number } },
    })),
  // Few bounds, so that values often are at them.
  fc
    .constantFrom(['0', '1'], ['-3', '-1.2'], ['-1', '-1'], ['1', '2'], ['1.2', '3'])
    .map(([lower = '', upper = '']) => ({
      ConditionExpression: 'n1 BETWEEN :c AND :d',
      ExpressionAttributeValues: { ':c': { N: lower }, ':d': { N: upper } },
    })),
  fc.constantFrom('begins_with(a1, :c)', 'a1 = :c AND n1 = :d').map((ConditionExpression) => ({
    ConditionExpression,
    ExpressionAttributeValues: {
      ':c': { S: 'a' },
      ...(ConditionExpression.includes(':d') && { ':d': { N: '1' } }),
    },
  })),
)

const condition: fc.Arbitrary<Expressions> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: simpleCondition },
)

const filter = condition.map(
  ({ ConditionExpression, ...values }): Expressions =>
    ConditionExpression === undefined || ConditionExpression.includes('(pk)')
      ? {}
      : { FilterExpression: ConditionExpression, ...values },
)

const update: fc.Arbitrary<Expressions> = fc.oneof(
  value.map((value) => ({ UpdateExpression: 'SET a1 = :u', ExpressionAttributeValues: { ':u': value } })),
  number.map((text) => ({
    UpdateExpression: 'SET n1 = if_not_exists(n1, :u) REMOVE a1',
    ExpressionAttributeValues: { ':u': { N: text } },
  })),
  number.map((text) => ({ UpdateExpression: 'ADD n1 :u', ExpressionAttributeValues: { ':u': { N: text } } })),
  number.map((text) => ({ UpdateExpression: 'ADD a1 :u', ExpressionAttributeValues: { ':u': { N: text } } })),
  scalar.map((member) => ({
    UpdateExpression: 'SET l1[0] = :u',
    ExpressionAttributeValues: { ':u': member },
  })),
  fc
    .constantFrom('REMOVE gsi1sk', 'REMOVE a1, n1', 'REMOVE l1[0]')
    .map((UpdateExpression) => ({ UpdateExpression })),
  indexKey.map((value) => ({
    UpdateExpression: 'SET gsi1pk = :u, gsi1sk = if_not_exists(gsi1sk, :u)',
    ExpressionAttributeValues: { ':u': value },
  })),
)

const keyCondition: fc.Arbitrary<Expressions> = fc.oneof(
  fc
    .record({
      pk: fc.constantFrom('a', 'b', 'none'),
      sort: fc.constantFrom(
        '',
        ' AND sk > :s',
        ' AND sk <= :s',
        ' AND begins_with(sk, :s)',
        ' AND sk BETWEEN :s AND :t',
        ' AND sk = :s',
      ),
      ConsistentRead: fc.boolean(),
    })
    .map(({ pk, sort, ConsistentRead }) => ({
      ConsistentRead,
      KeyConditionExpression: `pk = :p${sort}`,
      ExpressionAttributeValues: {
        ':p': { S: pk },
        ...(sort.includes(':s') && { ':s': { S: '1' } }),
        ...(sort.includes(':t') && { ':t': { S: 'é' } }),
      },
    })),
  fc.record({ pk: indexKey, sort: fc.constantFrom('', ' AND gsi1sk >= :s') }).map(({ pk, sort }) => ({
    IndexName: 'gsi1',
    KeyConditionExpression: `gsi1pk = :p${sort}`,
    ExpressionAttributeValues: { ':p': pk, ...(sort && { ':s': { S: 'q' } }) },
  })),
)

function transaction(TableName: string): fc.Arbitrary<EngineRequest> {
  const told = fc.constantFrom('NONE', 'ALL_OLD')
  const check = fc.record({ Key: key, condition: simpleCondition, told }).map(({ Key, condition, told }) => ({
    ConditionCheck: { TableName, Key, ...condition, ReturnValuesOnConditionCheckFailure: told },
  }))
  const one = fc.oneof(
    fc.record({ Item: item, condition, told }).map(({ Item, condition, told }) => ({
      Put: { TableName, Item, ...condition, ReturnValuesOnConditionCheckFailure: told },
    })),
    fc.record({ Key: key, update, condition, told }).map(({ Key, update, condition, told }) => ({
      Update: { TableName, Key, ...merged(update, condition), ReturnValuesOnConditionCheckFailure: told },
    })),
    fc
      .record({ Key: key, condition })
      .map(({ Key, condition }) => ({ Delete: { TableName, Key, ...condition } })),
    check,
  )
  const itemsOf = (item: fc.Arbitrary<object>) =>
    fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: (write) => keyTextOf(targetOf(write)) })
  return fc
    .record({
      items: fc.oneof({ weight: 5, arbitrary: itemsOf(one) }, { weight: 1, arbitrary: itemsOf(check) }),
      token: fc.option(fc.constantFrom('t1', 't2'), { nil: undefined }),
    })
    .map(
      ({ items, token }): EngineRequest => ({
        operation: 'TransactWriteItems',
        input: { TransactItems: items, ReturnConsumedCapacity: 'INDEXES', ClientRequestToken: token },
      }),
    )
}
