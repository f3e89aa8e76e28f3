import { Duration } from 'aws-cdk-lib'
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { CfnEventInvokeConfig, type IFunction } from 'aws-cdk-lib/aws-lambda'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { Configuration } from '../../configuration/configuration.ts'
import { noEmails } from '../email.ts'
import { backgroundAccess, tableStatements } from '../function-access.ts'
import { commonEnvironment } from '../function-environment.ts'
import type { FunctionParts } from '../group-functions.ts'
import { createLambdaFunction } from '../lambda-function.ts'
import { liveAlias, liveOf } from '../live.ts'
import { backgroundProfiles } from './background-profiles.ts'
import { createDeadLetters } from './dead-letters.ts'
import type { WebhookQueue } from './webhook-queue.ts'

export type Due = { lambda: NodejsFunction; deadLetters: Queue }

/**
 * The function that does what is due, each minute: reminders, digests, and the next attempts of webhooks. Nothing retries a sweep:
 * what it leaves is due for a later one. It fails if a record needs a person, so that its dead letter names the record.
 */
export function createDue(
  scope: Construct,
  configuration: Configuration,
  { table, distribution, email }: FunctionParts,
  webhookQueue: WebhookQueue,
): Due {
  const deadLetters = createDeadLetters(scope, 'DueDeadLetters', 'dueDeadLetters', 'due')
  const lambda = createLambdaFunction(scope, 'Due', configuration, {
    folder: 'due',
    description: `Cairn ${configuration.stage}: sends reminders and digests, and retries webhooks`,
    ...backgroundProfiles.due,
    environment: {
      ...commonEnvironment(configuration, table.tableName, distribution),
      ...(email ? { ...email.environment, EMAILS_PER_SECOND: String(email.perSecond) } : noEmails),
      WEBHOOK_QUEUE_URL: webhookQueue.queue.queueUrl,
    },
    statements: [
      ...tableStatements(table, backgroundAccess.due),
      webhookQueue.sendStatement,
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
      ...(email?.statements ?? []),
    ],
  })
  const live = liveOf(lambda, configuration)
  const invocation = new CfnEventInvokeConfig(scope, 'DueInvocation', {
    functionName: lambda.functionName,
    qualifier: configuration.canary ? liveAlias : '$LATEST',
    maximumRetryAttempts: 0,
    // The least that Lambda takes.
    maximumEventAgeInSeconds: 60,
    destinationConfig: { onFailure: { destination: deadLetters.queueArn } },
  })
  // Lambda checks the permissions when the destination is set.
  invocation.node.addDependency(lambda)
  new Rule(scope, 'EachMinute', {
    description: 'Cairn: a sweep of what is due',
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [
      new LambdaFunction(live, {
        // For sweeps that could not be started. The function's own failures come from Lambda.
        deadLetterQueue: deadLetters,
        retryAttempts: 0,
        maxEventAge: Duration.minutes(1),
      }),
    ],
  })
  if (email?.configurationSet !== undefined) {
    createBounceRule(scope, email.configurationSet, live, deadLetters)
  }
  return { lambda, deadLetters }
}

/**
 * Tells the function of invitations whose address does not exist, so that administrators see it. Only permanent bounces: SES itself
 * tries again after the others.
 */
function createBounceRule(
  scope: Construct,
  configurationSet: string,
  target: IFunction,
  deadLetters: Queue,
): void {
  new Rule(scope, 'BouncedInvitations', {
    description: 'Cairn: an invitation could not be delivered',
    eventPattern: {
      source: ['aws.ses'],
      detailType: ['Email Bounced'],
      detail: {
        bounce: { bounceType: ['Permanent'] },
        mail: { tags: { 'ses:configuration-set': [configurationSet], kind: ['organization_invitation'] } },
      },
    },
    targets: [
      new LambdaFunction(target, {
        deadLetterQueue: deadLetters,
        event: RuleTargetInput.fromObject({
          bounced: EventField.fromPath('$.detail.mail.destination'),
          at: EventField.fromPath('$.time'),
        }),
      }),
    ],
  })
}
