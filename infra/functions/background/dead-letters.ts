import { Duration, Tags } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { pin, type StatefulResource } from '../../data/stateful.ts'
import { suppress } from '../../stack/suppressions.ts'

/**
 * A queue for what a background function could not do. An alarm watches it ("Dead letters" in infra/README.md).
 *
 * @param component  The folder of the function, for cost allocation.
 */
export function createDeadLetters(
  scope: Construct,
  id: string,
  name: StatefulResource,
  component: string,
): Queue {
  const deadLetters = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // The longest that SQS offers: a person reads them.
    retentionPeriod: Duration.days(14),
  })
  pin(deadLetters, name)
  Tags.of(deadLetters).add('component', component)
  suppress(deadLetters, {
    'AwsSolutions-SQS3': 'This is a dead-letter queue.',
    'Serverless-SQSRedrivePolicy': 'This is a dead-letter queue.',
  })
  return deadLetters
}
