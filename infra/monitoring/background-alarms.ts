import { Duration } from 'aws-cdk-lib'
import {
  type Alarm,
  ComparisonOperator,
  type Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Configuration } from '../configuration/configuration.ts'
import type { Background } from '../functions/background/background.ts'
import type { CreateAlarm } from './create-alarm.ts'
import { failingWebhooksQuery, slowReceivers } from './webhook-receivers.ts'

const period = Duration.minutes(5)

/** How late the function of the stream is, in milliseconds. */
export function streamDelay({ goalChanges: { lambda } }: Background): Metric {
  return lambda.metric('IteratorAge', { period, statistic: Stats.MAXIMUM })
}

/** How long the oldest message has waited, in seconds. */
export function queueAge({ webhookQueue: { queue } }: Background): Metric {
  return queue.metricApproximateAgeOfOldestMessage({
    period,
    statistic: Stats.MAXIMUM,
  })
}

export function messagesIn(queue: Queue): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM })
}

/** Returns the wait of the oldest message of all organizations but the busiest, in seconds: the metric of SQS for fair queues. */
export function quietQueueAge({ webhookQueue: { queue } }: Background): Metric {
  return queue.metric('ApproximateAgeOfOldestMessageInQuietGroups', { period, statistic: Stats.MAXIMUM })
}

/** Alarms of what nobody waits for, and so nobody would notice. */
export function backgroundAlarms(
  alarm: CreateAlarm,
  configuration: Configuration,
  background: Background,
): Alarm[] {
  const { goalChanges, webhookQueue, due } = background
  const seeRunbook = 'See "Dead letters" in infra/README.md.'
  return [
    alarm(
      'ChangesDeadLetters',
      messagesIn(goalChanges.deadLetters),
      1,
      `Changes were parked: the feed lacks their events. The dead letters name them. ${seeRunbook}`,
    ),
    alarm(
      'ChangesDelay',
      streamDelay(background),
      Duration.hours(1).toMilliseconds(),
      'Feed, search and webhooks are an hour late or more. See "When the stream stands still" in infra/README.md.',
    ),
    alarm(
      'WebhookDeadLetters',
      messagesIn(webhookQueue.deadLetters),
      1,
      `Events of an organization could not be delivered, for a reason of ours. ${seeRunbook}`,
    ),
    alarm(
      'WebhookDelay',
      queueAge(background),
      Duration.minutes(15).toSeconds(),
      'Webhooks are a quarter of an hour late or more.',
    ),
    alarm(
      'WebhookDelayOfOthers',
      quietQueueAge(background),
      Duration.minutes(1).toSeconds(),
      'Webhooks of organizations with little to deliver are a minute late or more, because others occupy all instances. Raise webhookConcurrency. See "Slow receivers" in infra/README.md.',
    ),
    alarm(
      'WebhookReceivers',
      slowReceivers(configuration, period),
      1,
      `A receiver of webhooks occupied instances for more than 5 seconds at a time, and is tried less often now. The saved query "${failingWebhooksQuery(configuration)}" of CloudWatch Logs Insights names the webhook, its organization and its host. See "Slow receivers" in infra/README.md.`,
    ),
    alarm(
      'DueDeadLetters',
      messagesIn(due.deadLetters),
      1,
      `A sweep could not be started, or a record that is due has failed ten times; the dead letter names it. ${seeRunbook}`,
    ),
    alarm(
      'DueNotRunning',
      due.lambda.metricInvocations({ period: Duration.minutes(15), statistic: Stats.SUM }),
      1,
      'No sweep has run for a quarter of an hour, so no reminder is sent.',
      {
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.BREACHING,
      },
    ),
  ]
}
