import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { Construct } from 'constructs'
import type { Configuration } from '../../configuration/configuration.ts'
import { suppress } from '../../stack/suppressions.ts'
import { noEmails } from '../email.ts'
import { backgroundAccess, tableStatements } from '../function-access.ts'
import { commonEnvironment } from '../function-environment.ts'
import type { FunctionParts } from '../group-functions.ts'
import { createLambdaFunction } from '../lambda-function.ts'
import { liveOf } from '../live.ts'
import { backgroundProfiles } from './background-profiles.ts'
import type { WebhookQueue } from './webhook-queue.ts'

/** Lambda takes messages from the queue with the function's role. */
const queueActions = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map(
  (action) => `sqs:${action}`,
)

/**
 * The function that delivers the events of the feed to the webhooks of an organization. It has no VPC, so it reaches every public
 * address; the sender refuses all others.
 */
export function createWebhookDeliveries(
  scope: Construct,
  configuration: Configuration,
  { table, distribution, email }: FunctionParts,
  { queue, sendStatement }: WebhookQueue,
): NodejsFunction {
  const lambda = createLambdaFunction(scope, 'WebhookDeliveries', configuration, {
    folder: 'webhook-deliveries',
    description: `Cairn ${configuration.stage}: delivers events to webhooks`,
    ...backgroundProfiles['webhook-deliveries'],
    environment: {
      ...commonEnvironment(configuration, table.tableName, distribution),
      ...(email ? email.environment : noEmails),
      WEBHOOK_QUEUE_URL: queue.queueUrl,
    },
    statements: [
      ...tableStatements(table, backgroundAccess['webhook-deliveries']),
      new PolicyStatement({ actions: queueActions, resources: [queue.queueArn] }),
      // An organization that has more to deliver comes again, behind others.
      sendStatement,
      ...(email?.statements ?? []),
    ],
  })
  const mapping = new CfnEventSourceMapping(scope, 'WebhookMessages', {
    functionName: liveOf(lambda, configuration).functionName,
    eventSourceArn: queue.queueArn,
    // An invocation lasts as long as its slowest organization, so no other one is in it. In the simulation of `fairness.test.ts`, batches of
    // 2 to 10 let others wait 31 to 70 seconds with five instances, instead of 18.
    batchSize: 1,
    functionResponseTypes: ['ReportBatchItemFailures'],
    scalingConfig: { maximumConcurrency: configuration.webhookConcurrency },
  })
  // Lambda checks the permissions when the mapping is created.
  mapping.node.addDependency(lambda)
  suppress(mapping, {
    'Serverless-LambdaEventSourceMappingDestination': 'The queue has its own dead-letter queue.',
  })
  return lambda
}
