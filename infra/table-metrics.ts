import { tableDefinition } from '@cairn/domain/table/definition'
import type { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'

const namespace = 'AWS/DynamoDB'

/** Throttled reads and writes of the table and of its indexes, which are counted apart. */
export function tableThrottles(table: ITable, period: Duration): MathExpression {
  const places = [undefined, ...tableDefinition.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName)]
  const metrics = places.flatMap((index, place) =>
    (['ReadThrottleEvents', 'WriteThrottleEvents'] as const).map((metricName) => [
      `${metricName === 'ReadThrottleEvents' ? 'r' : 'w'}${place}`,
      new Metric({
        namespace,
        metricName,
        period,
        statistic: Stats.SUM,
        dimensionsMap: {
          TableName: table.tableName,
          ...(index !== undefined && { GlobalSecondaryIndexName: index }),
        },
      }),
    ]),
  )
  return new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics),
    period,
    label: 'throttled reads and writes',
  })
}

/** What the functions send, in DynamoDB's words for its metrics. */
const usedOperations = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
]

/** Requests that DynamoDB failed of its own accord. */
export function tableErrors(table: ITable, period: Duration): MathExpression {
  const metrics = usedOperations.map((operation, index) => [
    `o${index}`,
    new Metric({
      namespace,
      metricName: 'SystemErrors',
      period,
      statistic: Stats.SUM,
      dimensionsMap: { TableName: table.tableName, Operation: operation },
    }),
  ])
  return new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics),
    period,
    label: 'failed requests',
  })
}

/** Read or write units that the table took. */
export function consumedUnits(table: ITable, kind: 'Read' | 'Write', period: Duration): Metric {
  return new Metric({
    namespace,
    metricName: `Consumed${kind}CapacityUnits`,
    period,
    statistic: Stats.SUM,
    dimensionsMap: { TableName: table.tableName },
    label: `${kind.toLowerCase()} units`,
  })
}
