import type { GetItemCommandInput } from '@aws-sdk/client-dynamodb'
import { projectionOf } from '../../expressions/projection.ts'
import { requireKey } from '../../tables/keys.ts'
import { bindingsOf, type Call, required, requireKnown, tableOf } from '../call.ts'
import { capacityDetailOf, consumedCapacity, noUnits, readUnits } from '../capacity.ts'

const parameters = [
  'TableName',
  'Key',
  'ConsistentRead',
  'ProjectionExpression',
  'ExpressionAttributeNames',
  'ReturnConsumedCapacity',
]

/** Every read is strongly consistent here; `ConsistentRead` only counts for the capacity. */
export function getItem({ engine, codec }: Call, input: GetItemCommandInput): object {
  requireKnown('GetItem', input, parameters)
  const key = codec.itemFrom(required('Key', input.Key))
  const detail = capacityDetailOf(input.ReturnConsumedCapacity)
  const bindings = bindingsOf(input, codec)
  const project = projectionOf(input.ProjectionExpression, bindings)
  bindings.requireAllUsed(project !== undefined)
  const table = tableOf(engine, input.TableName)
  requireKey(table.definition.key, key)

  const record = engine.store.find(table, key)
  const output: Record<string, unknown> = {}
  if (record) output.Item = codec.recordTo(record, project)
  if (detail === 'TOTAL' || detail === 'INDEXES') {
    const units = { ...noUnits(), table: readUnits(record?.size ?? 0, input.ConsistentRead === true) }
    output.ConsumedCapacity = consumedCapacity(table, units, detail)
  }
  return output
}
