/** The context of every operation: the engine, the form of the caller's values, and checks of parameters. */
import { notSupported, tableNotFound, validationError } from '../errors.ts'
import { Bindings } from '../expressions/bindings.ts'
import type { Projection } from '../expressions/projection.ts'
import type { GroupCommit } from '../storage/group-commit.ts'
import type { StoredRecord } from '../storage/record-cache.ts'
import type { Store, Table } from '../storage/store.ts'
import { requireTableName } from '../tables/definition.ts'
import { itemFromAttributes, toAttributes } from '../values/attribute-value.ts'
import { itemFromNative, itemToNative, type MarshallOptions } from '../values/native-value.ts'
import type { Item } from '../values/value.ts'

export type Engine = {
  readonly store: Store
  readonly commits: GroupCommit
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/** Between the items of a client and the engine's. */
export type Codec = {
  itemFrom(item: object): Item
  itemTo(item: Item): object
  /**
   * The part of a record that a reader receives, which may be frozen and shared.
   * @param project  Takes the wanted attributes out of it; all if it is undefined.
   */
  recordTo(record: StoredRecord, project?: Projection): object
}

/** Of `DynamoDBClient`: `{ S: 'text' }`. */
export const attributeCodec: Codec = {
  itemFrom: itemFromAttributes,
  itemTo: toAttributes,
  recordTo: ({ item }, project) => toAttributes(project ? project(item) : item),
}

/** Of `DynamoDBDocumentClient`: JavaScript's own values. */
export function nativeCodec(options: MarshallOptions): Codec {
  return {
    itemFrom: (item) => itemFromNative(item, options),
    itemTo: itemToNative,
    recordTo: ({ item, isPlain }, project) => {
      const wanted = project ? project(item) : item
      return isPlain ? wanted : itemToNative(wanted)
    },
  }
}

export type Call = {
  readonly engine: Engine
  readonly codec: Codec
  readonly signal: AbortSignal | undefined
}

/** @throws ValidationException if the request has a parameter that the operation does not know. */
export function requireKnown(where: string, input: object, known: readonly string[]): void {
  for (const name in input) {
    if (!known.includes(name) && (input as Record<string, unknown>)[name] !== undefined) {
      throw notSupported(`the parameter ${name} of ${where}`)
    }
  }
}

/** @throws ValidationException if a parameter has a value that DynamoDB does not know. */
export function requireOneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value as string)) return
  throw validationError(
    `1 validation error detected: Value '${value}' at '${name[0]?.toLowerCase()}${name.slice(1)}' failed to satisfy constraint: Member must satisfy enum value set: [${allowed.join(', ')}]`,
  )
}

/** @throws ResourceNotFoundException */
export function tableOf({ store }: Engine, tableName: unknown): Table {
  const table = store.tables.get(requireTableName(tableName))
  if (table === undefined) throw tableNotFound()
  return table
}

/** The placeholders of a request. */
export type Placeholders = {
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: object | undefined
}

export function bindingsOf(
  { ExpressionAttributeNames: names, ExpressionAttributeValues: values }: Placeholders,
  codec: Codec,
): Bindings {
  return new Bindings(names, values && codec.itemFrom(values))
}

/** @throws ValidationException if the parameter is missing. */
export function required<T>(name: string, value: T | undefined | null): T {
  if (value !== undefined && value !== null) return value
  throw validationError(
    `1 validation error detected: Value null at '${name[0]?.toLowerCase()}${name.slice(1)}' failed to satisfy constraint: Member must not be null`,
  )
}
