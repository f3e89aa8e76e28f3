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

/** One page that answers: is it well, how much does it do, what is slow, what fails, and is the database the reason. */
export function createDashboard(
  scope: Construct,
  configuration: Configuration,
  { stage: api, functions, table, cleanUp }: Watched,
  alarms: Alarm[],
): void {
  const { stage, metrics } = configuration
  const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
    new GraphWidget({ title, left, right, width: 12, height: 6, period })
  const perFunction = (metric: (lambda: Watched['functions'][number]) => IMetric) => functions.map(metric)
  /** Of every operation that there was; the functions' log lines carry these figures. */
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
              graph('Refusals and errors by operation and code', [search('operation,code', requests, 'Sum')]),
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
          'Clean-up of deleted goals',
          [cleanUp.lambda.metricInvocations({ period }), cleanUp.lambda.metricErrors({ period })],
          [
            cleanUp.deadLetters.metricApproximateNumberOfMessagesVisible({
              period,
              statistic: Stats.MAXIMUM,
            }),
          ],
        ),
      ],
    ],
  })
}
