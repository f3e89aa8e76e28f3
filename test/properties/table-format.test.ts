/**
 * The table's format is that of ElectroDB, which wrote the data of version 0.1: every entity is compared with ElectroDB's
 * own for the same declaration.
 */
import { createDatabase } from '@cairn/domain/database/client'
import { entities, entityNames } from '@cairn/domain/table/entities'
import type { Entity } from '@cairn/domain/table/entity/declaration'
import type { Where } from '@cairn/domain/table/entity/expression'
import { type Item, toItem, toRecord } from '@cairn/domain/table/entity/item'
import { keyOfRecord } from '@cairn/domain/table/entity/keys'
import { type QueryOptions, queryParameters } from '@cairn/domain/table/entity/query'
import {
  type Changes,
  checkRecord,
  createRecord,
  deleteRecord,
  putRecord,
  removeRecord,
  requireRecord,
  updateRecord,
  upsertRecord,
} from '@cairn/domain/table/entity/writes'
import { goalEntity } from '@cairn/domain/table/layout-1/goal'
import { goalLabelAssignmentEntity } from '@cairn/domain/table/layout-1/goal-label-assignment'
import { goalUpdateEntity } from '@cairn/domain/table/layout-1/goal-update'
import { goalUpdateKeyEntity } from '@cairn/domain/table/layout-1/goal-update-key'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { electroEntity, resolved, tableName } from './support/electrodb.ts'
import { runs } from './support/seed.ts'

const database = createDatabase({
  tableName,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})

const declared: Record<string, Entity> = {
  ...Object.fromEntries(entityNames.map((name) => [name, entities[name]])),
  'goal of layout 1': goalEntity,
  'goalUpdate of layout 1': goalUpdateEntity,
  'goalUpdateKey of layout 1': goalUpdateKeyEntity,
  'goalLabelAssignment of layout 1': goalLabelAssignmentEntity,
}

/** Values that a key could spoil: upper case, separators, characters beyond ASCII. */
const text = fc.oneof(
  fc.constantFrom('pending', 'Text É#x', '#', '$cairn#', '0', 'İ', 'ß', 'z_1'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
)
const structure = fc.constantFrom<unknown>({ nested: ['value'] }, ['a', 'B'], {}, [])

function arbitraryOf({ attributes }: Entity, name: string): fc.Arbitrary<unknown> {
  const type = attributes[name]?.type
  if (type === 'string') return text
  return type === 'number' ? fc.nat() : structure
}

/** Records with all required attributes and some of the others. */
function recordsOf(entity: Entity): fc.Arbitrary<Item> {
  return fc.record(
    Object.fromEntries(
      Object.entries(entity.attributes).map(([name, { required }]) => {
        const value = arbitraryOf(entity, name)
        return [name, required ? value : fc.option(value, { nil: undefined })]
      }),
    ),
  )
}

const namesIn = ({ indexes }: Entity, index: string): string[] => {
  const { pk, sk } = indexes[index] ?? indexes.record
  return [...pk.composite, ...sk.composite]
}

function pick(record: Item, names: readonly string[]): Item {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}

/** Whether an attribute is part of a key. */
function isInKey(entity: Entity, name: string): boolean {
  return Object.keys(entity.indexes).some((index) => namesIn(entity, index).includes(name))
}

/** Updates of attributes outside of keys, and of all attributes of some indexes. */
function changesOf(entity: Entity): fc.Arbitrary<Changes<Entity>> {
  const all = Object.keys(entity.attributes)
  const free = all.filter((name) => !isInKey(entity, name))
  const key = namesIn(entity, 'record')
  const indexes = Object.keys(entity.indexes).filter((index) => index !== 'record')
  const onlyIn = (index: string) => entity.indexes[index]?.only?.attribute
  return fc
    .record({
      values: recordsOf(entity),
      set: fc.subarray(free),
      indexes: fc.subarray(indexes),
      rest: fc.infiniteStream(fc.boolean()),
    })
    .map(({ values: some, set, indexes: moved, rest }) => {
      // A move into or out of a sparse index says which.
      const says = indexes.map(onlyIn).filter((name) => name !== undefined)
      const values = { ...some, ...Object.fromEntries(says.map((name) => [name, some[name] ?? 'pending'])) }
      const attributesIn = (index: string) => [...namesIn(entity, index), onlyIn(index) ?? '']
      // Indexes that share an attribute move together.
      const together = indexes.filter((index) =>
        moved.some((one) =>
          attributesIn(one).some((name) => !key.includes(name) && attributesIn(index).includes(name)),
        ),
      )
      const inIndexes = together.flatMap(attributesIn)
      const conditions = indexes.map(onlyIn)
      const names = [...set.filter((name) => !conditions.includes(name)), ...inIndexes]
      const changed = all.filter((name) => names.includes(name) && !key.includes(name))
      const unchanged = free.filter((name) => !changed.includes(name) && !conditions.includes(name))
      const chosen = unchanged.filter(() => rest.next().value)
      const isNumber = (name: string) => entity.attributes[name]?.type === 'number'
      return {
        set: pick(values, changed),
        add: pick(
          values,
          chosen.filter((name) => isNumber(name) && values[name] !== undefined),
        ),
        remove: chosen.filter((name) => !isNumber(name) && !entity.attributes[name]?.required),
      } as Changes<Entity>
    })
}

const operators = ['eq', 'gt', 'lte', 'notExists'] as const

/** Conditions with every operator, joined by AND and OR. */
function conditionsOf(entity: Entity): fc.Arbitrary<Where<Entity>> {
  const part = fc.constantFrom(...Object.keys(entity.attributes)).chain((name) =>
    fc.record({
      name: fc.constant(name),
      operator: fc.constantFrom(...operators),
      value: arbitraryOf(entity, name),
    }),
  )
  return fc.tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom(' AND ', ' OR ')).map(
    ([parts, joint]): Where<Entity> =>
      (attributes, by) =>
        parts
          .map(({ name, operator, value }) => {
            const operand = attributes[name] ?? expect.unreachable()
            return operator === 'notExists' ? by.notExists(operand) : by[operator]<unknown>(operand, value)
          })
          .join(joint),
  )
}

