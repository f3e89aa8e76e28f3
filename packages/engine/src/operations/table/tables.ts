/** CreateTable, DescribeTable and DeleteTable. Tables can be used, and are gone, at once. */
import type {
  CreateTableCommandInput,
  DeleteTableCommandInput,
  DescribeTableCommandInput,
} from '@aws-sdk/client-dynamodb'
import { tableInUse, tableNotFound } from '../../errors.ts'
import type { Table } from '../../storage/store.ts'
import { type KeySchema, requireTableName, toTableDefinition } from '../../tables/definition.ts'
import { type Call, requireKnown } from '../call.ts'

const createParameters = [
  'TableName',
  'KeySchema',
  'AttributeDefinitions',
  'GlobalSecondaryIndexes',
  'BillingMode',
  'StreamSpecification',
]

export async function createTable({ engine }: Call, input: CreateTableCommandInput): Promise<object> {
  requireKnown('CreateTable', input, createParameters)
  const definition = toTableDefinition(input, engine.now())
  await engine.commits.changeTables(() => {
    if (engine.store.tables.has(definition.name)) throw tableInUse(definition.name)
    engine.store.insertTable(definition)
  })
  const table = engine.store.tables.get(definition.name) as Table
  return { TableDescription: describe(table, 0) }
}

export function describeTable({ engine }: Call, input: DescribeTableCommandInput): object {
  requireKnown('DescribeTable', input, ['TableName'])
  const table = existingTable({ engine }, input.TableName)
  return { Table: describe(table, engine.store.countItems(table)) }
}

export async function deleteTable({ engine }: Call, input: DeleteTableCommandInput): Promise<object> {
  requireKnown('DeleteTable', input, ['TableName'])
  const name = requireTableName(input.TableName)
  return engine.commits.changeTables(() => {
    const table = existingTable({ engine }, name)
    const description = describe(table, 0)
    engine.store.deleteTable(table)
    return { TableDescription: { ...description, TableStatus: 'DELETING' } }
  })
}

/** @throws ResourceNotFoundException */
export function existingTable({ engine }: Pick<Call, 'engine'>, tableName: unknown): Table {
  const name = requireTableName(tableName)
  const table = engine.store.tables.get(name)
  if (table === undefined) throw tableNotFound(name)
  return table
}

function describe({ definition }: Table, ItemCount: number): object {
  const { name, key, indexes, attributeDefinitions, createdAt } = definition
  return {
    TableName: name,
    TableStatus: 'ACTIVE',
    KeySchema: describeKey(key),
    AttributeDefinitions: attributeDefinitions,
    CreationDateTime: new Date(createdAt),
    ItemCount,
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        IndexStatus: 'ACTIVE',
        KeySchema: describeKey(index),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  }
}

function describeKey({ hash, range }: KeySchema): object[] {
  return [
    { AttributeName: hash.name, KeyType: 'HASH' },
    ...(range ? [{ AttributeName: range.name, KeyType: 'RANGE' }] : []),
  ]
}
