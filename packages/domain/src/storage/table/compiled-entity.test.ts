import { createConversions } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { itemOf, keysIn, partitionKeyIn, queryIn, type Range, recordOf } from './compiled-entity.ts'
import type { GoalRowRecord } from './entities/goals/goal-row.ts'
import { entities } from './entities.ts'
import { type AnyEntity, createRecord, putRecord, replaceRecord } from './entity.ts'

type Values = Record<string, unknown>
type Query = { between(from: Values, to: Values): Query; params(options: object): Values }

/** A record with every attribute, in upper and lower case. */
const valuesByType: Values = { string: 'Some-Text', number: 7, boolean: true, any: { Some: 'Value' } }

function recordFor({ schema }: AnyEntity): Values {
  return Object.fromEntries(
    Object.entries<{ type: string }>(schema.attributes).map(([name, { type }]) => [name, valuesByType[type]]),
  )
}

function pick(record: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}

describe.each(Object.entries<AnyEntity>(entities))('%s', (_, entity) => {
  const record = recordFor(entity)
  const item: Values = entity.put(record).params<{ Item: Values }>({ table: 'any' }).Item

  it('is stored as by ElectroDB', () => {
    const isComputed = Object.values<Values>(entity.schema.attributes).some((attribute) => 'set' in attribute)
    expect(itemOf(entity, record)).toEqual(isComputed ? undefined : item)
  })

  it('is left to ElectroDB if an attribute is missing or has another type', () => {
    const attributes = Object.entries<{ type: unknown; required?: boolean }>(entity.schema.attributes)
    for (const [name, { type, required }] of attributes) {
      if (required) expect(itemOf(entity, { ...record, [name]: undefined })).toBeUndefined()
      if (type !== 'any') expect(itemOf(entity, { ...record, [name]: [] })).toBeUndefined()
    }
  })

  it('is read as by ElectroDB, and nothing else is', () => {
    expect(recordOf(entity, item)).toEqual(entity.parse({ Item: item }).data)
    expect(recordOf(entity, { ...item, __edb_e__: 'other' })).toBeNull()
    expect(recordOf(entity, { ...item, __edb_v__: '2' })).toBeNull()
  })

  it('has the keys and queries of ElectroDB in each index', () => {
    const { byAccessPattern } = createConversions(entity)
    type Key = { field: string; composite: string[] }
    for (const [index, { pk, sk }] of Object.entries<{ pk: Key; sk?: Key }>(entity.schema.indexes)) {
      expect(keysIn(entity, index, record)).toEqual(
        byAccessPattern[index]?.fromComposite.toKeys(record as never),
      )
      const partition = pick(record, pk.composite)
      const input = (query: Query, options: object) => {
        const { TableName: _, ...rest } = query.params({ table: 'any', ...options })
        return rest
      }
      const all = (of: Values) => entity.query[index]?.(of as never) as unknown as Query
      expect(queryIn(entity, index, partition, {})).toEqual(input(all(partition), {}))
      // Each after one that differs in one option: what is prepared for one must not be used for another.
      for (const options of [{ order: 'desc' }, { order: 'desc', consistent: true }, { consistent: true }]) {
        expect(queryIn(entity, index, partition, options as Range)).toEqual(input(all(partition), options))
      }
      expect(partitionKeyIn(entity, index, partition)).toBe(keysIn(entity, index, record)[pk.field])
      const [first] = sk?.composite ?? []
      if (first === undefined || pk.composite.includes(first)) continue
      const bounds = [pick(record, [first]), { [first]: record[first] === 7 ? 12 : 'z' }] as const
      expect(queryIn(entity, index, partition, { between: bounds })).toEqual(
        input(all(partition).between(...bounds), {}),
      )
    }
  })

  it('throws without an attribute of a key', () => {
    const { composite } = entity.schema.indexes.record.pk
    for (const name of composite) {
      const rest = { ...record, [name]: undefined }
      expect(() => keysIn(entity, 'record', rest)).toThrow('lacks an attribute')
      expect(() => queryIn(entity, 'record', rest, {})).toThrow('lacks an attribute')
    }
  })
})

describe('puts', () => {
  const entity = entities.goalRow
  const record = recordFor(entity) as GoalRowRecord
  const options = { table: 'table' }

  it('are those of ElectroDB', () => {
    expect(putRecord(entity, record).params(options)).toEqual(entity.put(record).params(options))
    expect(createRecord(entity, record).params(options)).toEqual(entity.create(record).params(options))
  })

  it('require the stored version', () => {
    const { ConditionExpression, ExpressionAttributeValues, ...rest } = entity
      .put(record)
      .where(({ version }, { eq }) => eq(version, 4))
      .params<Values>(options)
    expect(ConditionExpression).toBe('#version = :version0')
    expect(ExpressionAttributeValues).toEqual({ ':version0': 4 })
    expect(replaceRecord(entity, record, { version: 4 }).params(options)).toEqual({
      ...rest,
      ConditionExpression: '#version = :version',
      ExpressionAttributeValues: { ':version': 4 },
    })
  })

  it('throw if an attribute is missing, as those of ElectroDB', () => {
    expect(() => createRecord(entity, { ...record, version: undefined as never })).toThrow(
      'Value is required',
    )
  })
})
