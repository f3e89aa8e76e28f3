import { Duration } from 'aws-cdk-lib'
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { accountWideName } from '../configuration/account-wide-name.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { metricsNamespace } from '../functions/group-functions.ts'
import type { Watched } from './alarms.ts'
import { consumedUnits, tableThrottles } from './table-metrics.ts'

const period = Duration.minutes(5)

/** One page that shows whether the service is healthy, its load, what is slow, what fails, and whether the database is the cause. */
export function createDashboard(
  scope: Construct,
  configuration: Configuration,
  { stage: api, functions, table, goalChanges }: Watched,
  alarms: Alarm[],
): void {
  const { stage, metrics } = configuration
  const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
    new GraphWidget({ title, left, right, width: 12, height: 6, period })
  const perFunction = (metric: (lambda: Watched['functions'][number]) => IMetric) => functions.map(metric)
  /** Metrics of every operation, which the functions' log lines contain. */
  const search = (dimensions: string, terms: string, statistic: string) =>
    new MathExpression({
      expression: `SEARCH('{${metricsNamespace(stage)},${dimensions}} ${terms}', '${statistic}', ${period.toSeconds()})`,
      usingMetrics: {},
      period,
      label: '',
    })
  const requests = 'MetricName="requests"'
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
              graph('Requests by operation', [search('operation', requests, 'Sum')]),
              graph('Latency by operation, p90 (ms)', [search('operation', 'MetricName="latency"', 'p90')]),
            ],
            [
              graph('Client and server errors by operation and code', [
                search('operation,code', requests, 'Sum'),
              ]),
              graph('Conflicts', [
                search(
                  'operation,code',
                  `${requests} code=("goal_revision_conflict" OR "goal_update_idempotency_conflict")`,
                  'Sum',
                ),
              ]),
            ],
          ]
        : []),
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
          'Cleanup of deleted goals',
          [goalChanges.lambda.metricInvocations({ period }), goalChanges.lambda.metricErrors({ period })],
          [
            goalChanges.deadLetters.metricApproximateNumberOfMessagesVisible({
              period,
              statistic: Stats.MAXIMUM,
            }),
          ],
        ),
      ],
    ],
  })
}
