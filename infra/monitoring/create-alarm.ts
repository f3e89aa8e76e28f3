import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'

export type CreateAlarm = (
  id: string,
  metric: IMetric,
  threshold: number,
  description: string,
  more?: Partial<AlarmProps>,
) => Alarm

/** Returns what creates alarms. Without `more`, one period at the threshold or above raises the alarm, and missing data does not. */
export function alarmsIn(scope: Construct): CreateAlarm {
  return (id, metric, threshold, description, more = {}) =>
    new Alarm(scope, `Alarm${id}`, {
      metric,
      threshold,
      alarmDescription: `Cairn: ${description}`,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...more,
    })
}
