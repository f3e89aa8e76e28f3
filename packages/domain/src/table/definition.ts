import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'

/**
 * The one table. `infra` and the local service both create it from here; the README of this package says which
 * record uses which index and for what.
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
  // Old images let the clean-up see what a deleted goal was.
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
} satisfies Omit<CreateTableCommandInput, 'TableName'>

/** Unix time in seconds after which DynamoDB may remove a record. Code compares `expiresAt` with the clock instead. */
export const timeToLiveAttribute = 'ttl'
