import { Entity } from 'electrodb'
import { expect, it } from 'vitest'
import type { AnyEntity, Operation } from './entity.ts'
import { lazyEntity } from './lazy-entity.ts'

const schema = {
  model: { entity: 'parcel', version: '1', service: 'cairn' },
  attributes: { parcelId: { type: 'string', required: true } },
  indexes: { record: { pk: { field: 'pk', composite: ['parcelId'] }, sk: { field: 'sk', composite: [] } } },
} as const

it('creates the entity once, when a property is first read', () => {
  let read = 0
  const entity = lazyEntity({
    ...schema,
    get indexes() {
      read++
      return schema.indexes
    },
  })
  expect(read).toBe(0)
  expect(entity.schema.model.entity).toBe('parcel')
  const readByCreation = read
  expect(readByCreation).toBeGreaterThan(0)
  entity.put({ parcelId: 'a' })
  expect(read).toBe(readByCreation)
})

it('prepares the same calls as the entity itself', () => {
  const record = { parcelId: 'a' }
  const callsOf = (entity: AnyEntity) => {
    const calls: Operation[] = [
      entity.put(record),
      entity.create(record),
      entity.delete(record),
      (entity.query.record as (partition: object) => Operation)(record),
    ]
    return calls.map((call) => call.params({ table: 'table' }))
  }
  expect(callsOf(lazyEntity(schema))).toEqual(callsOf(new Entity(schema)))
})
