import type { BatchWriteItemCommandInput, WriteRequest } from '@aws-sdk/client-dynamodb'
import { validationError } from '../../errors.ts'
import { keyText } from '../../tables/keys.ts'
import { itemSize } from '../../values/size.ts'
import { type Call, required, requireKnown } from '../call.ts'
import { addWriteUnits, capacityDetailOf, consumedCapacity, noUnits, type Units } from '../capacity.ts'
import { carryOut, type PreparedWrite, parseWrite, prepareWrite, type WriteKind } from './prepared-write.ts'
import { requireNoCollectionMetrics } from './write-item.ts'

const parameters = ['RequestItems', 'ReturnConsumedCapacity', 'ReturnItemCollectionMetrics']

/** "BatchWriteItem", API reference: 25 puts or deletes, 16 MB. */
const maximumRequests = 25
const maximumSize = 16 * 1024 * 1024

/** Each put or delete stands for itself; here they are committed together, so none is left unprocessed. */
export async function batchWriteItem(call: Call, input: BatchWriteItemCommandInput): Promise<object> {
  requireKnown('BatchWriteItem', input, parameters)
  const detail = capacityDetailOf(input.ReturnConsumedCapacity)
  requireNoCollectionMetrics(input.ReturnItemCollectionMetrics)
  const writes = writesOf(call, required('RequestItems', input.RequestItems))
  const written = await call.engine.commits.write(
    (writer) => writes.map(({ kind, write }) => carryOut(writer, kind, write)),
    call.signal,
  )
  const output = { UnprocessedItems: {} }
  if (detail !== 'TOTAL' && detail !== 'INDEXES') return output
  const byTable = new Map<PreparedWrite['table'], Units>()
  for (const [index, { write }] of writes.entries()) {
    const units = byTable.get(write.table) ?? noUnits()
    byTable.set(write.table, units)
    addWriteUnits(units, write.table.definition, written[index]?.before, written[index]?.after)
  }
  return {
    ...output,
    ConsumedCapacity: [...byTable].map(([table, units]) => consumedCapacity(table, units, detail)),
  }
}

type BatchedWrite = { kind: WriteKind; write: PreparedWrite }

function writesOf(call: Call, requested: Record<string, WriteRequest[]>): BatchedWrite[] {
  const requests = Object.entries(requested).flatMap(([TableName, some]) =>
    some.map((request) => ({ TableName, request })),
  )
  if (Object.values(requested).some((some) => some.length === 0) || requests.length === 0) {
    throw validationError(
      "1 validation error detected: Value at 'requestItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
    )
  }
  if (requests.length > maximumRequests) {
    throw validationError('Too many items requested for the BatchWriteItem call')
  }
  const parsed = requests.map(({ TableName, request }) => {
    const { kind, input } = inputOf(TableName, request)
    return { kind, input, parsed: parseWrite(kind, call, input) }
  })
  const writes = parsed.map(({ kind, input, parsed }) => ({
    kind,
    write: prepareWrite(kind, call, input, parsed),
  }))
  const { schemaError } = writes.find(({ write }) => write.schemaError)?.write ?? {}
  if (schemaError) throw schemaError
  const keys = writes.map(({ write: { table, target } }) => keyText(table.id, table.definition.key, target))
  if (new Set(keys).size < keys.length) {
    throw validationError('Provided list of item keys contains duplicates')
  }
  const size = writes.reduce((sum, { write }) => sum + itemSize(write.target), 0)
  if (size > maximumSize) throw validationError('The batch is larger than 16 MB')
  return writes
}

function inputOf(TableName: string, request: WriteRequest) {
  requireKnown('BatchWriteItem', request, ['PutRequest', 'DeleteRequest'])
  const { PutRequest: put, DeleteRequest: deletion } = request
  if ((put === undefined) === (deletion === undefined)) {
    throw validationError(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    )
  }
  if (put) return { kind: 'Put' as const, input: { TableName, Item: put.Item } }
  return { kind: 'Delete' as const, input: { TableName, Key: deletion?.Key } }
}
