import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'

/**
 * The table. `infra` and the local service create it from this definition. The README of this package lists which
 * records use which index.
 */
export const tableDefinition = {
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'gsi3pk', 'gsi3sk'].map(
    (name) => ({ AttributeName: name, AttributeType: 'S' as const }),
  ),
  GlobalSecondaryIndexes: ['gsi1', 'gsi2', 'gsi3'].map((name) => ({
    IndexName: name,
    KeySchema: [
      { AttributeName: `${name}pk`, KeyType: 'HASH' as const },
      { AttributeName: `${name}sk`, KeyType: 'RANGE' as const },
    ],
    Projection: { ProjectionType: 'ALL' as const },
  })),
  BillingMode: 'PAY_PER_REQUEST',
  // The cleanup needs the old image of a deleted goal.
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
} satisfies Omit<CreateTableCommandInput, 'TableName'>

/** Unix time in seconds after which DynamoDB may delete a record, late. Code checks `expiresAt` instead. */
export const timeToLiveAttribute = 'ttl'
