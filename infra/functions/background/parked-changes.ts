import { Duration, RemovalPolicy, Stack, Tags } from 'aws-cdk-lib'
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket } from 'aws-cdk-lib/aws-s3'
import { CfnQueuePolicy, type Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { pin } from '../../data/stateful.ts'
import { suppress } from '../../stack/suppressions.ts'

/** As long as the feed keeps events. */
const keptDays = 90

/**
 * The bucket into which Lambda puts what it gives up: the whole records of the stream, not only their positions. The function itself
 * parks in the table what fails for a reason of its own, so this is for a function that cannot even do that for 23 hours.
 *
 * Each object announces itself in the queue of dead letters, whose alarm tells. `npm run repair` takes it up again.
 */
export function createParkedChanges(scope: Construct, deadLetters: Queue): Bucket {
  const bucket = new Bucket(scope, 'ParkedChanges', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [{ expiration: Duration.days(keptDays) }],
  })
  pin(bucket, 'parkedChanges')
  Tags.of(bucket).add('component', 'goal-changes')
  suppress(bucket, {
    'AwsSolutions-S1':
      'Only Lambda writes to it, and only the repair of a person reads it. CloudTrail can tell who did.',
  })
  deadLetters.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [deadLetters.queueArn],
      // Not the bucket's ARN: the bucket is created after the policy, which S3 checks.
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  )
  const { defaultChild } = bucket.node
  if (!(defaultChild instanceof CfnBucket)) throw new Error('a bucket is not a single resource')
  // The CDK's own notifications need a function that runs at each deploy.
  defaultChild.notificationConfiguration = {
    queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: deadLetters.queueArn }],
  }
  for (const policy of deadLetters.node.findAll()) {
    if (policy instanceof CfnQueuePolicy) defaultChild.addResourceDependency(policy)
  }
  return bucket
}
