import { endpoints } from '@cairn/contract/http/endpoints'
import { allOperations } from '@cairn/contract/registry/registry'
import { beforeAll, describe, expect, it } from 'vitest'
import { stackParts } from '../../infra/cost/month.ts'
import { backgroundAccess, tableAccessOf } from '../../infra/functions/function-access.ts'
import { production, type Synthesized, synthesize, synthLimit } from './support/synth.ts'

let stack: Synthesized
let dev: Synthesized

beforeAll(() => {
  stack = synthesize({ ...production, alarmEmail: 'ops@example.com', monthlyBudget: '200' })
  dev = synthesize()
}, synthLimit)

type MetricStat = {
  Metric: { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: unknown }[] }
  Period: number
  Stat: string
}
type Alarm = {
  AlarmDescription: string
  Namespace?: string
  MetricName?: string
  Dimensions?: { Name: string; Value: unknown }[]
  Period?: number
  Statistic?: string
  ExtendedStatistic?: string
  Metrics?: { Expression?: string; MetricStat?: MetricStat }[]
  Threshold: number
  ComparisonOperator: string
  EvaluationPeriods: number
  DatapointsToAlarm?: number
  AlarmActions?: object[]
  OKActions?: object[]
  TreatMissingData: string
}
const alarmsOf = ({ ofType }: Synthesized) =>
  ofType('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => ({
    name: id.replace(/^Alarm(.*)[0-9A-F]{8}$/, '$1'),
    ...(Properties as Alarm),
  }))

/** The logical id that a dimension refers to, without its hash, or the text itself. */
function idOf(value: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] }
  return (Ref ?? attribute?.[0] ?? String(value)).replace(/[0-9A-F]{8}$/, '')
}

/** The metric of an alarm, or the metrics that it adds up or that are in its expression: `Errors (Sum of 300 s)`. */
function measureOf({ Metrics, Namespace, MetricName, Period, Statistic, ExtendedStatistic }: Alarm): string {
  if (!Metrics) return `${Namespace} ${MetricName} (${Statistic ?? ExtendedStatistic} of ${Period} s)`
  const [expression, ...more] = Metrics.flatMap(({ Expression }) => Expression ?? [])
  expect(more).toEqual([])
  const measures = Metrics.flatMap(({ MetricStat }) => MetricStat ?? []).map(
    ({ Metric, Period, Stat }) => `${Metric.Namespace} ${Metric.MetricName} (${Stat} of ${Period} s)`,
  )
  const sum = [...new Set(measures)].join(' + ')
  return expression === 'SUM(METRICS())' ? sum : `${expression} of ${sum}`
}

const functionIds = [
  'HealthFunction',
  'AuthFunction',
  'OrganizationsFunction',
  'InvitationsFunction',
  'ApiTokensFunction',
  'GoalsFunction',
  'GoalLabelsFunction',
  'GoalClaimsFunction',
  'GoalQuestionsFunction',
  'GoalCommentsFunction',
  'InboxFunction',
  'GoalViewsFunction',
  'EventsFunction',
  'WebhooksFunction',
  'NotificationsFunction',
  'OauthFunction',
  'McpFunction',
  'GoalChangesFunction',
  'WebhookDeliveriesFunction',
  'DueFunction',
]
const throttleEvents =
  'AWS/DynamoDB ReadThrottleEvents (Sum of 300 s) + AWS/DynamoDB WriteThrottleEvents (Sum of 300 s)'

/** In each hour, the backups that were completed, and zero if there was none although the stack existed. */
const backupsOrZero =
  'MAX([completed, sweeps * 0]) of AWS/Backup NumberOfBackupJobsCompleted (Sum of 3600 s) + AWS/Lambda Invocations (Sum of 3600 s)'

const visibleMessages = 'AWS/SQS ApproximateNumberOfMessagesVisible (Maximum of 300 s)'

