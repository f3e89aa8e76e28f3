import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { EntityItem } from 'electrodb'
import { queryIn } from '../table/compiled-entity.ts'
import {
  type AnyEntity,
  type IndexName,
  type PartitionOf,
  positionIn,
  recordsOf,
  type Where,
} from '../table/entity.ts'
import type { Database } from './client.ts'

/** The position at which a query continues: the last key before it, as JSON. */
export type Position = string

export type QueryResult<T> = { data: T[]; cursor: Position | null }

export type QueryOptions = { cursor: Position | null; limit?: number }

export type IndexQueryOptions<E extends AnyEntity> = {
  /** The lowest and the highest sort key, by their first attributes. Compared as text. */
  between?: readonly [Partial<EntityItem<E>>, Partial<EntityItem<E>>]
  /** Default: ascending. */
  order?: 'asc' | 'desc'
  /** Records to read at most. Default: 1 MB. */
  limit?: number
  /** Only in the table itself. Default: false. */
  consistent?: boolean
  /** Leaves out records after they are read. */
  where?: Where<E>
}

/**
 * Reads records of an entity in one partition of an index. The returned `cursor` is null at the end.
 *
 * @param options.cursor  Where to continue. Default: at the start.
 */
export async function queryRecords<E extends AnyEntity, I extends IndexName<E>>(
  database: Database,
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
  { cursor = null, ...options }: IndexQueryOptions<E> & { cursor?: Position | null },
): Promise<QueryResult<EntityItem<E>>> {
  const parameters = queryParameters(database, entity, index, partition, options)
  if (cursor !== null && isAtEnd(parameters, cursor, options)) return { data: [], cursor: null }
  const { names, expression } = projectionOf(entity)
  const { Items = [], LastEvaluatedKey } = await database.client.send(
    new QueryCommand({
      ...parameters,
      ProjectionExpression: expression,
      ExpressionAttributeNames: { ...parameters.ExpressionAttributeNames, ...names },
      ...(cursor !== null && { ExclusiveStartKey: JSON.parse(cursor) }),
    }),
  )
  return {
    data: recordsOf(entity, Items),
    cursor: LastEvaluatedKey === undefined ? null : JSON.stringify(LastEvaluatedKey),
  }
}

type AnyQuery = {
  between(from: object, to: object): AnyQuery
  where(condition: unknown): AnyQuery
  params(options: object): QueryCommandInput
}

/** The input of a query for the records of an entity in one partition of an index. */
export function queryParameters<E extends AnyEntity, I extends IndexName<E>>(
  { tableName }: Database,
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
  { between, where, ...options }: IndexQueryOptions<E> = {},
): QueryCommandInput {
  if (where === undefined) {
    const input = queryIn(entity, index, partition, { ...options, ...(between && { between }) })
    return { ...input, TableName: tableName, ...(options.limit !== undefined && { Limit: options.limit }) }
  }
  // Its types say what an index has only where it is named.
  const all = (entity as AnyEntity).query[index]?.(partition) as unknown as AnyQuery
  const range = between ? all.between(...between) : all
  return range.where(where).params({ table: tableName, ...options })
}

type Projection = { names: Record<string, string>; expression: string }

const projections = new WeakMap<AnyEntity, Projection>()

/** All attributes, and which entity wrote the item: without keys, which are a third of it. */
function projectionOf(entity: AnyEntity): Projection {
  const known = projections.get(entity)
  if (known) return known
  const attributes: Record<string, { field?: string }> = entity.schema.attributes
  const fields = [
    '__edb_e__',
    '__edb_v__',
    ...Object.entries(attributes).map(([name, { field = name }]) => field),
  ]
  const names = Object.fromEntries(fields.map((field, position) => [`#p${position}`, field]))
  const projection = { names, expression: Object.keys(names).join(',') }
  projections.set(entity, projection)
  return projection
}

/** Returns all records of an entity in one partition of an index, over as many pages as they take. */
export async function queryAllRecords<E extends AnyEntity, I extends IndexName<E>>(
  database: Database,
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
  options?: IndexQueryOptions<E>,
): Promise<EntityItem<E>[]> {
  const records: EntityItem<E>[] = []
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
function isAtEnd(
  { ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: QueryCommandInput,
  cursor: Position,
  { between, order }: Pick<IndexQueryOptions<AnyEntity>, 'between' | 'order'>,
): boolean {
  if (!between) return false
  const position: string = JSON.parse(cursor)[ExpressionAttributeNames['#sk1'] ?? '']
  const { ':sk1': from, ':sk2': to } = ExpressionAttributeValues
  return order === 'desc' ? position <= from : position >= to
}

/** Returns what `readPage` needs to read from an index of an entity: the query, and the position after a record. */
export function accessPattern<E extends AnyEntity, I extends IndexName<E>>(
  database: Database,
  entity: E,
  index: I,
  partition: PartitionOf<E, I>,
  options?: IndexQueryOptions<E>,
) {
  return {
    query: (page: QueryOptions) => queryRecords(database, entity, index, partition, { ...options, ...page }),
    cursorAt: (record: EntityItem<E>): Position => JSON.stringify(positionIn(entity, index, record)),
  }
}
