/** Consumed capacity by the rules of "DynamoDB read and write operations", Amazon DynamoDB Developer Guide. */
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { Table } from '../storage/store.ts'
import type { IndexDefinition, TableDefinition } from '../tables/definition.ts'
import { isIndexed, keyBytesOf } from '../tables/keys.ts'
import { isEqual } from '../values/compare.ts'
import { itemSize } from '../values/size.ts'
import type { Item } from '../values/value.ts'
import { requireOneOf } from './call.ts'

const readUnitBytes = 4096
const writeUnitBytes = 1024

/** Returns the units of a transaction. Writes to and checks of a table count twice; index writes follow later, and count once. */
export const transactionFactor = 2

export type CapacityDetail = 'NONE' | 'TOTAL' | 'INDEXES' | undefined

export function capacityDetailOf(value: unknown): CapacityDetail {
  requireOneOf('ReturnConsumedCapacity', value, ['INDEXES', 'TOTAL', 'NONE'])
  return value as CapacityDetail
}

/** Units of one table and its indexes. */
export type Units = { table: number; indexes: Map<string, number> }

export const noUnits = (): Units => ({ table: 0, indexes: new Map() })

export function readUnits(bytes: number, isConsistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / readUnitBytes)) * (isConsistent ? 1 : 0.5)
}

/** @param sizes  Of the items before and after, undefined if there is none. */
function unitsOfSizes(...sizes: (number | undefined)[]): number {
  return Math.max(1, ...sizes.map((size = 0) => Math.ceil(size / writeUnitBytes)))
}

/** The units of a write of one item; undefined stands for no item. */
export function addWriteUnits(
  units: Units,
  { indexes }: Pick<TableDefinition, 'indexes'>,
  before: Item | undefined,
  after: Item | undefined,
  tableFactor = 1,
): void {
  const [sizeBefore, sizeAfter] = [before && itemSize(before), after && itemSize(after)]
  units.table += tableFactor * unitsOfSizes(sizeBefore, sizeAfter)
  for (const index of indexes) {
    const taken = indexUnits(index, before, after, sizeBefore, sizeAfter)
    if (taken > 0) units.indexes.set(index.name, (units.indexes.get(index.name) ?? 0) + taken)
  }
}

/** A changed key takes two writes of an index: one deletes, one puts. */
function indexUnits(
  index: IndexDefinition,
  before: Item | undefined,
  after: Item | undefined,
  sizeBefore: number | undefined,
  sizeAfter: number | undefined,
): number {
  const wasIn = before !== undefined && isIndexed(index, before)
  const isIn = after !== undefined && isIndexed(index, after)
  if (!wasIn && !isIn) return 0
  if (!wasIn || !isIn) return unitsOfSizes(wasIn ? sizeBefore : sizeAfter)
  const [old, now] = [keyBytesOf(index, before), keyBytesOf(index, after)]
  const hasSameKey = Buffer.compare(old.hash, now.hash) === 0 && Buffer.compare(old.range, now.range) === 0
  if (!hasSameKey) return unitsOfSizes(sizeBefore) + unitsOfSizes(sizeAfter)
  return isEqual(before, after) ? 0 : unitsOfSizes(sizeBefore, sizeAfter)
}

/**
 * In the form of the API.
 * @param kind  Of a transaction's units, which are told under this name too.
 */
export function consumedCapacity(
  table: Table,
  units: Units,
  detail: CapacityDetail,
  kind?: 'ReadCapacityUnits' | 'WriteCapacityUnits',
): ConsumedCapacity {
  const capacity = (CapacityUnits: number) => ({ CapacityUnits, ...(kind && { [kind]: CapacityUnits }) })
  const total = [...units.indexes.values()].reduce((sum, some) => sum + some, units.table)
  const consumed = { TableName: table.definition.name, ...capacity(total) }
  if (detail !== 'INDEXES') return consumed
  const indexes = [...units.indexes].map(([name, some]) => [name, capacity(some)])
  return {
    ...consumed,
    Table: capacity(units.table),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: Object.fromEntries(indexes) }),
  }
}