/** The metric of each alarm, its threshold, and in how many of how many periods it must be reached. */
const expectedAlarms: Record<string, [measure: string, threshold: number, periods: string]> = {
  ServerErrors: ['AWS/ApiGateway 5xx (Sum of 300 s)', 5, '1 of 1'],
  Latency: ['AWS/ApiGateway Latency (p99 of 300 s)', 3_000, '2 of 3'],
  ...Object.fromEntries(
    functionIds.flatMap((id) => [
      [`${id}Errors`, ['AWS/Lambda Errors (Sum of 300 s)', 1, '1 of 1']],
      [`${id}Throttles`, ['AWS/Lambda Throttles (Sum of 300 s)', 1, '1 of 1']],
    ]),
  ),
  TableThrottles: [throttleEvents, 1, '1 of 1'],
  TableThrottlesgsi1: [throttleEvents, 1, '1 of 1'],
  TableThrottlesgsi2: [throttleEvents, 1, '1 of 1'],
  TableThrottlesgsi3: [throttleEvents, 1, '1 of 1'],
  TableReadErrors: ['AWS/DynamoDB SystemErrors (Sum of 300 s)', 5, '1 of 1'],
  TableWriteErrors: ['AWS/DynamoDB SystemErrors (Sum of 300 s)', 5, '1 of 1'],
  ChangesDeadLetters: [visibleMessages, 1, '1 of 1'],
  // An hour, in milliseconds.
  ChangesDelay: ['AWS/Lambda IteratorAge (Maximum of 300 s)', 3_600_000, '1 of 1'],
  WebhookDeadLetters: [visibleMessages, 1, '1 of 1'],
  // A quarter of an hour, in seconds.
  WebhookDelay: ['AWS/SQS ApproximateAgeOfOldestMessage (Maximum of 300 s)', 900, '1 of 1'],
  // A minute, in seconds.
  WebhookDelayOfOthers: [
    'AWS/SQS ApproximateAgeOfOldestMessageInQuietGroups (Maximum of 300 s)',
    60,
    '1 of 1',
  ],
  WebhookReceivers: ['Cairn/production slowWebhookReceivers (Sum of 300 s)', 1, '1 of 1'],
  DueDeadLetters: [visibleMessages, 1, '1 of 1'],
  DueNotRunning: ['AWS/Lambda Invocations (Sum of 900 s)', 1, '1 of 1'],
  Protection: ['AWS/States ExecutionsFailed (Sum of 300 s)', 1, '1 of 1'],
  CheckFailed: ['AWS/Lambda Errors (Sum of 300 s)', 1, '2 of 2'],
  SecretAge: ['Cairn/production secretAgeDays (Maximum of 86400 s)', 365, '1 of 1'],
  NoBackup: [backupsOrZero, 1, '28 of 28'],
  BounceRate: ['AWS/SES Reputation.BounceRate (Average of 3600 s)', 0.05, '1 of 1'],
  ComplaintRate: ['AWS/SES Reputation.ComplaintRate (Average of 3600 s)', 0.001, '1 of 1'],
}

