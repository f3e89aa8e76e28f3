import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { CfnAnomalyMonitor, CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce'
import type { Construct } from 'constructs'
import { accountWideName } from '../configuration/account-wide-name.ts'
import type { Configuration } from '../configuration/configuration.ts'

/**
 * Tells the address of the alarms before a month costs more than expected. The budget is of the whole account, because the bill is.
 * The anomalies are those of this stage, found by its tags. AWS offers their resources in us-east-1 only.
 */
export function createSpending(scope: Construct, configuration: Configuration): void {
  const { monthlyBudget, alarmEmail, stage, region } = configuration
  if (monthlyBudget === undefined || alarmEmail === undefined) return
  const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      thresholdType: 'PERCENTAGE',
      comparisonOperator: 'GREATER_THAN',
    },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  })
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: accountWideName(scope, configuration, 'budget'),
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: [notify('ACTUAL', 80), notify('ACTUAL', 100), notify('FORECASTED', 100)],
  })
  if (region !== 'us-east-1') return
  const monitor = new CfnAnomalyMonitor(scope, 'SpendingMonitor', {
    monitorName: accountWideName(scope, configuration, 'spending'),
    // An account may have one monitor of all services, and new accounts have it.
    monitorType: 'CUSTOM',
    monitorSpecification: JSON.stringify({ Tags: { Key: 'stage', Values: [stage], MatchOptions: null } }),
  })
  new CfnAnomalySubscription(scope, 'SpendingAnomalies', {
    subscriptionName: accountWideName(scope, configuration, 'anomalies'),
    frequency: 'DAILY',
    monitorArnList: [monitor.attrMonitorArn],
    subscribers: [{ type: 'EMAIL', address: alarmEmail }],
    // A tenth of the month, in a day.
    thresholdExpression: JSON.stringify({
      Dimensions: {
        Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE',
        MatchOptions: ['GREATER_THAN_OR_EQUAL'],
        Values: [String(Math.max(1, Math.round(monthlyBudget / 10)))],
      },
    }),
  })
}
