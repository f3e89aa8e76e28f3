import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { EntityItem } from 'electrodb'
import { conversionsOf } from '../table/conversions.ts'
import { type AnyEntity, attributesOf, toRecord } from '../table/to-record.ts'
import type { Database } from './client.ts'

/** Where a query continues: the last key before it, as JSON. */
export type Position = string

export type QueryResult<T> = { data: T[]; cursor: Position | null }

export type QueryOptions = { cursor: Position | null; limit?: number }

/**
 * Runs a query that ElectroDB built. The returned `cursor` is null at the end.
 *
 * @param query  The result of `.params()` of an ElectroDB query.
 * @param cursor  Where to continue; null at the start.
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
 * Returns what `readPage` needs to read from an index of an entity: the query, and the position after a record.
 *
 * @param paramsOf  Builds the query.
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

/** ElectroDB's types have no access patterns for "any entity". */
type AccessPatterns = Record<string, { fromComposite: { toKeys(record: object): object } }>

const projections = new WeakMap<AnyEntity, { names: Record<string, string>; expression: string }>()

/** All attributes of an entity. */
function projectionOf(entity: AnyEntity) {
  let projection = projections.get(entity)
  if (projection === undefined) {
    const attributes = ['__edb_e__', ...attributesOf(entity).map(({ field }) => field)]
    const names = Object.fromEntries(attributes.map((name, index) => [`#p${index}`, name]))
    projection = { names, expression: Object.keys(names).join(',') }
    projections.set(entity, projection)
  }
  return projection
}
