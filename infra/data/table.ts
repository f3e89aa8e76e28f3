import { tableDefinition, timeToLiveAttribute } from '@cairn/domain/storage/table/definition'
import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AttributeType,
  Billing,
  type ITable,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
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
 *
 * Its type is that of a global table, because CloudFormation cannot change the type later. It has one region: see "One region" in
 * infra/README.md.
 */
export function createTable(scope: Construct, { restoredTable, warmThroughput }: Configuration): ITable {
  const warm = warmThroughput && { warmThroughput }
  const table = new TableV2(scope, 'Table', {
    ...keyOf(tableDefinition.KeySchema),
    billing: Billing.onDemand(),
    dynamoStream: StreamViewType[tableDefinition.StreamSpecification.StreamViewType],
    timeToLiveAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
    // The AWS managed key of the account: CloudTrail logs its use, and no key can be lost with the stack.
    encryption: TableEncryptionV2.awsManagedKey(),
    ...warm,
    globalSecondaryIndexes: tableDefinition.GlobalSecondaryIndexes.map(
      ({ IndexName, KeySchema, Projection }) => ({
        indexName: IndexName,
        ...keyOf(KeySchema),
        projectionType: ProjectionType[Projection.ProjectionType],
        // A write of the table is a write of each index.
        ...warm,
      }),
    ),
  })
  pin(table, 'table')
  if (!restoredTable) return table
  // The stack's own table stays until somebody has decided what to do with its data.
  return TableV2.fromTableAttributes(scope, 'RestoredTable', {
    tableArn: Stack.of(scope).formatArn({
      service: 'dynamodb',
      resource: 'table',
      resourceName: restoredTable.name,
    }),
    tableStreamArn: restoredTable.streamArn,
  })
}
