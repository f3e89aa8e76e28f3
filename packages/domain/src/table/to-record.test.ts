import { expect, test } from 'vitest'
import { createDatabase } from '../database/client.ts'
import { entities, entityNames } from './entities.ts'
import { type AnyEntity, type Item, toRecord } from './to-record.ts'

const database = createDatabase({
  tableName: 'cairn',
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})

/** An item with every attribute of an entity, and every key of the table and its indexes. */
function itemOf(entity: AnyEntity): Item {
  const { model, attributes } = entity.schema
  const values: Record<string, unknown> = { string: 'text', number: 7, any: { nested: ['value'] } }
  const names = ['pk', 'sk', ...[1, 2, 3].flatMap((index) => [`gsi${index}pk`, `gsi${index}sk`])]
  return {
    ...Object.fromEntries(names.map((name) => [name, `$cairn#${name}`])),
    ...Object.fromEntries(
      Object.entries(attributes as Record<string, { type: unknown; field?: string }>).map(
        ([name, { type, field = name }]) => [field, values[String(type)] ?? 'text'],
      ),
    ),
    __edb_e__: model.entity,
    __edb_v__: model.version,
  }
}

test.each(entityNames)("returns for %s what ElectroDB's own parse returns", (name) => {
  const entity = entities[name](database) as AnyEntity
  const item = itemOf(entity)
  const record = toRecord(entity, item)
  expect(record).toEqual(entity.parse({ Item: item }).data)
  expect(Object.keys(record ?? {}).length).toBeGreaterThan(1)
})

test("returns null for another entity's item", () => {
  const item = itemOf(entities.goalLabel(database) as AnyEntity)
  expect(toRecord(entities.goalRow(database) as AnyEntity, item)).toBeNull()
  expect(toRecord(entities.goalRow(database) as AnyEntity, { pk: 'a', sk: 'b' })).toBeNull()
})
