/**
 * Writes of records, as items of a transaction. The inner object is also the input of the SDK's command of the same name
 * (`PutCommand`).
 */
import type { Database } from '../../database/client.ts'
import type { Entity, KeyOf, OptionalName, RecordOf } from './declaration.ts'
import { ExpressionParameters, type Where } from './expression.ts'
import { type Item, ownerOf, toItem } from './item.ts'
import { keyOfRecord, keysOfIndex, type RecordKey, wholeKey } from './keys.ts'

type Conditional = {
  TableName: string
  ConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Item
}
type Put = Conditional & { Item: Item }
type Update = Conditional & { Key: RecordKey; UpdateExpression: string }
type Delete = Conditional & { Key: RecordKey }

/** Whether a write requires its record to exist. */
const exists = 'attribute_exists(#pk) AND attribute_exists(#sk)'
const notExists = 'attribute_not_exists(#pk) AND attribute_not_exists(#sk)'

/** Writes a record, whether or not it exists, if the stored one satisfies the condition. */
export function putRecord<E extends Entity>(
  { tableName }: Database,
  entity: E,
  record: RecordOf<E>,
  where?: Where<E>,
): { Put: Put } {
  const Item = toItem(entity, record)
  return { Put: { TableName: tableName, Item, ...conditionOf(entity, undefined, where) } }
}

/** Writes a record. Fails if it exists. */
export function createRecord<E extends Entity>(
  { tableName }: Database,
  entity: E,
  record: RecordOf<E>,
): { Put: Put } {
  const Item = toItem(entity, record)
  return { Put: { TableName: tableName, Item, ...conditionOf(entity, notExists) } }
}

/** Deletes a record. Fails if it does not exist or does not satisfy the condition. */
export function removeRecord<E extends Entity>(
  { tableName }: Database,
  entity: E,
  key: KeyOf<E>,
  where?: Where<E>,
): { Delete: Delete } {
  const Key = keyOfRecord(entity, key)
  return { Delete: { TableName: tableName, Key, ...conditionOf(entity, exists, where) } }
}

/** Deletes a record, whether or not it exists. */
export function deleteRecord<E extends Entity>(
  { tableName }: Database,
  entity: E,
  key: KeyOf<E>,
): { Delete: Delete } {
  return { Delete: { TableName: tableName, Key: keyOfRecord(entity, key) } }
}

/** Writes nothing. Fails if the record does not exist or does not satisfy the condition. */
export function requireRecord<E extends Entity>(
  { tableName }: Database,
  entity: E,
  key: KeyOf<E>,
  where?: Where<E>,
): { ConditionCheck: Delete } {
  const Key = keyOfRecord(entity, key)
  return { ConditionCheck: { TableName: tableName, Key, ...conditionOf(entity, exists, where) } }
}

/** Writes nothing. Fails if the record, or its absence, does not satisfy the condition. */
export function checkRecord<E extends Entity>(
  { tableName }: Database,
  entity: E,
  key: KeyOf<E>,
  where: Where<E>,
): { ConditionCheck: Delete } {
  const Key = keyOfRecord(entity, key)
  return { ConditionCheck: { TableName: tableName, Key, ...conditionOf(entity, undefined, where) } }
}

function conditionOf<E extends Entity>(entity: E, existence: string | undefined, where?: Where<E>) {
  const parameters = new ExpressionParameters()
  const condition = conditionIn(parameters, entity, existence, where)
  return condition === undefined ? {} : { ConditionExpression: condition, ...parameters.toInput() }
}

function conditionIn<E extends Entity>(
  parameters: ExpressionParameters,
  entity: E,
  existence: string | undefined,
  where?: Where<E>,
): string | undefined {
  const condition = where && parameters.condition(entity, where)
  if (existence === undefined) return condition
  parameters.name('pk')
  parameters.name('sk')
  return condition === undefined ? existence : `${existence} AND (${condition})`
}

type Values<E extends Entity> = Omit<RecordOf<E>, keyof KeyOf<E>>

type NamesOf<R, T> = { [N in keyof R]-?: NonNullable<R[N]> extends T ? N : never }[keyof R]