/** We put a condition in parentheses where it is joined with that of the record's existence. */
const inParentheses =
  (where: Where<Entity>): Where<Entity> =>
  (attributes, by) =>
    `(${where(attributes, by)})`

describe.each(Object.entries(declared))('%s', (_, entity) => {
  const electro = electroEntity(entity)
  const records = recordsOf(entity)
  const conditions = conditionsOf(entity)
  const keyIn = (record: Item) => pick(record, namesIn(entity, 'record'))

  it('has the same items, puts and creates', () => {
    fc.assert(
      fc.property(records, conditions, (record, where) => {
        expect(resolved(putRecord(database, entity, record).Put)).toEqual(
          resolved(electro.put(record).params()),
        )
        expect(resolved(putRecord(database, entity, record, where).Put)).toEqual(
          resolved(electro.put(record).where(where).params()),
        )
        expect(resolved(createRecord(database, entity, record).Put)).toEqual(
          resolved(electro.create(record).params()),
        )
      }),
      runs(60),
    )
  })

  it('reads the same records', () => {
    fc.assert(
      fc.property(records, (record) => {
        const item = JSON.parse(JSON.stringify(toItem(entity, record)))
        expect(toRecord(entity, item)).toEqual(electro.parse({ Item: item }).data)
        expect(toRecord(entity, { ...item, __edb_e__: 'another' })).toBeNull()
      }),
      runs(60),
    )
  })

  it('has the same keys, deletes and checks', () => {
    fc.assert(
      fc.property(records, conditions, (record, where) => {
        const key = keyIn(record)
        expect(keyOfRecord(entity, key)).toEqual(electro.get(key).params().Key)
        expect(resolved(deleteRecord(database, entity, key).Delete)).toEqual(
          resolved(electro.delete(key).params()),
        )
        expect(resolved(checkRecord(database, entity, key, where).ConditionCheck)).toEqual(
          resolved(electro.delete(key).where(where).params()),
        )
        expect(resolved(removeRecord(database, entity, key).Delete)).toEqual(
          resolved(electro.remove(key).params()),
        )
        const removed = resolved(electro.remove(key).where(inParentheses(where)).params())
        expect(resolved(removeRecord(database, entity, key, where).Delete)).toEqual(removed)
        expect(resolved(requireRecord(database, entity, key, where).ConditionCheck)).toEqual(removed)
      }),
      runs(60),
    )
  })

  it('has the same updates', () => {
    fc.assert(
      fc.property(records, changesOf(entity), conditions, (record, changes, where) => {
        const key = keyIn(record)
        const { set = {}, add = {}, remove = [] } = changes
        const patch = () => electro.patch(key).set(set).add(add).remove(remove)
        expect(resolved(updateRecord(database, entity, key, changes).Update)).toEqual(
          resolved(patch().params()),
        )
        expect(resolved(updateRecord(database, entity, key, { ...changes, where }).Update)).toEqual(
          resolved(patch().where(inParentheses(where)).params()),
        )
        expect(resolved(upsertRecord(database, entity, key, changes).Update)).toEqual(
          resolved(electro.update(key).set(set).add(add).remove(remove).params()),
        )
      }),
      runs(60),
    )
  })

  it.each(Object.keys(entity.indexes))('has the same queries of %s', (index) => {
    const { pk, sk } = entity.indexes[index] ?? entity.indexes.record
    const [sort] = sk.template === undefined ? sk.composite : []
    const options = fc.record({
      order: fc.constantFrom('asc' as const, 'desc' as const),
      limit: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
      consistent: index === 'record' ? fc.boolean() : fc.constant(false),
    })
    fc.assert(
      fc.property(records, records, options, fc.option(conditions), (from, to, { limit, ...rest }, where) => {
        const some = { ...rest, ...(limit !== undefined && { limit }) }
        const partition = pick(from, pk.composite)
        const own = (more: QueryOptions<Entity, 'record'> = {}) =>
          resolved(queryParameters(database, entity, index as 'record', partition, { ...some, ...more }))
        const query = () => electro.query[index]?.(partition) ?? expect.unreachable()
        expect(own()).toEqual(resolved(query().params(some)))
        if (where) expect(own({ where })).toEqual(resolved(query().where(where).params(some)))
        if (sort === undefined) return
        const [first, last] = [pick(from, [sort]), pick(to, [sort])]
        expect(own({ between: [first, last] })).toEqual(resolved(query().between(first, last).params(some)))
      }),
      runs(60),
    )
  })
})

it('sets and removes the same entries of a map', () => {
  const entity = entities.goalLabelDirectory
  // ElectroDB takes it for the removal of a required attribute.
  const electro = electroEntity({ ...entity, attributes: { ...entity.attributes, labels: { type: 'any' } } })
  fc.assert(
    fc.property(fc.uuid(), fc.option(text, { nil: undefined }), (labelId, entry) => {
      const changed = electro.patch({ organizationId: 'acme' }).data(({ labels = {} }, { set, remove }) => {
        if (entry === undefined) remove?.(labels[labelId])
        else set?.(labels[labelId], entry)
      })
      const entries = { labels: { [labelId]: entry } }
      const { Update } = updateRecord(database, entity, { organizationId: 'acme' }, { entries })
      expect(resolved(Update)).toEqual(resolved(changed.params()))
    }),
    runs(60),
  )
})
