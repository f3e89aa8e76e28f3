import { expect, expectTypeOf, test } from 'vitest'
import type { Database } from '../../database/client.ts'
import { attributeType, defineEntity, type KeyOf, type RecordOf } from './declaration.ts'
import type { Where } from './expression.ts'
import { isComplete, toItem } from './item.ts'
import { keyOfRecord } from './keys.ts'
import {
  type Changes,
  checkRecord,
  createRecord,
  putRecord,
  removeRecord,
  updateRecord,
  upsertRecord,
} from './writes.ts'

const database = { tableName: 'cairn' } as Database

const parcelEntity = defineEntity({
  model: { entity: 'parcel', version: '1', service: 'cairn' },
  attributes: {
    depotId: { type: 'string', required: true },
    number: { type: 'number', required: true, padding: { length: 4, char: '0' } },
    state: { type: attributeType<'open' | 'sent'>('string'), required: true },
    weight: { type: 'number', field: 'w', required: true },
    count: { type: 'number' },
    note: { type: 'string' },
    stamps: { type: attributeType<Record<string, string>>('any'), required: true },
  },
  indexes: {
    record: { pk: { field: 'pk', composite: ['depotId'] }, sk: { field: 'sk', composite: ['number'] } },
    byWeight: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['depotId'] },
      sk: { field: 'gsi1sk', composite: ['weight', 'number'] },
    },
    open: {
      index: 'gsi2',
      only: { attribute: 'state', value: 'open' },
      pk: { field: 'gsi2pk', composite: ['depotId'] },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of a key.
      sk: { field: 'gsi2sk', composite: ['weight'], template: 'W${weight}', casing: 'none' },
    },
  },
})

type Parcel = RecordOf<typeof parcelEntity>
const parcel: Parcel = { depotId: 'North', number: 7, state: 'open', weight: 12, stamps: {} }
const key = { depotId: 'North', number: 7 }
const Key = { pk: '$cairn#depotid_north', sk: '$parcel_1#number_0007' }

test('stores attributes under their short names, with the keys of all indexes that contain the record', () => {
  const item = {
    ...Key,
    gsi1pk: '$cairn#depotid_north',
    gsi1sk: '$parcel_1#weight_12#number_0007',
    depotId: 'North',
    number: 7,
    state: 'open',
    w: 12,
    stamps: {},
    __edb_e__: 'parcel',
    __edb_v__: '1',
  }
  expect(toItem(parcelEntity, parcel)).toEqual({ ...item, gsi2pk: '$cairn#depotid_north', gsi2sk: 'W12' })
  expect(toItem(parcelEntity, { ...parcel, state: 'sent' })).toEqual({ ...item, state: 'sent' })
})

test.each([
  ['eq', ['#weight = :0', { ':0': 3 }]],
  ['gt', ['#weight > :0', { ':0': 3 }]],
  ['lte', ['#weight <= :0', { ':0': 3 }]],
] as const)(
  'a condition with %s compares the attribute under its stored name',
  (operator, [expression, values]) => {
    const { ConditionCheck } = checkRecord(database, parcelEntity, key, ({ weight }, by) =>
      by[operator](weight, 3),
    )
    expect(ConditionCheck).toEqual({
      TableName: 'cairn',
      Key,
      ConditionExpression: expression,
      ExpressionAttributeNames: { '#weight': 'w' },
      ExpressionAttributeValues: values,
    })
  },
)

test('a condition that an attribute is absent has no values', () => {
  const { Put } = putRecord(database, parcelEntity, parcel, ({ note }, { notExists }) => notExists(note))
  expect(Put).toEqual({
    TableName: 'cairn',
    Item: toItem(parcelEntity, parcel),
    ConditionExpression: 'attribute_not_exists(#note)',
    ExpressionAttributeNames: { '#note': 'note' },
  })
})

test('a create requires the record not to exist, and a removal that it does', () => {
  expect(createRecord(database, parcelEntity, parcel).Put.ConditionExpression).toBe(
    'attribute_not_exists(#pk) AND attribute_not_exists(#sk)',
  )
  const { Delete } = removeRecord(
    database,
    parcelEntity,
    key,
    ({ state, note }, { eq, notExists }) => `${eq(state, 'open')} OR ${notExists(note)}`,
  )
  expect(Delete.ConditionExpression).toBe(
    'attribute_exists(#pk) AND attribute_exists(#sk) AND (#state = :0 OR attribute_not_exists(#note))',
  )
})

