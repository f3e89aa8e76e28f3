import type { RecordKey } from '../database/read-record.ts'
import type { AnyEntity } from './to-record.ts'

/** A part of a key: an attribute of the record, and how short values are filled up. */
type Part = { attribute: string; padding: { length: number; char: string } | undefined }

type KeyParts = { pkPrefix: string; pk: Part[]; skPrefix: string; sk: Part[] }

const partsByEntity = new WeakMap<AnyEntity, KeyParts>()

/**
 * Returns the table's key of a record: `$cairn#<name>_<value>…` and `$<entity>_1#<name>_<value>…`, in lower case. It equals
 * ElectroDB's own, which takes six times as long, for three to five keys of every request.
 * @throws if an attribute of the key is missing.
 */
export function recordKeyOf(entity: AnyEntity, record: Record<string, unknown>): RecordKey {
  const { pkPrefix, pk, skPrefix, sk } = keyPartsOf(entity)
  return { pk: textOf(pkPrefix, pk, record), sk: textOf(skPrefix, sk, record) }
}

function textOf(prefix: string, parts: readonly Part[], record: Record<string, unknown>): string {
  let key = prefix
  for (const { attribute, padding } of parts) {
    const value = record[attribute]
    if (value === undefined) throw new Error(`A key needs ${attribute}.`)
    const text = String(value)
    key += `#${attribute}_${padding ? text.padStart(padding.length, padding.char) : text}`
  }
  return key.toLowerCase()
}

function keyPartsOf(entity: AnyEntity): KeyParts {
  let parts = partsByEntity.get(entity)
  if (parts === undefined) {
    const { model, attributes, indexes } = entity.schema
    const partOf = (attribute: string): Part => {
      const { padding } = attributes[attribute] as { padding?: Part['padding'] }
      return { attribute, padding }
    }
    const { pk, sk, collection } = indexes.record
    parts = {
      pkPrefix: `$${model.service}`,
      pk: pk.composite.map(partOf),
      skPrefix: `$${collection ? `${collection}#` : ''}${model.entity}_${model.version}`,
      sk: sk.composite.map(partOf),
    }
    partsByEntity.set(entity, parts)
  }
  return parts
}
