import { Duration } from 'aws-cdk-lib'
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryWidget,
  MathExpression,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { Construct } from 'constructs'
import { accountWideName } from '../configuration/account-wide-name.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { metricsNamespace } from '../functions/function-environment.ts'
import { allFunctions, type Watched } from './alarms.ts'
import { messagesIn, queueAge, quietQueueAge, streamDelay } from './background-alarms.ts'
import { consumedUnits, tableThrottles } from './table-metrics.ts'

const period = Duration.minutes(5)

/** One page that shows whether the service is healthy, its load, what is slow, what fails, and whether the database is the cause. */
export function createDashboard(
  scope: Construct,
  configuration: Configuration,
  watched: Watched,
  alarms: Alarm[],
): void {
  const { stage, metrics } = configuration
  const { stage: api, table, background } = watched
  const { goalChanges, webhookQueue, due } = background
  const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
    new GraphWidget({ title, left, right, width: 12, height: 6, period })
  const perFunction = (metric: (lambda: NodejsFunction) => IMetric) => allFunctions(watched).map(metric)
  /** The metric of each operation, which the functions' log lines contain. */
  const latency = (statistic: string) =>
    new MathExpression({
      expression: `SEARCH('{${metricsNamespace(stage)},operation} MetricName="latency"', '${statistic}', ${period.toSeconds()})`,
      usingMetrics: {},
      period,
      label: '',
    })
  /** Errors by operation and code, counted when somebody looks: metrics of each pair would cost more than the service. */
  const errors = new LogQueryWidget({
    title: 'Errors by operation and code',
    logGroupNames: watched.functions.map((lambda) => lambda.logGroup.logGroupName),
    queryLines: [
      'filter ispresent(code)',
      'stats count(*) as requests by operation, code',
      'sort requests desc',
    ],
    width: 24,
    height: 6,
  })
  new Dashboard(scope, 'Dashboard', {
    dashboardName: accountWideName(scope, configuration, 'dashboard'),
    defaultInterval: Duration.hours(12),
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 3 })],
      [
        graph('Requests and errors', [
          api.metricCount({ period, label: 'requests' }),
          api.metricClientError({ period, label: '4xx' }),
          api.metricServerError({ period, label: '5xx' }),
        ]),
        graph(
          'Latency (ms)',
          ['p50', 'p90', 'p99'].map((statistic) =>
            api.metricLatency({ period, statistic, label: statistic }),
          ),
        ),
      ],
      ...(metrics
        ? [
            [
              graph('Requests by operation', [latency('SampleCount')]),
              graph('Latency by operation, p90 (ms)', [latency('p90')]),
            ],
          ]
        : []),
      [errors],
      [
        graph(
          'Functions: duration p90 (ms)',
          perFunction((lambda) => lambda.metricDuration({ period, statistic: 'p90' })),
          [],
        ),
        graph(
          'Functions: errors and throttles',
          perFunction((lambda) => lambda.metricErrors({ period })),
          perFunction((lambda) => lambda.metricThrottles({ period })),
        ),
      ],
      [
        graph(
          'Table: units and throttles',
          [consumedUnits(table, 'Read', period), consumedUnits(table, 'Write', period)],
          tableThrottles(table, period).map(({ metric }) => metric),
        ),
        graph(
          'Feed: batches and delay of the stream (ms)',
          [goalChanges.lambda.metricInvocations({ period }), goalChanges.lambda.metricErrors({ period })],
          [streamDelay(background).with({ label: 'delay of the stream' })],
        ),
      ],
      [
        graph(
          'Webhooks: messages and the oldest (s)',
          [messagesIn(webhookQueue.queue), webhookQueue.queue.metricNumberOfMessagesSent({ period })],
          [
            queueAge(background).with({ label: 'oldest message' }),
            quietQueueAge(background).with({ label: 'oldest message of quiet organizations' }),
          ],
        ),
        graph(
          'Due work: sweeps and failures, dead letters of all',
          [due.lambda.metricInvocations({ period }), due.lambda.metricErrors({ period })],
          [goalChanges, webhookQueue, due].map(({ deadLetters }) => messagesIn(deadLetters)),
        ),
      ],
    ],
  })
}