describe('alarms', () => {
  it('measure errors, latency, throttles, dead letters and reputation, each with its period and threshold', () => {
    const found = alarmsOf(stack).map((alarm) => {
      const { name, Threshold, EvaluationPeriods, DatapointsToAlarm, ComparisonOperator } = alarm
      expect(ComparisonOperator, name).toBe(
        /^(DueNotRunning|NoBackup)$/.test(name) ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
      )
      const periods = `${DatapointsToAlarm ?? EvaluationPeriods} of ${EvaluationPeriods}`
      return [name, [measureOf(alarm), Threshold, periods]]
    })
    expect(Object.fromEntries(found)).toEqual(expectedAlarms)
  })

  it('watch this installation: its API, functions, table, indexes, operations and queues', () => {
    const byName = new Map(alarmsOf(stack).map((alarm) => [alarm.name, alarm]))
    const dimensionsOf = (name: string) => {
      const { Dimensions, Metrics } = byName.get(name) ?? { Dimensions: undefined, Metrics: undefined }
      const all = Metrics
        ? Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? [])
        : (Dimensions ?? [])
      return new Set(all.map(({ Name, Value }) => `${Name} ${idOf(Value)}`))
    }
    for (const name of ['ServerErrors', 'Latency']) {
      expect(dimensionsOf(name)).toEqual(new Set(['ApiId Api', 'Stage $default']))
    }
    for (const id of functionIds) {
      expect(dimensionsOf(`${id}Errors`)).toEqual(new Set([`FunctionName ${id}`]))
      expect(dimensionsOf(`${id}Throttles`)).toEqual(new Set([`FunctionName ${id}`]))
    }
    expect(dimensionsOf('TableThrottles')).toEqual(new Set(['TableName Table']))
    for (const index of ['gsi1', 'gsi2', 'gsi3']) {
      expect(dimensionsOf(`TableThrottles${index}`)).toEqual(
        new Set(['TableName Table', `GlobalSecondaryIndexName ${index}`]),
      )
    }
    const operations = ['Read', 'Write'].flatMap((kind) => [...dimensionsOf(`Table${kind}Errors`)])
    const groups = new Set([...allOperations, ...endpoints].map(({ group }) => group))
    const access = [...[...groups].map(tableAccessOf), ...Object.values(backgroundAccess)]
    const used = access.flatMap(({ actions }) => actions)
    // A condition check occurs only in a transaction, and fails with it.
    const sent = new Set([...used.filter((action) => action !== 'ConditionCheckItem'), 'TransactWriteItems'])
    expect(new Set(operations)).toEqual(
      new Set(['TableName Table', ...[...sent].map((action) => `Operation ${action}`)]),
    )
    expect(dimensionsOf('Protection')).toEqual(new Set(['StateMachineArn Protection']))
    expect(dimensionsOf('ChangesDeadLetters')).toEqual(new Set(['QueueName CleanUpDeadLetters']))
    expect(dimensionsOf('ChangesDelay')).toEqual(new Set(['FunctionName GoalChangesFunction']))
    expect(dimensionsOf('WebhookDeadLetters')).toEqual(new Set(['QueueName WebhookDeadLetters']))
    expect(dimensionsOf('WebhookDelay')).toEqual(new Set(['QueueName WebhookQueue']))
    expect(dimensionsOf('WebhookDelayOfOthers')).toEqual(new Set(['QueueName WebhookQueue']))
    // Webhooks as dimensions would cost $0.30 each.
    expect(dimensionsOf('WebhookReceivers')).toEqual(new Set())
    expect(dimensionsOf('DueDeadLetters')).toEqual(new Set(['QueueName DueDeadLetters']))
    expect(dimensionsOf('DueNotRunning')).toEqual(new Set(['FunctionName DueFunction']))
    expect(dimensionsOf('NoBackup')).toEqual(
      new Set(['BackupVaultName BackupVault', 'ResourceType DynamoDB', 'FunctionName DueFunction']),
    )
  })

  it('count slow receivers in the log of their function, and name the query that lists them', () => {
    const logGroup = { Ref: expect.stringMatching(/^WebhookDeliveriesLog/) }
    expect(stack.single('AWS::Logs::MetricFilter')).toEqual({
      LogGroupName: logGroup,
      FilterPattern: '{ ($.message = "a webhook is failing") && ($.durationMilliseconds > 5000) }',
      MetricTransformations: [
        expect.objectContaining({
          MetricNamespace: 'Cairn/production',
          MetricName: 'slowWebhookReceivers',
          MetricValue: '1',
        }),
      ],
    })
    const { Name, QueryString, LogGroupNames } = stack.single('AWS::Logs::QueryDefinition')
    expect(LogGroupNames).toEqual([logGroup])
    expect(QueryString).toContain('webhookId, organizationId, host, failingReason')
    expect(QueryString).toContain('"a webhook is failing"')
    const alarm = alarmsOf(stack).find(({ name }) => name === 'WebhookReceivers')
    expect(alarm?.AlarmDescription).toContain(`"${Name}"`)
  })

  it('read as many metrics as the table of costs says, and the secrets are as many', () => {
    const counts = {
      alarmMetrics: alarmsOf(stack).reduce(
        (sum, { Metrics }) => sum + (Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1),
        0,
      ),
      secrets: stack.ofType('AWS::SecretsManager::Secret').length,
    }
    expect(counts).toEqual(stackParts)
  })

  it('have at most ten metrics each, the limit of CloudWatch, and none adds up functions', () => {
    for (const { name, Metrics = [] } of alarmsOf(stack)) {
      expect(Metrics.length, name).toBeLessThanOrEqual(10)
      const functions = Metrics.filter(({ MetricStat }) => MetricStat?.Metric.Namespace === 'AWS/Lambda')
      expect(functions.length, name).toBe(name === 'NoBackup' ? 1 : 0)
    }
  })

  it('are emailed when they begin and when they end', () => {
    const topic = { Ref: expect.stringMatching(/^AlarmTopic/) }
    for (const alarm of alarmsOf(stack)) {
      expect(alarm).toMatchObject({
        AlarmActions: [topic],
        OKActions: [topic],
        // A schedule that has stopped sends no data.
        TreatMissingData: alarm.name === 'DueNotRunning' ? 'breaching' : 'notBreaching',
      })
    }
    expect(stack.single('AWS::SNS::TopicPolicy').PolicyDocument).toMatchObject({
      Statement: [
        // Nobody may publish without TLS. With it, only the alarms of this account may.
        {
          Effect: 'Deny',
          Principal: '*',
          Action: 'sns:Publish',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
        {
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Resource: topic,
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ],
    })
    expect(stack.single('AWS::SNS::Subscription')).toMatchObject({
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    })
  })

  it('stay in the console without an address, and do not watch bounces without a sender, backups without a vault, or checks that are off', () => {
    expect(dev.ofType('AWS::SNS::Topic')).toEqual([])
    const names = Object.keys(expectedAlarms).filter(
      (name) => !/^((Bounce|Complaint)Rate|NoBackup|CheckFailed|SecretAge)$/.test(name),
    )
    expect(new Set(alarmsOf(dev).map(({ name }) => name))).toEqual(new Set(names))
    for (const alarm of alarmsOf(dev)) expect(alarm).not.toHaveProperty('AlarmActions')
  })
})

describe('logs', () => {
  const groupsOf = ({ ofType }: Synthesized) => ofType('AWS::Logs::LogGroup').map(([, group]) => group)

  it('are kept for the configured days, and outlive the stack only if it is protected', () => {
    expect(groupsOf(stack)).toHaveLength(functionIds.length + 4)
    for (const group of groupsOf(stack)) {
      expect(group).toMatchObject({ DeletionPolicy: 'Retain', Properties: { RetentionInDays: 90 } })
    }
    for (const group of groupsOf(dev)) {
      expect(group).toMatchObject({ DeletionPolicy: 'Delete', Properties: { RetentionInDays: 14 } })
    }
  })
})

describe('functions', () => {
  const functionsOf = ({ ofType }: Synthesized) =>
    ofType('AWS::Lambda::Function').filter(
      ([id, { Properties }]) =>
        String(Properties.Runtime).startsWith('nodejs') && !/^(KeptSettings|SyntheticCheck)/.test(id),
    )

  const backgroundSeconds: Record<string, number> = {
    GoalChangesFunction: 60,
    WebhookDeliveriesFunction: 60,
    // Less than the minute to the next sweep.
    DueFunction: 55,
  }

  it('run on Node 24 and arm64, with tracing, their own JSON logs and enough time to respond', () => {
    expect(functionsOf(stack)).toHaveLength(functionIds.length)
    for (const [id, { Properties }] of functionsOf(stack)) {
      expect(Properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN', LogGroup: expect.anything() },
        Timeout: backgroundSeconds[id.replace(/[0-9A-F]{8}$/, '')] ?? 10,
      })
    }
  })

  it('have memory for the processor time that they need: a full processor to hash passwords', () => {
    const memory = functionsOf(stack).map(([id, { Properties }]) => [
      id.replace(/[0-9A-F]{8}$/, ''),
      Properties.MemorySize,
    ])
    expect(Object.fromEntries(memory)).toEqual({
      HealthFunction: 256,
      AuthFunction: 1769,
      OrganizationsFunction: 512,
      InvitationsFunction: 512,
      ApiTokensFunction: 512,
      GoalsFunction: 1024,
      GoalLabelsFunction: 512,
      GoalClaimsFunction: 512,
      GoalQuestionsFunction: 512,
      GoalCommentsFunction: 512,
      InboxFunction: 512,
      GoalViewsFunction: 512,
      EventsFunction: 512,
      WebhooksFunction: 512,
      NotificationsFunction: 512,
      OauthFunction: 1024,
      McpFunction: 1024,
      GoalChangesFunction: 1769,
      WebhookDeliveriesFunction: 512,
      DueFunction: 1024,
    })
  })

  it('get a new environment, and so fetch their secrets again, if their generation is raised', () => {
    const generationsOf = (synthesized: Synthesized) =>
      functionsOf(synthesized).map(
        ([, { Properties }]) => (Properties.Environment as { Variables: object }).Variables,
      )
    const raised = synthesize({ ...production, functionsGeneration: '7' })
    for (const variables of generationsOf(stack)) expect(variables).toMatchObject({ GENERATION: '1' })
    for (const variables of generationsOf(raised)) expect(variables).toMatchObject({ GENERATION: '7' })
  })

  it('can be built for another processor, and without tracing', () => {
    const other = synthesize({ architecture: 'x86_64', tracing: 'off' })
    for (const [, { Properties }] of functionsOf(other)) {
      expect(Properties.Architectures).toEqual(['x86_64'])
      expect(Properties).not.toHaveProperty('TracingConfig')
    }
  })
})

