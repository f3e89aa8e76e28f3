import type { BatchGetItemCommandInput, KeysAndAttributes } from '@aws-sdk/client-dynamodb'
import { validationError } from '../../errors.ts'
import { type Projection, projectionOf } from '../../expressions/projection.ts'
import type { Table } from '../../storage/store.ts'
import { keyText, requireKey } from '../../tables/keys.ts'
import type { Item } from '../../values/value.ts'
import { bindingsOf, type Call, required, requireKnown, tableOf } from '../call.ts'
import { capacityDetailOf, consumedCapacity, noUnits, readUnits } from '../capacity.ts'

const parameters = ['RequestItems', 'ReturnConsumedCapacity']
const tableParameters = ['Keys', 'ConsistentRead', 'ProjectionExpression', 'ExpressionAttributeNames']

/** "BatchGetItem", API reference: 100 items, 16 MB. */
const maximumKeys = 100
const maximumResponseSize = 16 * 1024 * 1024

type Request = {
  table: Table
  given: KeysAndAttributes
  keys: Item[]
  project: Projection | undefined
}

/** Items come in the order of their keys. What does not fit into the response is left for another call. */
export function batchGetItem(call: Call, input: BatchGetItemCommandInput): object {
  requireKnown('BatchGetItem', input, parameters)
  const { engine, codec } = call
  const detail = capacityDetailOf(input.ReturnConsumedCapacity)
  const requests = requestsOf(call, required('RequestItems', input.RequestItems))

  const responses: Record<string, object[]> = {}
  const unprocessed: Record<string, KeysAndAttributes> = {}
  const capacity = []
  let size = 0
  for (const { table, given, keys, project } of requests) {
    const { name } = table.definition
    const units = noUnits()
    const found: object[] = []
    responses[name] = found
    for (const [index, key] of keys.entries()) {
      const record = engine.store.find(table, key)
      size += record?.size ?? 0
      if (size > maximumResponseSize) {
        unprocessed[name] = { ...given, Keys: given.Keys?.slice(index) }
        break
      }
      units.table += readUnits(record?.size ?? 0, given.ConsistentRead === true)
      if (record) found.push(codec.recordTo(record, project))
    }
    capacity.push(consumedCapacity(table, units, detail))
  }
  const output = { Responses: responses, UnprocessedKeys: unprocessed }
  return detail === 'TOTAL' || detail === 'INDEXES' ? { ...output, ConsumedCapacity: capacity } : output
}

function requestsOf({ engine, codec }: Call, requested: Record<string, KeysAndAttributes>): Request[] {
  const entries = Object.entries(requested)
  const count = entries.reduce((sum, [, { Keys = [] }]) => sum + Keys.length, 0)
  if (entries.length === 0 || entries.some(([, { Keys = [] }]) => Keys.length === 0)) {
    throw validationError(
      "1 validation error detected: Value at 'requestItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
    )
  }
  if (count > maximumKeys) throw validationError('Too many items requested for the BatchGetItem call')
  const requests = entries.map(([tableName, given]) => {
    requireKnown('BatchGetItem', given, tableParameters)
    const keys = (given.Keys ?? []).map((key) => codec.itemFrom(key))
    const bindings = bindingsOf({ ExpressionAttributeNames: given.ExpressionAttributeNames }, codec)
    const project = projectionOf(given.ProjectionExpression, bindings)
    bindings.requireAllUsed(project !== undefined)
    return { tableName, given, keys, project }
  })
  return requests.map(({ tableName, given, keys, project }) => {
    const table = tableOf(engine, tableName)
    for (const key of keys) requireKey(table.definition.key, key)
    const texts = new Set(keys.map((key) => keyText(table.id, table.definition.key, key)))
    if (texts.size < keys.length) throw validationError('Provided list of item keys contains duplicates')
    return { table, given, keys, project }
  })
}
