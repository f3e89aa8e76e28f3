import { Duration, Stack } from 'aws-cdk-lib'
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { pin } from '../data/stateful.ts'
import type { EmailSender } from '../functions/email.ts'
import type { CleanUp } from '../functions/goal-cleanup.ts'
import { suppress } from '../suppressions.ts'
import { tableErrors, tableThrottles } from './table-metrics.ts'

export type Watched = {
  stage: HttpStage
  functions: readonly NodejsFunction[]
  table: ITable
  cleanUp: CleanUp
  email: EmailSender | undefined
  protection: StateMachine
}

const period = Duration.minutes(5)

/** SES reviews accounts from 5 % bounces and 0.1 % complaints on (its documentation, "Monitoring your sender reputation"). */
const bounceRateOfReview = 0.05
const complaintRateOfReview = 0.001

/** Alarms for what needs somebody; to an address where one is configured, else only in the console. */
export function createAlarms(scope: Construct, { alarmEmail }: Configuration, watched: Watched): Alarm[] {
  const { stage, functions, table, cleanUp, email, protection } = watched
  const alarm = (
    id: string,
    metric: IMetric,
    threshold: number,
    description: string,
    more: Partial<AlarmProps> = {},
  ) =>
    new Alarm(scope, `Alarm${id}`, {
      metric,
      threshold,
      alarmDescription: `Cairn: ${description}`,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...more,
    })
  const twoOfThree = { evaluationPeriods: 3, datapointsToAlarm: 2 }
  const alarms = [
    alarm(
      'ServerErrors',
      stage.metricServerError({ period, statistic: Stats.SUM }),
      5,
      'the API answers with 5xx.',
    ),
    alarm(
      'Latency',
      stage.metricLatency({ period, statistic: Stats.percentile(99) }),
      3_000,
      'one request in a hundred takes more than 3 seconds.',
      twoOfThree,
    ),
    // One for each function, which costs as much as one over all of them: CloudWatch charges by metric. It takes at most
    // ten in one alarm, and would refuse the deploy that adds a function too many.
    ...functions.flatMap((lambda) => [
      alarm(
        `${lambda.node.id}Errors`,
        lambda.metricErrors({ period, statistic: Stats.SUM }),
        1,
        `${lambda.node.id} crashed or ran out of time.`,
      ),
      alarm(
        `${lambda.node.id}Throttles`,
        lambda.metricThrottles({ period, statistic: Stats.SUM }),
        1,
        `${lambda.node.id} is throttled: the account limit is near.`,
      ),
    ]),
    ...tableThrottles(table, period).map(({ index, metric }) =>
      alarm(
        `TableThrottles${index ?? ''}`,
        metric,
        1,
        `the ${index === undefined ? 'table' : `index ${index}`} throttles requests.`,
      ),
    ),
    alarm('TableReadErrors', tableErrors(table, 'Read', period), 5, 'DynamoDB fails reads by itself.'),
    alarm('TableWriteErrors', tableErrors(table, 'Write', period), 5, 'DynamoDB fails writes by itself.'),
    alarm(
      'CleanUpDeadLetters',
      cleanUp.deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
      1,
      'what is left of a deleted goal could not be removed. See "Dead letters" in infra/README.md.',
    ),
    alarm(
      'CleanUpDelay',
      cleanUp.lambda.metric('IteratorAge', { period, statistic: Stats.MAXIMUM }),
      Duration.hours(1).toMilliseconds(),
      'deleted goals wait for their clean-up for more than an hour.',
    ),
    alarm(
      'Protection',
      protection.metricFailed({ period, statistic: Stats.SUM }),
      1,
      'the stack policy could not be set. See "What a deploy never replaces" in infra/README.md.',
    ),
    ...(email
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
    return alarm(name, metric, threshold, `SES will review the account: too many mails come back (${name}).`)
  }
}

function notify(scope: Construct, address: string, alarms: readonly Alarm[]): void {
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true, displayName: 'Cairn alarms' })
  pin(topic, 'alarmTopic')
  topic.addSubscription(new EmailSubscription(address))
  // A topic with a policy of its own (TLS only) has no other: without this no alarm would get through.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  )
  suppress(topic, {
    'Serverless-SNSRedrivePolicy':
      'A mail that cannot be delivered has no better place to go; the console has the alarm.',
    'AwsSolutions-SNS2':
      'Alarms hold names and numbers of metrics. CloudWatch cannot publish to a topic under the key of the account.',
  })
  const action = new SnsAction(topic)
  for (const alarm of alarms) {
    alarm.addAlarmAction(action)
    alarm.addOkAction(action)
  }
}
