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
import { cleanUpAccess } from './function-access.ts'
import { tableStatements } from './group-functions.ts'
import { createLambdaFunction } from './lambda-function.ts'

export type CleanUp = { lambda: NodejsFunction; deadLetters: Queue }

/** Lambda polls a stream with the function's own role: these four are its calls, not the function's. */
const streamActions = ['DescribeStream', 'GetRecords', 'GetShardIterator'].map(
  (action) => `dynamodb:${action}`,
)

/**
 * Finishes the deletion of goals from the table's stream. Lambda hands over removed goals alone: it filters before it
 * invokes, so all other writes cost nothing here.
 */
export function createCleanUp(scope: Construct, configuration: Configuration, table: ITable): CleanUp {
  const deadLetters = new Queue(scope, 'CleanUpDeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  pin(deadLetters, 'deadLetters')
  suppress(deadLetters, {
    'AwsSolutions-SQS3': 'It is the dead-letter queue.',
    'Serverless-SQSRedrivePolicy': 'It is the dead-letter queue.',
  })
  const streamArn = table.tableStreamArn
  if (streamArn === undefined) throw new Error('the table has no stream')
  const lambda = createLambdaFunction(scope, 'GoalCleanup', configuration, {
    folder: 'goal-cleanup',
    description: `Cairn ${configuration.stage}: finishes the deletion of goals`,
    // A few calls at a time, and nobody waits for it.
    memoryMegabytes: 256,
    // 25 records a call: some ten thousand history entries in one go. What is left then is a failure, and retried.
    timeoutSeconds: 60,
    environment: {
      TABLE_NAME: table.tableName,
      DYNAMODB_ENDPOINT: '',
      LOG_LEVEL: configuration.logLevel,
    },
    statements: [
      ...tableStatements(table, cleanUpAccess),
      new PolicyStatement({ actions: streamActions, resources: [streamArn] }),
      // Takes no resource.
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
    ],
  })
  Tags.of(deadLetters).add('component', 'goal-cleanup')
  const mapping = new CfnEventSourceMapping(scope, 'CleanUpStream', {
    functionName: lambda.functionName,
    eventSourceArn: streamArn,
    startingPosition: 'TRIM_HORIZON',
    filterCriteria: { filters: [{ pattern: JSON.stringify(removedGoals) }] },
    batchSize: 10,
    functionResponseTypes: ['ReportBatchItemFailures'],
    bisectBatchOnFunctionError: true,
    maximumRetryAttempts: 10,
    // The stream itself forgets after a day.
    maximumRecordAgeInSeconds: 24 * 60 * 60 - 3600,
    destinationConfig: { onFailure: { destination: deadLetters.queueArn } },
  })
  // Lambda tries the permissions when the mapping is made.
  mapping.node.addDependency(lambda)
  return { lambda, deadLetters }
}

/** As `functions/goal-cleanup` reads them. */
const removedGoals = {
  eventName: ['REMOVE'],
  dynamodb: { OldImage: { __edb_e__: { S: ['goal'] } } },
}