/** What an update changes. */
export type Changes<E extends Entity> = {
  /** New values. Undefined ones do not change. */
  set?: Partial<Values<E>>
  /** Numbers to add. An absent attribute counts as 0. */
  add?: { [N in NamesOf<Values<E>, number>]?: number }
  remove?: readonly OptionalName<E>[]
  /** Entries of attributes that are maps: new values, or undefined to remove the entry. */
  entries?: {
    [N in NamesOf<Values<E>, Record<string, string>>]?: Readonly<Record<string, string | undefined>>
  }
  where?: Where<E>
}

/**
 * Changes some attributes of a record, with the keys of indexes that contain them. Fails if the record does not exist or does
 * not satisfy the condition.
 * @throws if it cannot know the key of an index: another attribute of it is not set, or one is added to.
 */
export function updateRecord<E extends Entity>(
  database: Database,
  entity: E,
  key: KeyOf<E>,
  changes: Changes<E>,
): { Update: Update } {
  return { Update: updateOf(database, entity, key, changes, exists) }
}

/** Like `updateRecord`, but creates a record that does not exist. */
export function upsertRecord<E extends Entity>(
  database: Database,
  entity: E,
  key: KeyOf<E>,
  changes: Changes<E>,
): { Update: Update } {
  return { Update: updateOf(database, entity, key, changes, undefined) }
}

function updateOf<E extends Entity>(
  { tableName }: Database,
  entity: E,
  key: KeyOf<E>,
  { set = {}, add = {}, remove = [], entries = {}, where }: Changes<E>,
  existence: string | undefined,
): Update {
  const parameters = new ExpressionParameters()
  const fieldOf = new Map(entity.fields.map(({ name, field }) => [name, field]))
  const nameOf = (attribute: string) => parameters.name(attribute, fieldOf.get(attribute) ?? attribute)
  const values = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  const keys = changedKeys(entity, key, values, Object.keys(add))
  const written = { ...values, ...keys.set, ...keyAttributes(entity, key), ...ownerOf(entity) }
  const sets = Object.entries(written).map(([name, value]) => `${nameOf(name)} = ${parameters.value(value)}`)
  const removes = [...remove, ...keys.remove].map(nameOf)
  const adds = Object.entries(add).map(([name, value]) => `${nameOf(name)} ${parameters.value(value)}`)
  for (const [name, changed] of Object.entries<Readonly<Record<string, unknown>> | undefined>(entries)) {
    for (const [index, [entry, value]] of Object.entries(changed ?? {}).entries()) {
      const path = `${nameOf(name)}.${parameters.name(`${name}${index}`, entry)}`
      if (value === undefined) removes.push(path)
      else sets.push(`${path} = ${parameters.value(value)}`)
    }
  }
  const condition = conditionIn(parameters, entity, existence, where)
  return {
    TableName: tableName,
    Key: keyOfRecord(entity, key),
    UpdateExpression: [
      `SET ${sets.join(', ')}`,
      ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
      ...(adds.length > 0 ? [`ADD ${adds.join(', ')}`] : []),
    ].join(' '),
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...parameters.toInput(),
  }
}

function keyAttributes({ keys }: Entity, key: Item): Item {
  const { pk, sk } = keysOfIndex(keys, 'record')
  return Object.fromEntries([...pk.composite, ...sk.composite].map((name) => [name, key[name]]))
}

/** The keys of indexes that an update sets and removes. */
function changedKeys(
  { keys }: Entity,
  key: Item,
  values: Item,
  added: readonly string[],
): { set: Item; remove: string[] } {
  const known = { ...key, ...values }
  const set: Item = {}
  const remove: string[] = []
  for (const name of added) {
    const isInKey = Object.values(keys).some(({ pk, sk }) =>
      [...pk.composite, ...sk.composite].includes(name),
    )
    if (isInKey) throw new Error(`Keys contain ${name}.`)
  }
  const { record: _, ...indexes } = keys
  for (const { pk, sk, only } of Object.values(indexes)) {
    const changed = [pk, sk].filter(({ composite }) => composite.some((name) => name in values))
    if (only === undefined) {
      for (const one of changed) set[one.field] = wholeKey(one, known)
    } else if (only.attribute in values) {
      if (values[only.attribute] !== only.value) remove.push(pk.field, sk.field)
      else for (const one of [pk, sk]) set[one.field] = wholeKey(one, known)
    } else if (changed.length > 0) {
      throw new Error(`A sparse index needs ${only.attribute}.`)
    }
  }
  return { set, remove }
}
