import { Duration, Tags } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { pin } from '../../data/stateful.ts'
import { backgroundProfiles } from './background-profiles.ts'
import { createDeadLetters } from './dead-letters.ts'

export type WebhookQueue = {
  queue: Queue
  deadLetters: Queue
  /** For functions that announce events. */
  sendStatement: PolicyStatement
}

/**
 * The queue that says which organizations have events for their webhooks. A message holds no event: the feed does, and each webhook
 * has its position there. So a message may be lost, repeated or late, and its order means nothing. Messages have their organization as
 * the group, which makes this standard queue a fair queue: that needs no setting and no permission here.
 */
export function createWebhookQueue(scope: Construct): WebhookQueue {
  const component = 'webhook-deliveries'
  const deadLetters = createDeadLetters(scope, 'WebhookDeadLetters', 'webhookDeadLetters', component)
  const queue = new Queue(scope, 'WebhookQueue', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // Lambda's recommendation: six times the timeout, so that a message in a slow function does not appear a second time.
    visibilityTimeout: Duration.seconds(6 * backgroundProfiles['webhook-deliveries'].timeoutSeconds),
    // With the visibility timeout half an hour: the database recovers from a transient failure in less.
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    retentionPeriod: Duration.days(4),
  })
  pin(queue, 'webhookQueue')
  Tags.of(queue).add('component', component)
  return {
    queue,
    deadLetters,
    sendStatement: new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }),
  }
}