describe('spending', () => {
  type Notification = { Notification: { NotificationType: string; Threshold: number }; Subscribers: object[] }

  it('is reported to the address of the alarms, before and after the budget is spent', () => {
    const { Budget, NotificationsWithSubscribers } = stack.single('AWS::Budgets::Budget')
    expect(Budget).toMatchObject({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 200, Unit: 'USD' },
    })
    const told = (NotificationsWithSubscribers as Notification[]).map(({ Notification, Subscribers }) => {
      expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }])
      return `${Notification.NotificationType} ${Notification.Threshold}`
    })
    expect(told).toEqual(['ACTUAL 80', 'ACTUAL 100', 'FORECASTED 100'])
    expect(stack.ofType('AWS::CE::AnomalyMonitor')).toEqual([])
    expect(dev.ofType('AWS::Budgets::Budget')).toEqual([])
  })

  it('that is unusual for the stage is reported too, in the region that has these resources', () => {
    const own = synthesize(
      { ...production, alarmEmail: 'ops@example.com', monthlyBudget: '200' },
      { environment: { CDK_DEFAULT_REGION: 'us-east-1' } },
    )
    const { MonitorType, MonitorSpecification } = own.single('AWS::CE::AnomalyMonitor')
    expect(MonitorType).toBe('CUSTOM')
    expect(JSON.parse(String(MonitorSpecification)).Tags).toMatchObject({
      Key: 'stage',
      Values: ['production'],
    })
    const { Subscribers, ThresholdExpression } = own.single('AWS::CE::AnomalySubscription')
    expect(Subscribers).toEqual([{ Type: 'EMAIL', Address: 'ops@example.com' }])
    expect(JSON.parse(String(ThresholdExpression)).Dimensions.Values).toEqual(['20'])
  })
})

