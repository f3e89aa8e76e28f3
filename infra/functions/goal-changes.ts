import { Duration, Tags } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { pin } from '../data/stateful.ts'
import { suppress } from '../suppressions.ts'
import { goalChangesAccess } from './function-access.ts'
import { tableStatements } from './group-functions.ts'
import { createLambdaFunction } from './lambda-function.ts'

export type GoalChanges = { lambda: NodejsFunction; deadLetters: Queue }

/** Lambda polls the stream with the function's role. It makes these calls and `ListStreams`; the function does not. */
const streamActions = ['DescribeStream', 'GetRecords', 'GetShardIterator'].map(
  (action) => `dynamodb:${action}`,
)

/**
 * The function that follows changes of goals from the table's stream: it finishes deletions and writes the postings by which goals
 * are found. Lambda invokes it only for removed goals and for changed words; the filter for other writes is free. Queue and
 * mapping keep the names of their first task, so that they are not replaced.
 */
export function createGoalChanges(
  scope: Construct,
  configuration: Configuration,
  table: ITable,
): GoalChanges {
  const deadLetters = new Queue(scope, 'CleanUpDeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  pin(deadLetters, 'deadLetters')
  suppress(deadLetters, {
    'AwsSolutions-SQS3': 'This is the dead-letter queue.',
    'Serverless-SQSRedrivePolicy': 'This is the dead-letter queue.',
  })
  const streamArn = table.tableStreamArn
  if (streamArn === undefined) throw new Error('the table has no stream')
  const lambda = createLambdaFunction(scope, 'GoalChanges', configuration, {
    folder: 'goal-changes',
    description: `Cairn ${configuration.stage}: finishes deletions of goals and writes what finds them`,
    // It makes few calls at a time, and nobody waits for it.
    memoryMegabytes: 256,
    // At 25 records per call, enough for about ten thousand updates of a goal. The rest counts as a failure and is retried.
    timeoutSeconds: 60,
    environment: {
      TABLE_NAME: table.tableName,
      DYNAMODB_ENDPOINT: '',
      LOG_LEVEL: configuration.logLevel,
    },
    statements: [
      ...tableStatements(table, goalChangesAccess),
      new PolicyStatement({ actions: streamActions, resources: [streamArn] }),
      // Supports no resource.
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
    ],
  })
  Tags.of(deadLetters).add('component', 'goal-changes')
  const mapping = new CfnEventSourceMapping(scope, 'CleanUpStream', {
    functionName: lambda.functionName,
    eventSourceArn: streamArn,
    startingPosition: 'TRIM_HORIZON',
    filterCriteria: { filters: followed.map((pattern) => ({ pattern: JSON.stringify(pattern) })) },
    batchSize: 10,
    functionResponseTypes: ['ReportBatchItemFailures'],
    bisectBatchOnFunctionError: true,
    maximumRetryAttempts: 10,
    // The stream itself keeps records for a day.
    maximumRecordAgeInSeconds: 24 * 60 * 60 - 3600,
    destinationConfig: { onFailure: { destination: deadLetters.queueArn } },
  })
  // Lambda checks the permissions when the mapping is created.
  mapping.node.addDependency(lambda)
  return { lambda, deadLetters }
}

/** The changes that `functions/goal-changes` handles: removed goals, also of version 0.1, and words. */
const followed = [
  { eventName: ['REMOVE'], dynamodb: { OldImage: { __edb_e__: { S: ['goalRow', 'goal'] } } } },
  { dynamodb: { Keys: { sk: { S: ['w'] } } } },
]
