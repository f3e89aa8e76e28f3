import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { Configuration } from '../../configuration/configuration.ts'
import { suppress } from '../../stack/suppressions.ts'
import { backgroundAccess, tableStatements } from '../function-access.ts'
import { commonEnvironment } from '../function-environment.ts'
import type { FunctionParts } from '../group-functions.ts'
import { createLambdaFunction } from '../lambda-function.ts'
import { liveOf } from '../live.ts'
import { backgroundProfiles } from './background-profiles.ts'
import { createDeadLetters } from './dead-letters.ts'
import { createParkedChanges } from './parked-changes.ts'
import type { WebhookQueue } from './webhook-queue.ts'

export type GoalChanges = {
  lambda: NodejsFunction
  mapping: CfnEventSourceMapping
  deadLetters: Queue
  /** Has what Lambda gave up. */
  parked: Bucket
}

/** Lambda polls the stream with the function's role. It makes these calls and `ListStreams`; the function does not. */
const streamActions = ['DescribeStream', 'GetRecords', 'GetShardIterator'].map(
  (action) => `dynamodb:${action}`,
)

/** The stream keeps records for a day. An hour before, Lambda puts what still fails into the bucket, whole. */
const maximumAgeHours = 23

/**
 * The function that follows changes from the table's stream: it appends events to the feed, finishes deletions, writes the postings
 * by which goals are found, and announces events to the webhooks. Lambda invokes it only for writes that cause one of these; the
 * filter for other writes is free. Queue and mapping keep the names of their first task, so that they are not replaced.
 */
export function createGoalChanges(
  scope: Construct,
  configuration: Configuration,
  { table, distribution }: FunctionParts,
  webhookQueue: WebhookQueue,
): GoalChanges {
  const deadLetters = createDeadLetters(scope, 'CleanUpDeadLetters', 'deadLetters', 'goal-changes')
  const parked = createParkedChanges(scope, deadLetters)
  const streamArn = table.tableStreamArn
  if (streamArn === undefined) throw new Error('the table has no stream')
  const lambda = createLambdaFunction(scope, 'GoalChanges', configuration, {
    folder: 'goal-changes',
    description: `Cairn ${configuration.stage}: writes the feed and the words, and finishes deletions`,
    ...backgroundProfiles['goal-changes'],
    environment: {
      ...commonEnvironment(configuration, table.tableName, distribution),
      WEBHOOK_QUEUE_URL: webhookQueue.queue.queueUrl,
      DEAD_LETTERS_URL: deadLetters.queueUrl,
    },
    statements: [
      ...tableStatements(table, backgroundAccess['goal-changes']),
      new PolicyStatement({ actions: streamActions, resources: [streamArn] }),
      // Supports no resource.
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
      // Lambda writes with the function's role. It lists the bucket to tell a missing permission from a missing bucket.
      new PolicyStatement({ actions: ['s3:PutObject'], resources: [parked.arnForObjects('*')] }),
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [parked.bucketArn] }),
      webhookQueue.sendStatement,
    ],
  })
  if (lambda.role) {
    suppress(lambda.role, {
      'AwsSolutions-IAM5': {
        reason: 'Lambda chooses the names of the objects in the bucket, which is for nothing else.',
        appliesTo: [{ regex: '/^Resource::<ParkedChanges.*>\\/\\*$/g' }],
      },
    })
  }
  const mapping = new CfnEventSourceMapping(scope, 'CleanUpStream', {
    functionName: liveOf(lambda, configuration).functionName,
    eventSourceArn: streamArn,
    startingPosition: 'TRIM_HORIZON',
    filterCriteria: { filters: followed.map((pattern) => ({ pattern: JSON.stringify(pattern) })) },
    // A page of the feed takes 16 events, so a batch of an organization costs a few writes. The function stops at its deadline, and
    // continues there.
    batchSize: 100,
    functionResponseTypes: ['ReportBatchItemFailures'],
    bisectBatchOnFunctionError: true,
    // Until it is done, because Lambda cannot tell a transient failure. The function counts the others itself, and parks them.
    maximumRetryAttempts: -1,
    maximumRecordAgeInSeconds: maximumAgeHours * 60 * 60,
    destinationConfig: { onFailure: { destination: parked.bucketArn } },
  })
  // Lambda checks the permissions when the mapping is created.
  mapping.node.addDependency(lambda)
  return { lambda, mapping, deadLetters, parked }
}

/**
 * The changes that `functions/goal-changes` handles: entries of histories, acknowledgements, other events, texts, comments, words, and
 * removed goals. A function follows at most five patterns.
 */
const followed = [
  {
    eventName: ['INSERT'],
    dynamodb: {
      NewImage: {
        __edb_e__: {
          S: ['goalReport', 'goalEdit', 'goalAcknowledgement', 'event', 'goalText', 'goalComment'],
        },
      },
    },
  },
  // With a later confirmation, or other words.
  {
    eventName: ['MODIFY'],
    dynamodb: { NewImage: { __edb_e__: { S: ['goalAcknowledgement', 'goalComment'] } } },
  },
  { eventName: ['REMOVE'], dynamodb: { OldImage: { __edb_e__: { S: ['goalRow', 'goalTextWords'] } } } },
  { dynamodb: { Keys: { sk: { S: ['w'] } } } },
]
