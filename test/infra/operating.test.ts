import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { production, type Synthesized, synthesize } from './support/synth.ts'

let stack: Synthesized
let dev: Synthesized

beforeAll(() => {
  stack = synthesize({ ...production, alarmEmail: 'ops@example.com' })
  dev = synthesize()
})
afterAll(() => {
  stack.remove()
  dev.remove()
})

type Alarm = {
  AlarmDescription: string
  MetricName?: string
  Threshold: number
  AlarmActions?: object[]
  OKActions?: object[]
  TreatMissingData: string
}
const alarmsOf = ({ ofType }: Synthesized) =>
  ofType('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => ({
    name: id.replace(/^Alarm(.*)[0-9A-F]{8}$/, '$1'),
    ...(Properties as Alarm),
  }))

describe('alarms', () => {
  it('watch errors, latency, throttles, dead letters and the reputation of the sender', () => {
    expect(
      alarmsOf(stack)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'BounceRate',
      'CleanUpDeadLetters',
      'CleanUpDelay',
      'ComplaintRate',
      'FunctionErrors',
      'FunctionThrottles',
      'Latency',
      'ServerErrors',
      'TableErrors',
      'TableThrottles',
    ])
  })

  it('reach the address, when they begin and when they end', () => {
    const topic = { Ref: expect.stringMatching(/^AlarmTopic/) }
    for (const alarm of alarmsOf(stack)) {
      expect(alarm).toMatchObject({
        AlarmActions: [topic],
        OKActions: [topic],
        TreatMissingData: 'notBreaching',
      })
    }
    expect(stack.single('AWS::SNS::TopicPolicy').PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
        }),
      ]),
    })
    expect(stack.single('AWS::SNS::Subscription')).toMatchObject({
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    })
  })

  it('stay in the console without an address, and without a sender know no bounces', () => {
    expect(dev.ofType('AWS::SNS::Topic')).toEqual([])
    expect(alarmsOf(dev)).toHaveLength(8)
    for (const alarm of alarmsOf(dev)) expect(alarm).not.toHaveProperty('AlarmActions')
  })
})

describe('logs', () => {
  const groupsOf = ({ ofType }: Synthesized) => ofType('AWS::Logs::LogGroup').map(([, group]) => group)

  it('end after the days that were configured, and outlive a protected stack alone', () => {
    expect(groupsOf(stack)).toHaveLength(10)
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
    ofType('AWS::Lambda::Function').filter(([, { Properties }]) =>
      String(Properties.Runtime).startsWith('nodejs'),
    )

  it('run on Node 24 and arm64, traced, with JSON logs of their own and time to answer', () => {
    expect(functionsOf(stack)).toHaveLength(8)
    for (const [id, { Properties }] of functionsOf(stack)) {
      expect(Properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN', LogGroup: expect.anything() },
        Timeout: id.startsWith('GoalCleanup') ? 60 : 10,
      })
    }
  })

  it('give a whole processor to passwords', () => {
    const [[, auth] = [undefined, undefined]] = functionsOf(stack).filter(([id]) =>
      id.startsWith('AuthFunction'),
    )
    expect(auth?.Properties.MemorySize).toBe(1769)
  })

  it('may be built for another processor, and without traces', () => {
    const other = synthesize({ architecture: 'x86_64', tracing: 'off' })
    for (const [, { Properties }] of functionsOf(other)) {
      expect(Properties.Architectures).toEqual(['x86_64'])
      expect(Properties).not.toHaveProperty('TracingConfig')
    }
    other.remove()
  })
})

describe('the clean-up', () => {
  it('is handed removed goals alone, tries them again, and gives up into a queue', () => {
    const mapping = stack.single('AWS::Lambda::EventSourceMapping') as {
      FilterCriteria: { Filters: { Pattern: string }[] }
    }
    expect(mapping).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 10,
      DestinationConfig: {
        OnFailure: { Destination: { 'Fn::GetAtt': [expect.stringMatching(/^CleanUpDeadLetters/), 'Arn'] } },
      },
    })
    expect(mapping.FilterCriteria.Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      { eventName: ['REMOVE'], dynamodb: { OldImage: { __edb_e__: { S: ['goal'] } } } },
    ])
  })
})

describe('the dashboard', () => {
  it('is one, and shows operations where their figures are on', () => {
    const bodyOf = (synthesized: Synthesized) =>
      JSON.stringify(synthesized.single('AWS::CloudWatch::Dashboard').DashboardBody)
    expect(bodyOf(stack)).toContain('Cairn/production,operation,code')
    expect(bodyOf(dev)).not.toContain('SEARCH')
    for (const title of ['Requests and errors', 'Latency', 'Conflicts', 'Table: units and throttles']) {
      expect(bodyOf(stack)).toContain(title)
    }
  })
})
