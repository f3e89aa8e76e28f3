import { tableDefinition } from '@cairn/domain/storage/table/definition'
import type { Duration } from 'aws-cdk-lib'
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'

const namespace = 'AWS/DynamoDB'

/** Throttled reads and writes of the table (`index` is undefined) and of each index, which has its own metrics. */
export function tableThrottles(
  table: ITable,
  period: Duration,
): { index: string | undefined; metric: MathExpression }[] {
  const indexes = tableDefinition.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName)
  return [undefined, ...indexes].map((index) => {
    const throttles = (metricName: string) =>
      new Metric({
        namespace,
        metricName,
        period,
        statistic: Stats.SUM,
        dimensionsMap: {
          TableName: table.tableName,
          ...(index !== undefined && { GlobalSecondaryIndexName: index }),
        },
      })
    return {
      index,
      metric: sum(
        index ?? 'table',
        [throttles('ReadThrottleEvents'), throttles('WriteThrottleEvents')],
        period,
        `throttled requests${index === undefined ? '' : `, ${index}`}`,
      ),
    }
  })
}

/** The operations that the functions send, as DynamoDB's metrics name them. An alarm takes at most ten metrics. */
export const usedOperations = {
  Read: ['GetItem', 'BatchGetItem', 'Query'],
  Write: ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'],
} as const

/** Requests that failed inside DynamoDB. */
export function tableErrors(table: ITable, kind: 'Read' | 'Write', period: Duration): MathExpression {
  const metrics = usedOperations[kind].map(
    (operation) =>
      new Metric({
        namespace,
        metricName: 'SystemErrors',
        period,
        statistic: Stats.SUM,
        dimensionsMap: { TableName: table.tableName, Operation: operation },
      }),
  )
  return sum(kind.toLowerCase(), metrics, period, `failed ${kind.toLowerCase()}s`)
}

/** @param id  Must begin with a lower-case letter and be unique in its graph. */
function sum(id: string, metrics: readonly Metric[], period: Duration, label: string): MathExpression {
  return new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: Object.fromEntries(metrics.map((metric, place) => [`${id}_${place}`, metric])),
    period,
    label,
  })
}

/** Read or write units that the table consumed. */
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
