import { tableDefinition, timeToLiveAttribute } from '@cairn/domain/storage/table/definition'
import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { pin } from './stateful.ts'

type KeySchema = readonly { AttributeName: string; KeyType: string }[]

/** The key of the table or of an index, as the domain defines it. */
function keyOf(schema: KeySchema) {
  const attribute = (type: 'HASH' | 'RANGE') => {
    const name = schema.find(({ KeyType }) => KeyType === type)?.AttributeName
    const definition = tableDefinition.AttributeDefinitions.find(
      ({ AttributeName }) => AttributeName === name,
    )
    if (name === undefined || definition === undefined) throw new Error(`the table has no ${type} key`)
    return { name, type: definition.AttributeType === 'S' ? AttributeType.STRING : AttributeType.BINARY }
  }
  return { partitionKey: attribute('HASH'), sortKey: attribute('RANGE') }
}

/**
 * The table, from the definition that the local service uses too. It outlives the stack: to delete it, switch its protection off and
 * delete it by hand. Point-in-time recovery goes back 35 days.
 */
export function createTable(scope: Construct, { restoredTable }: Configuration): ITable {
  const table = new Table(scope, 'Table', {
    ...keyOf(tableDefinition.KeySchema),
    billingMode: BillingMode[tableDefinition.BillingMode],
    stream: StreamViewType[tableDefinition.StreamSpecification.StreamViewType],
    timeToLiveAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
    // The AWS managed key of the account: CloudTrail logs its use, and no key can be lost with the stack.
    encryption: TableEncryption.AWS_MANAGED,
  })
  pin(table, 'table')
  for (const { IndexName, KeySchema, Projection } of tableDefinition.GlobalSecondaryIndexes) {
    table.addGlobalSecondaryIndex({
      indexName: IndexName,
      ...keyOf(KeySchema),
      projectionType: ProjectionType[Projection.ProjectionType],
    })
  }
  if (!restoredTable) return table
  // The stack's own table stays until somebody has decided what to do with its data.
  return Table.fromTableAttributes(scope, 'RestoredTable', {
    tableArn: Stack.of(scope).formatArn({
      service: 'dynamodb',
      resource: 'table',
      resourceName: restoredTable.name,
    }),
    tableStreamArn: restoredTable.streamArn,
  })
}
