/**
 * Receivers that occupy the instances of webhooks: slow ones, and those that let attempts time out.
 *
 * A metric has no dimension for them: each webhook would cost $0.30 a month, and anybody could create more. So a filter counts the lines
 * of the log, the alarm has one metric, and a saved query, which the alarm names, lists webhook, organization and host.
 */
import { slowAnswerMilliseconds } from '@cairn/contract/schemas/webhooks'
import { webhookMessages } from '@cairn/lambda/webhooks/webhook-state-log'
import type { Duration } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import { FilterPattern, MetricFilter, QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { metricsNamespace } from '../functions/function-environment.ts'

const metricName = 'slowWebhookReceivers'

/** The name of the saved query in CloudWatch Logs Insights. */
export function failingWebhooksQuery({ stage }: Configuration): string {
  return `Cairn-${stage}/failing webhooks`
}

/** Counts the receivers, and saves the query. */
export function watchWebhookReceivers(
  scope: Construct,
  configuration: Configuration,
  { logGroup }: NodejsFunction,
): void {
  new MetricFilter(scope, 'SlowWebhookReceivers', {
    logGroup,
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.message', '=', webhookMessages.failing),
      FilterPattern.numberValue('$.durationMilliseconds', '>', slowAnswerMilliseconds),
    ),
    metricNamespace: metricsNamespace(configuration.stage),
    metricName,
    metricValue: '1',
  })
  new QueryDefinition(scope, 'FailingWebhooks', {
    queryDefinitionName: failingWebhooksQuery(configuration),
    logGroups: [logGroup],
    queryString: new QueryString({
      fields: [
        '@timestamp',
        'message',
        'webhookId',
        'organizationId',
        'host',
        'failingReason',
        'durationMilliseconds',
        'reason',
      ],
      filterStatements: [`message in [${Object.values(webhookMessages).map((text) => `"${text}"`)}]`],
      sort: '@timestamp desc',
      limit: 200,
    }),
  })
}

/** Returns the number of receivers that began to fail after they had occupied an instance for longer than a receiver should. */
export function slowReceivers({ stage }: Configuration, period: Duration): Metric {
  return new Metric({ namespace: metricsNamespace(stage), metricName, period, statistic: Stats.SUM })
}
