import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { keyText } from '../table/entity/compile-keys.ts'
import type { Entity, IndexName, PartitionOf, RecordOf } from '../table/entity/declaration.ts'
import { toRecord } from '../table/entity/item.ts'
import { keysOfIndex, positionIn } from '../table/entity/keys.ts'
import { type QueryOptions as IndexQueryOptions, queryParameters } from '../table/entity/query.ts'
import type { Database } from './client.ts'

/** Where a query continues: the last key before it, as JSON. */
export type Position = string

export type QueryResult<T> = { data: T[]; cursor: Position | null }

export type QueryOptions = { cursor: Position | null; limit?: number }

/**
 * Reads records of an entity in one partition of an index. The returned `cursor` is null at the end.
 *
 * @param options.cursor  Where to continue. Default: at the start.
 */
export async function queryRecords<E extends Entity, I extends IndexName<E>>(
  database: Database,
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
  { cursor = null, ...options }: IndexQueryOptions<E, I> & { cursor?: Position | null },
): Promise<QueryResult<RecordOf<E>>> {
  if (cursor !== null && isAtEnd(entity, index, cursor, options)) return { data: [], cursor: null }
  const parameters = queryParameters(database, entity, index, partition, options)
  const { Items = [], LastEvaluatedKey } = await database.client.send(
    new QueryCommand({
      ...parameters,
      ProjectionExpression: entity.projection.expression,
      ExpressionAttributeNames: { ...parameters.ExpressionAttributeNames, ...entity.projection.names },
      ...(cursor !== null && { ExclusiveStartKey: JSON.parse(cursor) }),
    }),
  )
  return {
    data: Items.map((item) => toRecord(entity, item)).filter((record) => record !== null),
    cursor: LastEvaluatedKey === undefined ? null : JSON.stringify(LastEvaluatedKey),
  }
}

/** Returns all records of an entity in one partition of an index, over as many pages as they take. */
export async function queryAllRecords<E extends Entity, I extends IndexName<E>>(
  database: Database,
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
  options?: IndexQueryOptions<E, I>,
): Promise<RecordOf<E>[]> {
  const records: RecordOf<E>[] = []
  const pages = pagesOf(({ cursor }) =>
    queryRecords(database, entity, index, partition, { ...options, cursor }),
  )
  for await (const page of pages) records.push(...page)
  return records
}

/** Yields the pages of a query. Each is read once the one before it has been dealt with. */
export async function* pagesOf<T>(
  query: (page: { cursor: Position | null }) => Promise<QueryResult<T>>,
): AsyncGenerator<T[], void> {
  let cursor: Position | null = null
  do {
    const page: QueryResult<T> = await query({ cursor })
    yield page.data
    cursor = page.cursor
  } while (cursor !== null)
}

/**
 * Whether nothing can follow a position: the end of the range has passed it since, as entries expire. DynamoDB refuses a position
 * outside of the range.
 */
function isAtEnd<E extends Entity, I extends IndexName<E>>(
  { keys }: E,
  index: I,
  cursor: Position,
  { between, order }: IndexQueryOptions<E, I>,
): boolean {
  if (!between) return false
  const { sk } = keysOfIndex(keys, index)
  const position: string = JSON.parse(cursor)[sk.field]
  const [from, to] = between.map((end) => keyText(sk, end).known) as [string, string]
  return order === 'desc' ? position <= from : position >= to
}

/** Returns what `readPage` needs to read from an index of an entity: the query, and the position after a record. */
export function accessPattern<E extends Entity, I extends IndexName<E>>(
  database: Database,
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
  options?: IndexQueryOptions<E, I>,
) {
  return {
    query: (page: QueryOptions) => queryRecords(database, entity, index, partition, { ...options, ...page }),
    cursorAt: (record: RecordOf<E>): Position => JSON.stringify(positionIn(entity, index, record)),
  }
}
