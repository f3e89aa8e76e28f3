import { Duration, Stack } from 'aws-cdk-lib'
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IBackupVault } from 'aws-cdk-lib/aws-backup'
import { type Alarm, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { pin } from '../data/stateful.ts'
import type { Background } from '../functions/background/background.ts'
import type { EmailSender } from '../functions/email.ts'
import { metricsNamespace } from '../functions/function-environment.ts'
import { suppress } from '../stack/suppressions.ts'
import { backgroundAlarms } from './background-alarms.ts'
import { backupAlarms } from './backup-alarms.ts'
import { alarmsIn } from './create-alarm.ts'
import { tableErrors, tableThrottles } from './table-metrics.ts'
import { watchWebhookReceivers } from './webhook-receivers.ts'

export type Watched = {
  stage: HttpStage
  /** Those of requests. */
  functions: readonly NodejsFunction[]
  background: Background
  table: ITable
  email: EmailSender | undefined
  /** Undefined without backups. */
  backupVault: IBackupVault | undefined
  /** Undefined if the checks from outside are off. */
  syntheticCheck: IFunction | undefined
  protection: StateMachine
}

export function allFunctions({ functions, background }: Watched): NodejsFunction[] {
  const { goalChanges, webhookDeliveries, due } = background
  return [...functions, goalChanges.lambda, webhookDeliveries, due.lambda]
}

const period = Duration.minutes(5)

/** SES reviews accounts with 5 % bounces or 0.1 % complaints (its documentation, "Monitoring your sender reputation"). */
const bounceRateOfReview = 0.05
const complaintRateOfReview = 0.001

/** After that, somebody is reminded to rotate the secrets. Rotation by itself would break the order of its steps. */
const secretDays = 365

/** Alarms that need a person. They go to the configured address; without one, only the console shows them. */
export function createAlarms(scope: Construct, configuration: Configuration, watched: Watched): Alarm[] {
  const { alarmEmail, stage: stageName } = configuration
  const { stage, table, background, email, protection, syntheticCheck } = watched
  watchWebhookReceivers(scope, configuration, background.webhookDeliveries)
  const alarm = alarmsIn(scope)
  const twoOfThree = { evaluationPeriods: 3, datapointsToAlarm: 2 }
  const alarms = [
    alarm(
      'ServerErrors',
      stage.metricServerError({ period, statistic: Stats.SUM }),
      5,
      'The API responds with 5xx.',
    ),
    alarm(
      'Latency',
      stage.metricLatency({ period, statistic: Stats.percentile(99) }),
      3_000,
      'One request in a hundred takes 3 seconds or more.',
      twoOfThree,
    ),
    // One alarm for each function costs as much as one for all, because CloudWatch charges by metric. An alarm also takes at most
    // ten metrics, so a deploy with more functions would fail.
    ...allFunctions(watched).flatMap((lambda) => [
      alarm(
        `${lambda.node.id}Errors`,
        lambda.metricErrors({ period, statistic: Stats.SUM }),
        1,
        `${lambda.node.id} crashed or timed out.`,
      ),
      alarm(
        `${lambda.node.id}Throttles`,
        lambda.metricThrottles({ period, statistic: Stats.SUM }),
        1,
        `${lambda.node.id} is throttled. The account is at its concurrency limit.`,
      ),
    ]),
    ...tableThrottles(table, period).map(({ index, metric }) =>
      alarm(
        `TableThrottles${index ?? ''}`,
        metric,
        1,
        `The ${index === undefined ? 'table' : `index ${index}`} throttles requests.`,
      ),
    ),
    alarm('TableReadErrors', tableErrors(table, 'Read', period), 5, 'Reads fail inside DynamoDB.'),
    alarm('TableWriteErrors', tableErrors(table, 'Write', period), 5, 'Writes fail inside DynamoDB.'),
    ...backgroundAlarms(alarm, configuration, background),
    alarm(
      'Protection',
      protection.metricFailed({ period, statistic: Stats.SUM }),
      1,
      'The stack policy could not be set. See "What a deploy never replaces" in infra/README.md.',
    ),
    ...(syntheticCheck
      ? [
          alarm(
            'CheckFailed',
            syntheticCheck.metricErrors({ period, statistic: Stats.SUM }),
            1,
            'The service cannot be used from outside: health, a page or signing in failed twice.',
            { evaluationPeriods: 2, datapointsToAlarm: 2 },
          ),
          alarm(
            'SecretAge',
            new Metric({
              namespace: metricsNamespace(stageName),
              metricName: 'secretAgeDays',
              period: Duration.days(1),
              statistic: Stats.MAXIMUM,
            }),
            secretDays,
            `A secret is older than ${secretDays} days. See "Rotating secrets" in infra/README.md.`,
          ),
        ]
      : []),
    ...backupAlarms(alarm, configuration, watched),
    ...(email?.kind === 'ses'
      ? [reputation('BounceRate', bounceRateOfReview), reputation('ComplaintRate', complaintRateOfReview)]
      : []),
  ]
  if (alarmEmail !== undefined) notify(scope, alarmEmail, alarms)
  return alarms

  function reputation(name: 'BounceRate' | 'ComplaintRate', threshold: number): Alarm {
    const metric = new Metric({
      namespace: 'AWS/SES',
      metricName: `Reputation.${name}`,
      period: Duration.hours(1),
      statistic: Stats.AVERAGE,
    })
    return alarm(name, metric, threshold, `${name} of emails is so high that SES will review the account.`)
  }
}

function notify(scope: Construct, address: string, alarms: readonly Alarm[]): void {
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true, displayName: 'Cairn alarms' })
  pin(topic, 'alarmTopic')
  topic.addSubscription(new EmailSubscription(address))
  // The topic's own policy (TLS only) replaces the default one, so alarms need explicit permission to publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  )
  suppress(topic, {
    'Serverless-SNSRedrivePolicy': 'The console shows the alarm even if its email cannot be delivered.',
    'AwsSolutions-SNS2':
      'Alarms contain only names and values of metrics. CloudWatch cannot publish to a topic encrypted with the AWS managed key.',
  })
  const action = new SnsAction(topic)
  for (const alarm of alarms) {
    alarm.addAlarmAction(action)
    alarm.addOkAction(action)
  }
}
