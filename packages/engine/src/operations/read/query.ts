import type { QueryCommandInput } from '@aws-sdk/client-dynamodb'
import { notSupported, validationError } from '../../errors.ts'
import type { Bindings } from '../../expressions/bindings.ts'
import { requireOperands } from '../../expressions/condition.ts'
import { type Bound, type KeyRange, keyRangeOf } from '../../expressions/key-condition.ts'
import { parseConditionText } from '../../expressions/parsing/parse.ts'
import { type Projection, projectionOf } from '../../expressions/projection.ts'
import type { StoredRecord } from '../../storage/record-cache.ts'
import type { After, Table } from '../../storage/store.ts'
import { type IndexDefinition, type KeySchema, keyAttributesOf } from '../../tables/definition.ts'
import { keyBytesOf, keyOf } from '../../tables/keys.ts'
import { attributeOf, type Item, typeOf } from '../../values/value.ts'
import { bindingsOf, type Call, type Codec, required, requireKnown, tableOf } from '../call.ts'
import { type CapacityDetail, capacityDetailOf, consumedCapacity, noUnits, readUnits } from '../capacity.ts'
import { filterOf, type Page, passes, readPage, requireLimit, requireNoKeyInFilter } from './page.ts'

const parameters = [
  'TableName',
  'IndexName',
  'KeyConditionExpression',
  'FilterExpression',
  'ProjectionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'Limit',
  'ScanIndexForward',
  'ConsistentRead',
  'Select',
  'ReturnConsumedCapacity',
]

export function query({ engine, codec }: Call, input: QueryCommandInput): object {
  requireKnown('Query', input, parameters)
  requireLimit(input.Limit)
  const detail = capacityDetailOf(input.ReturnConsumedCapacity)
  const isCount = selectsCount(input)
  const bindings = bindingsOf(input, codec)
  const filter = filterOf(input.FilterExpression, bindings)
  const condition = keyConditionOf(input, bindings)
  const project = projectionOf(input.ProjectionExpression, bindings)
  bindings.requireAllUsed(true)
  const start = input.ExclusiveStartKey && codec.itemFrom(input.ExclusiveStartKey)
  const table = tableOf(engine, input.TableName)
  const index = indexOf(table, input)
  const key: KeySchema = index ?? table.definition.key
  const range = keyRangeOf(condition, key, bindings)
  requireNoKeyInFilter(filter, key, bindings)
  const isForward = input.ScanIndexForward !== false
  const after = start && startOf(table, index, range, start)

  const afterRecord = ({ item }: StoredRecord): After => afterItem(table, index, item)
  const page = readPage(
    (last, limit) =>
      engine.store.range(table, index, range, { after: last ? afterRecord(last) : after, isForward, limit }),
    input.Limit,
    (record) => passes(filter, record, bindings),
  )
  const output = pageOutput(page, { codec, project, isCount })
  if (page.last) {
    const last = {
      ...keyOf(table.definition.key, page.last.item),
      ...(index && keyOf(index, page.last.item)),
    }
    output.LastEvaluatedKey = codec.itemTo(last)
  }
  if (detail === 'TOTAL' || detail === 'INDEXES') {
    const units = readUnits(page.scannedSize, input.ConsistentRead === true)
    output.ConsumedCapacity = capacityOf(table, index, units, detail)
  }
  return output
}

function keyConditionOf({ KeyConditionExpression: text }: QueryCommandInput, bindings: Bindings) {
  if (text === undefined) {
    throw validationError(
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    )
  }
  const condition = bindings.use('KeyConditionExpression', parseConditionText(text, 'KeyConditionExpression'))
  requireOperands(condition, bindings, 'KeyConditionExpression')
  return condition
}

/** @throws ValidationException if `Select` is anything but `COUNT`, or comes with a projection. */
function selectsCount({ Select, ProjectionExpression }: QueryCommandInput): boolean {
  if (Select === undefined) return false
  if (Select !== 'COUNT') throw notSupported(`Select: ${Select}`)
  if (ProjectionExpression !== undefined) {
    throw validationError('Cannot specify the ProjectionExpression when choosing to get COUNT')
  }
  return true
}

function indexOf(
  table: Table,
  { IndexName, ConsistentRead }: QueryCommandInput,
): IndexDefinition | undefined {
  if (IndexName === undefined) return undefined
  const index = table.definition.indexes.find(({ name }) => name === IndexName)
  if (index === undefined) {
    throw validationError(`The table does not have the specified index: ${IndexName}`)
  }
  if (ConsistentRead === true) {
    throw validationError('Consistent reads are not supported on global secondary indexes')
  }
  return index
}

function afterItem(table: Table, index: IndexDefinition | undefined, item: Item): After {
  return { table: keyBytesOf(table.definition.key, item), index: index && keyBytesOf(index, item) }
}

/** @throws ValidationException if the key is not one of the table and index, or lies outside what is queried. */
function startOf(table: Table, index: IndexDefinition | undefined, range: KeyRange, start: Item): After {
  requireStartKey([table.definition.key, ...(index ? [index] : [])], start)
  const after = afterItem(table, index, start)
  const { hash, range: sort } = index ? required('index', after.index) : after.table
  const isInside =
    Buffer.compare(hash, range.hash) === 0 &&
    isWithin(sort, range.lower, 1) &&
    isWithin(sort, range.upper, -1)
  if (!isInside) {
    throw validationError(
      'The provided starting key is outside query boundaries based on provided conditions',
    )
  }
  return after
}

/** @throws ValidationException if the key does not have exactly the attributes of these schemas. */
export function requireStartKey(schemas: readonly KeySchema[], start: Item): void {
  const attributes = new Map(schemas.flatMap(keyAttributesOf).map(({ name, type }) => [name, type]))
  const isRight =
    Object.keys(start).length === attributes.size &&
    [...attributes].every(([name, type]) => {
      const value = attributeOf(start, name)
      return value !== undefined && typeOf(value) === type
    })
  if (!isRight) throw validationError('The provided starting key is invalid')
}

/** @param side  1 for a lower bound, -1 for an upper one. */
function isWithin(bytes: Uint8Array, bound: Bound | undefined, side: 1 | -1): boolean {
  if (bound === undefined) return true
  const order = Buffer.compare(bytes, bound.bytes) * side
  return order > 0 || (order === 0 && bound.isInclusive)
}

export function pageOutput(
  { records, scannedCount }: Page,
  { codec, project, isCount = false }: { codec: Codec; project: Projection | undefined; isCount?: boolean },
): Record<string, unknown> {
  return {
    ...(!isCount && { Items: records.map((record) => codec.recordTo(record, project)) }),
    Count: records.length,
    ScannedCount: scannedCount,
  }
}

function capacityOf(
  table: Table,
  index: IndexDefinition | undefined,
  units: number,
  detail: CapacityDetail,
): object {
  const indexes = new Map(index ? [[index.name, units]] : [])
  return consumedCapacity(table, { ...noUnits(), table: index ? 0 : units, indexes }, detail)
}
