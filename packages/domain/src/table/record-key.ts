import type { RecordKey } from '../database/read-record.ts'
import type { AnyEntity } from './to-record.ts'

/** An attribute of the record in a key, and how short values are filled up. */
type Part = { attribute: string; padding: { length: number; char: string } | undefined }

/** A key: fixed text and attributes, one after the other. */
type Key = { segments: (string | Part)[]; isLowerCase: boolean }

const keysByEntity = new WeakMap<AnyEntity, { pk: Key; sk: Key }>()

/**
 * Returns the table's key of a record: `$cairn#<name>_<value>…` and `$<entity>_1#<name>_<value>…` in lower case, or what the
 * entity's templates say. It equals ElectroDB's own, which takes six times as long, for three to five keys of every request.
 * @throws if an attribute of the key is missing.
 */
export function recordKeyOf(entity: AnyEntity, record: Record<string, unknown>): RecordKey {
  const { pk, sk } = keysOf(entity)
  return { pk: textOf(pk, record), sk: textOf(sk, record) }
}

function textOf({ segments, isLowerCase }: Key, record: Record<string, unknown>): string {
  let key = ''
  for (const segment of segments) {
    if (typeof segment === 'string') {
      key += segment
      continue
    }
    const { attribute, padding } = segment
    const value = record[attribute]
    if (value === undefined) throw new Error(`A key needs ${attribute}.`)
    const text = String(value)
    key += padding ? text.padStart(padding.length, padding.char) : text
  }
  return isLowerCase ? key.toLowerCase() : key
}

/** How an entity declares a key. */
type Declared = { composite: readonly string[]; template?: string; casing?: string }

function keysOf(entity: AnyEntity): { pk: Key; sk: Key } {
  let keys = keysByEntity.get(entity)
  if (keys === undefined) {
    const { model, attributes, indexes } = entity.schema
    const { pk, sk, collection } = indexes.record as { pk: Declared; sk: Declared; collection?: string }
    const partOf = (attribute: string): Part => ({
      attribute,
      padding: (attributes[attribute] as { padding?: Part['padding'] }).padding,
    })
    const keyOf = ({ composite, template, casing }: Declared, prefix: string): Key => ({
      segments:
        template === undefined
          ? [prefix, ...composite.flatMap((attribute) => [`#${attribute}_`, partOf(attribute)])]
          : segmentsOf(template, partOf),
      isLowerCase: casing !== 'none',
    })
    keys = {
      pk: keyOf(pk, `$${model.service}`),
      sk: keyOf(sk, `$${collection ? `${collection}#` : ''}${model.entity}_${model.version}`),
    }
    keysByEntity.set(entity, keys)
  }
  return keys
}

/** The segments of a template: `g#${goalKey}`. Every second part of a split by a pattern with a group is an attribute. */
function segmentsOf(template: string, partOf: (attribute: string) => Part): (string | Part)[] {
  return template
    .split(/\$\{(\w+)\}/)
    .map((text, index) => (index % 2 === 1 ? partOf(text) : text))
    .filter((segment) => segment !== '')
}
