import { describe, expect, it } from 'vitest'
import { createDatabase } from '../database/client.ts'
import { goalRowEntity } from './entities/goals/goal-row.ts'
import { entities, entityNames } from './entities.ts'
import { createRecord, putRecord, replaceRecord } from './put-record.ts'
import type { AnyEntity, Item } from './to-record.ts'

const database = createDatabase({
  tableName: 'cairn',
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})

/** A record with the attributes of an entity: all of them, or only the required ones. */
function recordOf(entity: AnyEntity, { isFull }: { isFull: boolean }): Item {
  const values: Record<string, unknown> = { string: 'Text É#x', number: 7, any: { nested: ['value'] } }
  const attributes = Object.entries(
    entity.schema.attributes as Record<string, { type: unknown; required?: boolean }>,
  )
  return Object.fromEntries(
    attributes.map(([name, { type, required }]) => [
      name,
      isFull || required ? (values[String(type)] ?? 'text') : undefined,
    ]),
  )
}

/** Without undefined attributes, which are not stored. */
const stored = (parameters: object) => JSON.parse(JSON.stringify(parameters))

describe.each(entityNames)('the put of %s', (name) => {
  const entity = (entities[name] as (of: typeof database) => unknown)(database) as AnyEntity

  it.each([true, false])("equals ElectroDB's own, with every attribute: %s", (isFull) => {
    const record = recordOf(entity, { isFull })
    const own = (operation: 'put' | 'create') => stored(entity[operation](record).params())
    expect(stored(putRecord(database, () => entity, record))).toEqual({ Put: own('put') })
    expect(stored(createRecord(database, () => entity, record))).toEqual({ Put: own('create') })
  })
})

it("replaces a record under ElectroDB's own condition", () => {
  const entity = goalRowEntity(database)
  const record = { ...recordOf(entity as AnyEntity, { isFull: true }), version: 8 } as never
  const own = entity
    .put(record)
    .where(({ version }, { eq }) => eq(version, 7))
    .params()
  expect(replaceRecord(database, goalRowEntity, record, 7)).toEqual({ Put: own })
})
