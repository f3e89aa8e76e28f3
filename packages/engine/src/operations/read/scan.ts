import { setImmediate } from 'node:timers/promises'
import type { ScanCommandInput } from '@aws-sdk/client-dynamodb'
import { validationError } from '../../errors.ts'
import { pickAttributes, projectionOf } from '../../expressions/projection.ts'
import type { StoredRecord } from '../../storage/record-cache.ts'
import { keyBytesOf, keyOf } from '../../tables/keys.ts'
import { bindingsOf, type Call, requireKnown, tableOf } from '../call.ts'
import { capacityDetailOf, consumedCapacity, noUnits, readUnits } from '../capacity.ts'
import { filterOf, passes, readPage, requireLimit } from './page.ts'
import { pageOutput, requireStartKey } from './query.ts'

const parameters = [
  'TableName',
  'AttributesToGet',
  'FilterExpression',
  'ProjectionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'Limit',
  'ConsistentRead',
  'ReturnConsumedCapacity',
]

/**
 * Items come in the order of their keys, those of one partition after one another. DynamoDB promises only the latter. Others
 * go on after each page: whoever scans reads the next one at once, and a table may have thousands.
 */
export async function scan({ engine, codec }: Call, input: ScanCommandInput): Promise<object> {
  requireKnown('Scan', input, parameters)
  requireLimit(input.Limit)
  const detail = capacityDetailOf(input.ReturnConsumedCapacity)
  const bindings = bindingsOf(input, codec)
  const filter = filterOf(input.FilterExpression, bindings)
  const project = projectionOfScan(input, bindings)
  bindings.requireAllUsed(filter !== undefined || input.ProjectionExpression !== undefined)
  const start = input.ExclusiveStartKey && codec.itemFrom(input.ExclusiveStartKey)
  const table = tableOf(engine, input.TableName)
  const { key } = table.definition
  if (start) requireStartKey([key], start)

  const after = start && keyBytesOf(key, start)
  const page = readPage(
    (last: StoredRecord | undefined, limit) =>
      engine.store.scan(table, last ? keyBytesOf(key, last.item) : after, limit),
    input.Limit,
    (record) => passes(filter, record, bindings),
  )
  const output = pageOutput(page, { codec, project })
  if (page.last) output.LastEvaluatedKey = codec.itemTo(keyOf(key, page.last.item))
  if (detail === 'TOTAL' || detail === 'INDEXES') {
    const units = { ...noUnits(), table: readUnits(page.scannedSize, input.ConsistentRead === true) }
    output.ConsumedCapacity = consumedCapacity(table, units, detail)
  }
  await setImmediate()
  return output
}

/** `AttributesToGet` is the older form of a projection, without expressions. */
function projectionOfScan(input: ScanCommandInput, bindings: ReturnType<typeof bindingsOf>) {
  const { AttributesToGet: names, ProjectionExpression } = input
  if (names === undefined) return projectionOf(ProjectionExpression, bindings)
  if (ProjectionExpression !== undefined || input.FilterExpression !== undefined) {
    throw validationError(
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}',
    )
  }
  if (new Set(names).size < names.length) {
    throw validationError('One or more parameter values were invalid: Duplicate value in attribute name')
  }
  return (item: StoredRecord['item']) => pickAttributes(item, names)
}