test('an update sets, adds and removes, and requires the record to exist', () => {
  const changes = { set: { note: undefined, stamps: {} }, add: { count: 1 }, remove: ['note'] } as const
  expect(updateRecord(database, parcelEntity, key, { add: { count: 1 } }).Update).toMatchObject({
    Key,
    ConditionExpression: 'attribute_exists(#pk) AND attribute_exists(#sk)',
  })
  const { Update } = upsertRecord(database, parcelEntity, key, changes)
  expect(Update.ConditionExpression).toBeUndefined()
  expect(Update.UpdateExpression).toBe(
    'SET #stamps = :0, #depotId = :1, #number = :2, #__edb_e__ = :3, #__edb_v__ = :4 REMOVE #note ADD #count :5',
  )
  expect(Update.ExpressionAttributeNames).toMatchObject({ '#count': 'count', '#note': 'note' })
})

test('an update sets and removes entries of a map', () => {
  const entries = { stamps: { 'a-1': 'Paris', 'b.2': undefined } }
  const { Update } = updateRecord(database, parcelEntity, key, { entries })
  expect(Update.UpdateExpression).toMatch(/, #stamps\.#stamps0 = :4 REMOVE #stamps\.#stamps1$/)
  expect(Update.ExpressionAttributeNames).toMatchObject({ '#stamps0': 'a-1', '#stamps1': 'b.2' })
})

test('an update moves the record in the indexes, and into and out of a sparse one', () => {
  const { Update: sent } = updateRecord(database, parcelEntity, key, { set: { state: 'sent' } })
  expect(sent.UpdateExpression).toMatch(/ REMOVE #gsi2pk, #gsi2sk$/)
  const { Update: opened } = updateRecord(database, parcelEntity, key, { set: { state: 'open', weight: 5 } })
  expect(Object.values(opened.ExpressionAttributeValues ?? {})).toEqual(
    expect.arrayContaining(['$parcel_1#weight_5#number_0007', '$cairn#depotid_north', 'W5']),
  )
})

test('an update throws if it cannot know a key of an index', () => {
  const update = (set: Partial<Omit<Parcel, 'depotId' | 'number'>>) => () =>
    updateRecord(database, parcelEntity, key, { set })
  expect(update({ weight: 5 })).toThrow('A sparse index needs state.')
  expect(update({ state: 'open' })).toThrow('A key needs weight.')
  expect(() => updateRecord(database, parcelEntity, key, { add: { weight: 1 } })).toThrow(
    'Keys contain weight.',
  )
})

test('a key needs all of its attributes', () => {
  expect(() => keyOfRecord(parcelEntity, { depotId: 'North' } as typeof key)).toThrow('A key needs number.')
})

test('a record is complete if it has every required attribute, of its type', () => {
  expect(isComplete(parcelEntity, parcel)).toBe(true)
  expect(isComplete(parcelEntity, { ...parcel, weight: undefined })).toBe(false)
  expect(isComplete(parcelEntity, { ...parcel, weight: '12' })).toBe(false)
})

test('types know the attributes of records and keys, and what an update may change', () => {
  expectTypeOf<Parcel>().toEqualTypeOf<{
    depotId: string
    number: number
    state: 'open' | 'sent'
    weight: number
    count?: number | undefined
    note?: string | undefined
    stamps: Record<string, string>
  }>()
  expectTypeOf<KeyOf<typeof parcelEntity>>().toEqualTypeOf<{ depotId: string; number: number }>()
  type ParcelChanges = Required<Changes<typeof parcelEntity>>
  expectTypeOf<keyof ParcelChanges['set']>().toEqualTypeOf<'state' | 'weight' | 'count' | 'note' | 'stamps'>()
  expectTypeOf<keyof ParcelChanges['add']>().toEqualTypeOf<'weight' | 'count'>()
  expectTypeOf<ParcelChanges['remove'][number]>().toEqualTypeOf<'count' | 'note'>()
  expectTypeOf<keyof ParcelChanges['entries']>().toEqualTypeOf<'stamps'>()
  const where: Where<typeof parcelEntity> = ({ state, weight }, { eq }) =>
    // @ts-expect-error a number is not equal to a text, and a state is not any text
    `${eq(weight, 'heavy')} ${eq(state, 'lost')}`
  expect(where).toBeDefined()
})
