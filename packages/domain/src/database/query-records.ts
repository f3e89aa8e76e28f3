import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { EntityItem } from 'electrodb'
import { conversionsOf } from '../table/conversions.ts'
import { type AnyEntity, attributesOf, toRecord } from '../table/to-record.ts'
import type { Database } from './client.ts'

/** Where a query goes on: the key behind which it does, as text. */
export type Position = string

export type QueryResult<T> = { data: T[]; cursor: Position | null }

/** What a page asks of its query. */
export type QueryOptions = { cursor: Position | null; limit?: number }

/**
 * Runs a query that ElectroDB put together.
 *
 * @param query  What `.params()` of an ElectroDB query makes.
 * @param cursor  Where to go on; null at the beginning. The answer's is null at the end.
 */
export async function queryRecords<E extends AnyEntity>(
  { client }: Database,
  entity: E,
  query: object,
  cursor: Position | null = null,
): Promise<QueryResult<EntityItem<E>>> {
  const { names, expression } = projectionOf(entity)
  const input = {
    ...query,
    ProjectionExpression: expression,
    ExpressionAttributeNames: { ...(query as QueryCommandInput).ExpressionAttributeNames, ...names },
    ...(cursor !== null && { ExclusiveStartKey: JSON.parse(cursor) }),
  }
  const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand(input as QueryCommandInput))
  return {
    data: Items.map((item) => toRecord(entity, item)).filter((record) => record !== null),
    cursor: LastEvaluatedKey === undefined ? null : JSON.stringify(LastEvaluatedKey),
  }
}

/**
 * What a page needs to be read from an access pattern of an entity: the query, and the position behind a record.
 *
 * @param paramsOf  Puts the query together.
 */
export function accessPattern<E extends AnyEntity>(
  database: Database,
  entityOf: (database: Database) => E,
  name: keyof E['schema']['indexes'] & string,
  paramsOf: (entity: E, options: { limit?: number }) => object,
) {
  const entity = entityOf(database)
  const { [name]: pattern } = conversionsOf(entity).byAccessPattern as unknown as AccessPatterns
  return {
    query: ({ cursor, ...options }: QueryOptions): Promise<QueryResult<EntityItem<E>>> =>
      queryRecords(database, entity, paramsOf(entity, options), cursor),
    cursorAt: (record: EntityItem<E>): Position => JSON.stringify(pattern?.fromComposite.toKeys(record)),
  }
}

/** Of "any entity" ElectroDB's types know no access pattern. */
type AccessPatterns = Record<string, { fromComposite: { toKeys(record: object): object } }>

const projections = new WeakMap<AnyEntity, { names: Record<string, string>; expression: string }>()

/** All attributes of an entity. */
function projectionOf(entity: AnyEntity) {
  let projection = projections.get(entity)
  if (projection === undefined) {
    const attributes = ['__edb_e__', ...attributesOf(entity)]
    const names = Object.fromEntries(attributes.map((name, index) => [`#p${index}`, name]))
    projection = { names, expression: Object.keys(names).join(',') }
    projections.set(entity, projection)
  }
  return projection
}
