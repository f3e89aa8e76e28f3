import type { Database } from '../../database/client.ts'
import { type CompiledKey, type KeyStart, keyText } from './compile-keys.ts'
import type { Entity, IndexName, PartitionOf, SortOf } from './declaration.ts'
import { ExpressionParameters, type Where } from './expression.ts'
import { keysOfIndex, wholeKey } from './keys.ts'

export type QueryOptions<E extends Entity, I extends IndexName<E>> = {
  /** The lowest and the highest text of the sort key, up to the last of these attributes. Compared as text. */
  between?: readonly [Partial<SortOf<E, I>>, Partial<SortOf<E, I>>]
  /** Default: ascending. */
  order?: 'asc' | 'desc'
  /** Records to read at most. Default: 1 MB. */
  limit?: number
  /** Only in the table itself. Default: false. */
  consistent?: boolean
  /** Leaves out records after they are read. */
  where?: Where<E>
}

/** The input of a query for the records of an entity in one partition of an index. */
export function queryParameters<E extends Entity, I extends IndexName<E>>(
  { tableName }: Database,
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
  { between, order = 'asc', limit, consistent, where }: QueryOptions<E, I> = {},
) {
  const { pk, sk } = keysOfIndex(entity.keys, index)
  const parameters = new ExpressionParameters()
  const partitionKey = `${parameters.name('pk', pk.field)} = ${parameters.value(wholeKey(pk, partition))}`
  const sortKey = between
    ? rangeOf(parameters, sk, keyText(sk, between[0]), keyText(sk, between[1]))
    : startOf(parameters, sk, keyText(sk, {}))
  const filter = where && parameters.condition(entity, where)
  const indexName = entity.indexes[index]?.index
  return {
    TableName: tableName,
    ...(indexName !== undefined && { IndexName: indexName }),
    KeyConditionExpression: [partitionKey, ...sortKey].join(' AND '),
    ...(filter !== undefined && { FilterExpression: filter }),
    ScanIndexForward: order === 'asc',
    ...(limit !== undefined && { Limit: limit }),
    ...(consistent && { ConsistentRead: true }),
    ...parameters.toInput(),
  }
}

/** All sort keys between two texts. */
function rangeOf(parameters: ExpressionParameters, { field }: CompiledKey, from: KeyStart, to: KeyStart) {
  const range = `${parameters.value(from.known)} AND ${parameters.value(to.known)}`
  return [`${parameters.name('sk', field)} BETWEEN ${range}`]
}

/** All sort keys of the entity. */
function startOf(parameters: ExpressionParameters, { field }: CompiledKey, { text, missing }: KeyStart) {
  if (missing === undefined) return [`${parameters.name('sk', field)} = ${parameters.value(text)}`]
  if (text === '') return []
  return [`begins_with(${parameters.name('sk', field)}, ${parameters.value(text)})`]
}
