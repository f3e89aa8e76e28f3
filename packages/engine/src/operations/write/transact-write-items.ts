import { createHash } from 'node:crypto'
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  type TransactWriteItem,
  type TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb'
import {
  type CancellationReason,
  idempotentParameterMismatch,
  transactionCanceled,
  validationError,
} from '../../errors.ts'
import type { Writer } from '../../storage/group-commit.ts'
import type { Table } from '../../storage/store.ts'
import { keyText } from '../../tables/keys.ts'
import { itemSize } from '../../values/size.ts'
import type { Item } from '../../values/value.ts'
import { type Call, required, requireKnown } from '../call.ts'
import {
  addWriteUnits,
  type CapacityDetail,
  capacityDetailOf,
  consumedCapacity,
  noUnits,
  readUnits,
  transactionFactor,
  type Units,
} from '../capacity.ts'
import {
  carryOut,
  type PreparedWrite,
  parseWrite,
  prepareWrite,
  type WriteInput,
  type WriteKind,
} from './prepared-write.ts'
import { requireNoCollectionMetrics } from './write-item.ts'

const parameters = [
  'TransactItems',
  'ClientRequestToken',
  'ReturnConsumedCapacity',
  'ReturnItemCollectionMetrics',
]

const kinds: readonly WriteKind[] = ['ConditionCheck', 'Put', 'Delete', 'Update']

const itemParameters = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
]

const ownParameters: Record<WriteKind, readonly string[]> = {
  ConditionCheck: ['Key'],
  Put: ['Item'],
  Delete: ['Key'],
  Update: ['Key', 'UpdateExpression'],
}

/** "TransactWriteItems", API reference: 100 items, 4 MB. */
const maximumItems = 100
const maximumSize = 4 * 1024 * 1024
const maximumTokenLength = 36

type TransactionItem = { kind: WriteKind; write: PreparedWrite }
type Result = { before: Item | undefined; after: Item | undefined }

/** Conflicts with other transactions do not occur: writes are carried out one after another. */
export async function transactWriteItems(call: Call, input: TransactWriteItemsCommandInput): Promise<object> {
  requireKnown('TransactWriteItems', input, parameters)
  const detail = capacityDetailOf(input.ReturnConsumedCapacity)
  requireNoCollectionMetrics(input.ReturnItemCollectionMetrics)
  const token = tokenOf(input)
  const items = itemsOf(call, required('TransactItems', input.TransactItems))
  const hash = token === undefined ? undefined : hashOf(input.TransactItems)
  const results = await call.engine.commits.write((writer) => {
    if (token !== undefined && hash !== undefined) {
      const seen = writer.findToken(token)
      if (seen && Buffer.compare(seen, hash) !== 0) throw idempotentParameterMismatch()
      if (seen) return undefined
      const done = carryOutAll(writer, items)
      writer.addToken(token, hash)
      return done
    }
    return carryOutAll(writer, items)
  }, call.signal)
  if (detail !== 'TOTAL' && detail !== 'INDEXES') return {}
  return { ConsumedCapacity: capacityOf(call, items, results, detail) }
}

/** @throws TransactionCanceledException with a reason for each item if any of them cannot be written. */
function carryOutAll(writer: Writer, items: readonly TransactionItem[]): Result[] {
  const results: Result[] = []
  const reasons = items.map(({ kind, write }): CancellationReason => {
    try {
      results.push(carryOut(writer, kind, write))
      return { Code: 'None' }
    } catch (error) {
      return reasonOf(error)
    }
  })
  if (reasons.some(({ Code }) => Code !== 'None')) throw transactionCanceled(reasons)
  let size = 0
  for (const { after } of results) size += after === undefined ? 0 : itemSize(after)
  if (size > maximumSize) throw validationError('Collection size of the transaction exceeds 4 MB')
  return results
}

function reasonOf(error: unknown): CancellationReason {
  if (error instanceof ConditionalCheckFailedException) {
    const { message: Message, Item: item } = error
    return { Code: 'ConditionalCheckFailed', Message, ...(item && { Item: item }) }
  }
  if (error instanceof DynamoDBServiceException && error.name === 'ValidationException') {
    return { Code: 'ValidationError', Message: error.message }
  }
  throw error
}

function tokenOf({ ClientRequestToken: token }: TransactWriteItemsCommandInput): string | undefined {
  if (token !== undefined && (token.length < 1 || token.length > maximumTokenLength)) {
    throw validationError(
      `1 validation error detected: Value '${token}' at 'clientRequestToken' failed to satisfy constraint: Member must have length less than or equal to 36`,
    )
  }
  return token
}

/** Parameters that say the same are the same text: the SDK sends one request object again. */
function hashOf(items: TransactWriteItem[] | undefined): Uint8Array {
  const text = JSON.stringify(items, (_, value) => {
    if (value instanceof Set) return { set: [...value] }
    if (typeof value === 'bigint') return { integer: String(value) }
    return value
  })
  return createHash('sha256').update(text).digest()
}

function itemsOf(call: Call, items: TransactWriteItem[]): TransactionItem[] {
  if (items.length === 0 || items.length > maximumItems) {
    const limit = items.length === 0 ? 'greater than or equal to 1' : `less than or equal to ${maximumItems}`
    throw validationError(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${limit}`,
    )
  }
  const parsed = items.map((item) => {
    const { kind, input } = kindOf(item)
    return { kind, input, parsed: parseWrite(kind, call, input) }
  })
  const prepared = parsed.map(({ kind, input, parsed }) => ({
    kind,
    write: prepareWrite(kind, call, input, parsed),
  }))
  const keys = prepared
    .filter(({ write }) => write.schemaError === undefined)
    .map(({ write: { table, target } }) => keyText(table.id, table.definition.key, target))
  if (new Set(keys).size < keys.length) {
    throw validationError('Transaction request cannot include multiple operations on one item')
  }
  return prepared
}

function kindOf(item: TransactWriteItem): { kind: WriteKind; input: WriteInput } {
  requireKnown('TransactWriteItems', item, kinds)
  const given = kinds.filter((kind) => item[kind] !== undefined)
  const [kind] = given
  if (kind === undefined || given.length > 1) {
    throw validationError('TransactItems can only contain one of Check, Put, Update or Delete')
  }
  const input = item[kind] as WriteInput
  requireKnown(`${kind} of TransactWriteItems`, input, [...itemParameters, ...ownParameters[kind]])
  if (kind === 'Update') required('UpdateExpression', input.UpdateExpression)
  return { kind, input }
}

/** A transaction that had been written before counts as reads of its items. */
function capacityOf(
  { engine }: Call,
  items: readonly TransactionItem[],
  results: readonly Result[] | undefined,
  detail: CapacityDetail,
): object[] {
  const byTable = new Map<Table, Units>()
  for (const [index, { kind, write }] of items.entries()) {
    const units = byTable.get(write.table) ?? noUnits()
    byTable.set(write.table, units)
    const result = results?.[index]
    if (result === undefined) {
      const size = engine.store.find(write.table, write.target)?.size ?? 0
      units.table += transactionFactor * readUnits(size, true)
    } else if (kind === 'ConditionCheck') {
      addWriteUnits(units, { indexes: [] }, result.before, result.after, transactionFactor)
    } else {
      addWriteUnits(units, write.table.definition, result.before, result.after, transactionFactor)
    }
  }
  const kindOfUnits = results === undefined ? 'ReadCapacityUnits' : 'WriteCapacityUnits'
  return [...byTable].map(([table, units]) => consumedCapacity(table, units, detail, kindOfUnits))
}
