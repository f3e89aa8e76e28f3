import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../database/client.ts'
import { conversionsOf } from './conversions.ts'
import { entities, entityNames } from './entities.ts'
import { recordKeyOf } from './record-key.ts'
import type { AnyEntity } from './to-record.ts'

const database = createDatabase({
  tableName: 'cairn',
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})

type Conversions = { byAccessPattern: { record: { fromComposite: { toKeys(key: object): object } } } }

describe.each(entityNames)('the key of %s', (name) => {
  const entity = (entities[name] as (of: Database) => unknown)(database) as AnyEntity
  const { attributes, indexes } = entity.schema
  const names: string[] = [...indexes.record.pk.composite, ...indexes.record.sk.composite]
  const isNumber = (attribute: string) => (attributes[attribute] as { type: unknown }).type === 'number'
  const { record } = (conversionsOf(entity) as unknown as Conversions).byAccessPattern

  it("equals ElectroDB's own", () => {
    const value = (attribute: string) =>
      isNumber(attribute) ? fc.nat() : fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
    const keys = fc.record(Object.fromEntries(names.map((attribute) => [attribute, value(attribute)])))
    fc.assert(
      fc.property(keys, (key) => {
        expect(recordKeyOf(entity, key)).toEqual(record.fromComposite.toKeys(key))
      }),
    )
  })

  it.each(names)('needs %s', (missing) => {
    const key = Object.fromEntries(names.filter((attribute) => attribute !== missing).map((a) => [a, 'x']))
    expect(() => recordKeyOf(entity, key)).toThrow(`A key needs ${missing}.`)
  })
})
