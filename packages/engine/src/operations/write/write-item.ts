/** PutItem, UpdateItem and DeleteItem. */
import type {
  DeleteItemCommandInput,
  PutItemCommandInput,
  UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb'
import { notSupported } from '../../errors.ts'
import { pickAttributes } from '../../expressions/projection.ts'
import type { Item } from '../../values/value.ts'
import { type Call, requireKnown, requireOneOf } from '../call.ts'
import { addWriteUnits, capacityDetailOf, consumedCapacity, noUnits } from '../capacity.ts'
import {
  carryOut,
  type ParsedWrite,
  parseWrite,
  prepareWrite,
  type WriteInput,
  type WriteKind,
  type Written,
} from './prepared-write.ts'

const commonParameters = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValues',
  'ReturnValuesOnConditionCheckFailure',
  'ReturnConsumedCapacity',
  'ReturnItemCollectionMetrics',
]

type SingleWriteInput = WriteInput & {
  ReturnValues?: string | undefined
  ReturnConsumedCapacity?: string | undefined
  ReturnItemCollectionMetrics?: string | undefined
}

export function putItem(call: Call, input: PutItemCommandInput): Promise<object> {
  requireKnown('PutItem', input, [...commonParameters, 'Item'])
  return writeItem('Put', call, input, ['NONE', 'ALL_OLD'])
}

export function deleteItem(call: Call, input: DeleteItemCommandInput): Promise<object> {
  requireKnown('DeleteItem', input, [...commonParameters, 'Key'])
  return writeItem('Delete', call, input, ['NONE', 'ALL_OLD'])
}

export function updateItem(call: Call, input: UpdateItemCommandInput): Promise<object> {
  requireKnown('UpdateItem', input, [...commonParameters, 'Key', 'UpdateExpression'])
  return writeItem('Update', call, input, ['NONE', 'ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW'])
}

async function writeItem(
  kind: WriteKind,
  call: Call,
  input: SingleWriteInput,
  returnValues: readonly string[],
): Promise<object> {
  requireOneOf('ReturnValues', input.ReturnValues, returnValues)
  requireNoCollectionMetrics(input.ReturnItemCollectionMetrics)
  const detail = capacityDetailOf(input.ReturnConsumedCapacity)
  const parsed = parseWrite(kind, call, input)
  requireReturnable(input.ReturnValues, parsed)
  const write = prepareWrite(kind, call, input, parsed)
  const written = await call.engine.commits.write((writer) => carryOut(writer, kind, write), call.signal)
  const output: Record<string, unknown> = {}
  const returned = returnedItem(input.ReturnValues, written, parsed)
  if (returned) output.Attributes = call.codec.itemTo(returned)
  if (detail === 'TOTAL' || detail === 'INDEXES') {
    const units = noUnits()
    addWriteUnits(units, write.table.definition, written.before, written.after)
    output.ConsumedCapacity = consumedCapacity(write.table, units, detail)
  }
  return output
}

/** @throws ValidationException: only tables with local indexes have metrics. */
export function requireNoCollectionMetrics(value: unknown): void {
  requireOneOf('ReturnItemCollectionMetrics', value, ['SIZE', 'NONE'])
  if (value === 'SIZE') throw notSupported('ReturnItemCollectionMetrics')
}

/** @throws ValidationException: AWS does not document how much of a list or map is returned for a path into it. */
function requireReturnable(returnValues: string | undefined, { actions }: ParsedWrite): void {
  if (returnValues?.startsWith('UPDATED_') && actions.some(({ path }) => path.length > 1)) {
    throw notSupported(`${returnValues} for paths into an attribute`)
  }
}

function returnedItem(
  returnValues: string | undefined,
  { before, after }: Written,
  { actions, bindings }: ParsedWrite,
): Item | undefined {
  if (returnValues === 'ALL_OLD') return before
  if (returnValues === 'ALL_NEW') return after
  if (returnValues !== 'UPDATED_OLD' && returnValues !== 'UPDATED_NEW') return undefined
  const item = returnValues === 'UPDATED_OLD' ? before : after
  const names = actions.map(({ path }) => bindings.resolve(path)[0] as string)
  const updated = item && pickAttributes(item, names)
  return updated && Object.keys(updated).length > 0 ? updated : undefined
}