describe('reserved concurrency', () => {
  it('is that of the functions that the setting names', () => {
    const reserved = synthesize({ reservedConcurrency: 'goals=100, goal-changes=5' })
    const found = functionsWith(reserved, 'ReservedConcurrentExecutions')
    expect(found).toEqual({ GoalsFunction: 100, GoalChangesFunction: 5 })
    expect(functionsWith(stack, 'ReservedConcurrentExecutions')).toEqual({})
  })

  function functionsWith({ ofType }: Synthesized, property: string): Record<string, unknown> {
    const all = ofType('AWS::Lambda::Function').map(([id, { Properties }]) => [
      idOf(id),
      Properties[property],
    ])
    return Object.fromEntries(all.filter(([, value]) => value !== undefined))
  }
})

describe('the sender of emails', () => {
  it('reports its reputation, and suppresses addresses that bounced or complained', () => {
    expect(stack.single('AWS::SES::ConfigurationSet')).toMatchObject({
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    })
  })
})

describe('the dashboard', () => {
  it('shows operations if their metrics are on', () => {
    const bodyOf = (synthesized: Synthesized) =>
      JSON.stringify(synthesized.single('AWS::CloudWatch::Dashboard').DashboardBody)
    expect(bodyOf(stack)).toContain('{Cairn/production,operation} MetricName')
    // One metric for each operation: more would cost more than the service.
    expect(bodyOf(stack)).not.toContain('operation,code}')
    expect(bodyOf(dev)).not.toContain('SEARCH')
    for (const title of [
      'Requests and errors',
      'Latency',
      'Errors by operation and code',
      'Table: units and throttles',
    ]) {
      expect(bodyOf(stack)).toContain(title)
    }
    for (const title of ['delay of the stream', 'Webhooks: messages', 'Due work']) {
      expect(bodyOf(dev)).toContain(title)
    }
  })
})
