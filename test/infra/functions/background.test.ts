import { readFileSync } from 'node:fs'
import path from 'node:path'
import { turnMilliseconds } from '@cairn/domain/background/deliveries/deliver-webhooks'
import { attemptMilliseconds } from '@cairn/domain/background/deliveries/state'
import { beforeAll, describe, expect, it } from 'vitest'
import { grantsOf } from '../support/granted-permissions.ts'
import { production, type Resource, type Synthesized, synthesize, synthLimit } from '../support/synth.ts'

/** The functions that no request calls: their sources, their failures, and what they may do besides using the table. */

let stack: Synthesized
beforeAll(() => {
  stack = synthesize(production)
}, synthLimit)

/** The resource whose id begins with `name`, without its hash. */
function found(type: string, name: string): [string, Resource] {
  const [entry, ...more] = stack.ofType(type).filter(([id]) => id.replace(/[0-9A-F]{8}$/, '') === name)
  if (!entry || more.length > 0) throw new Error(`there is not one ${name}`)
  return entry
}
const lambda = (name: string) => found('AWS::Lambda::Function', `${name}Function`)
const environmentOf = (name: string) =>
  (lambda(name)[1].Properties.Environment as { Variables: Record<string, unknown> }).Variables
const mapping = (name: string) => found('AWS::Lambda::EventSourceMapping', name)[1].Properties
const queue = (name: string) => found('AWS::SQS::Queue', name)[1].Properties
type Statement = { Effect: string }
const arnOf = (name: string) => ({ 'Fn::GetAtt': [expect.stringMatching(`^${name}[0-9A-F]{8}$`), 'Arn'] })
/** A part of the reference to the alias of a function. */
const aliasOf = (name: string) => `${name}FunctionLive`
const refTo = (name: string) => ({ Ref: expect.stringMatching(`^${name}[0-9A-F]{8}$`) })

describe('the function that follows the stream', () => {
  it('retries until the stream is about to forget a change, whose whole record then ends in a bucket', () => {
    expect(mapping('CleanUpStream')).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
      BatchSize: 100,
      // 23 hours. The stream keeps records for a day.
      MaximumRecordAgeInSeconds: 82_800,
      DestinationConfig: { OnFailure: { Destination: arnOf('ParkedChanges') } },
    })
  })

  it('parks in a private bucket that announces each object in the queue of dead letters', () => {
    const [, { Properties, ...bucket }] = found('AWS::S3::Bucket', 'ParkedChanges')
    expect(Properties).toMatchObject({
      NotificationConfiguration: {
        QueueConfigurations: [{ Event: 's3:ObjectCreated:*', Queue: arnOf('CleanUpDeadLetters') }],
      },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 90, Status: 'Enabled' }] },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    })
    const template = JSON.parse(
      readFileSync(path.join(stack.directory, 'Cairn-production.template.json'), 'utf8'),
    )
    expect(template.Outputs.ParkedChangesBucket.Value).toEqual(refTo('ParkedChanges'))
    // S3 checks the permission when it creates the bucket.
    expect(bucket).toMatchObject({
      DeletionPolicy: 'Retain',
      DependsOn: expect.arrayContaining([expect.stringMatching(/^CleanUpDeadLettersPolicy/)]),
    })
    const statements = stack
      .ofType('AWS::SQS::QueuePolicy')
      .filter(([, policy]) => JSON.stringify(policy.Properties.Queues).includes('"CleanUpDeadLetters'))
      .flatMap(([, policy]) => (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement)
    expect(statements.filter(({ Effect }) => Effect === 'Allow')).toEqual([
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Principal: { Service: 's3.amazonaws.com' },
        Resource: arnOf('CleanUpDeadLetters'),
        Condition: { StringEquals: { 'aws:SourceAccount': expect.anything() } },
      },
    ])
    expect(environmentOf('GoalChanges').DEAD_LETTERS_URL).toEqual(refTo('CleanUpDeadLetters'))
    expect(grantsOf(stack, lambda('GoalChanges')[0])).toEqual(
      expect.arrayContaining([
        's3:PutObject ParkedChanges/*',
        's3:ListBucket ParkedChanges',
        'sqs:SendMessage CleanUpDeadLetters',
      ]),
    )
  })

  it('gets only what causes something: histories, acknowledgements, events, texts, comments, words and removed goals', () => {
    const { Filters } = mapping('CleanUpStream').FilterCriteria as { Filters: { Pattern: string }[] }
    expect(Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      {
        eventName: ['INSERT'],
        dynamodb: {
          NewImage: {
            __edb_e__: {
              S: ['goalReport', 'goalEdit', 'goalAcknowledgement', 'event', 'goalText', 'goalComment'],
            },
          },
        },
      },
      {
        eventName: ['MODIFY'],
        dynamodb: { NewImage: { __edb_e__: { S: ['goalAcknowledgement', 'goalComment'] } } },
      },
      { eventName: ['REMOVE'], dynamodb: { OldImage: { __edb_e__: { S: ['goalRow', 'goalTextWords'] } } } },
      { dynamodb: { Keys: { sk: { S: ['w'] } } } },
    ])
  })

  it('is connected before the functions that write are replaced', () => {
    const [stream] =
      stack.ofType('AWS::Lambda::EventSourceMapping').find(([id]) => id.startsWith('CleanUp')) ?? []
    for (const group of ['Goals', 'GoalLabels', 'Organizations', 'Invitations', 'Events', 'Webhooks']) {
      expect(lambda(group)[1].DependsOn, group).toContain(stream)
    }
  })
})

describe('the queue of webhooks', () => {
  it('hides a message for six times the timeout of its function, and gives up after five attempts', () => {
    const { Timeout } = lambda('WebhookDeliveries')[1].Properties
    expect(queue('WebhookQueue')).toMatchObject({
      VisibilityTimeout: 6 * Number(Timeout),
      RedrivePolicy: { deadLetterTargetArn: arnOf('WebhookDeadLetters'), maxReceiveCount: 5 },
    })
    expect(queue('WebhookQueue')).not.toHaveProperty('FifoQueue')
  })

  it('is read one organization at a time, by as many instances as the setting says', () => {
    expect(mapping('WebhookMessages')).toMatchObject({
      EventSourceArn: arnOf('WebhookQueue'),
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 50 },
    })
    expect(JSON.stringify(mapping('WebhookMessages').FunctionName)).toContain(aliasOf('WebhookDeliveries'))
    const concurrencyOf = (settings: Record<string, string>) =>
      synthesize(settings)
        .ofType('AWS::Lambda::EventSourceMapping')
        .flatMap(([, { Properties }]) => Properties.ScalingConfig ?? [])
    expect(concurrencyOf({})).toEqual([{ MaximumConcurrency: 5 }])
    expect(concurrencyOf({ webhookConcurrency: '20' })).toEqual([{ MaximumConcurrency: 20 }])
  })

  it('has the time for a turn and an attempt before its function ends', () => {
    const { Timeout } = lambda('WebhookDeliveries')[1].Properties
    expect(Number(Timeout) * 1_000).toBeGreaterThan(2 * (turnMilliseconds + attemptMilliseconds))
  })

  it('is read by a function that may put and delete records, but not update them', () => {
    const grants = grantsOf(stack, lambda('WebhookDeliveries')[0])
    expect(grants.filter((grant) => /^(?:dynamodb|sqs):/.test(grant))).toEqual([
      'dynamodb:BatchGetItem Table',
      'dynamodb:BatchWriteItem Table',
      'dynamodb:DeleteItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:Query gsi1',
      'sqs:DeleteMessage WebhookQueue',
      'sqs:GetQueueAttributes WebhookQueue',
      'sqs:ReceiveMessage WebhookQueue',
      'sqs:SendMessage WebhookQueue',
    ])
  })

  it('is filled by the stream, the schedule and organizations that have more to deliver, and by nothing else', () => {
    const senders = stack
      .ofType('AWS::Lambda::Function')
      .filter(([, { Metadata }]) => Metadata?.['aws:asset:property'] === 'Code')
      .map(([id]) => id)
      .filter((id) => grantsOf(stack, id).includes('sqs:SendMessage WebhookQueue'))
    const names = ['Due', 'GoalChanges', 'WebhookDeliveries']
    expect(senders.map((id) => id.replace(/Function[0-9A-F]{8}$/, '')).sort()).toEqual(names)
    for (const name of names) {
      expect(environmentOf(name).WEBHOOK_QUEUE_URL).toEqual(refTo('WebhookQueue'))
    }
  })
})

describe('what is due', () => {
  it('is swept each minute, without a retry', () => {
    expect(found('AWS::Events::Rule', 'EachMinute')[1].Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [
        {
          Arn: { Ref: expect.stringMatching(aliasOf('Due')) },
          DeadLetterConfig: { Arn: arnOf('DueDeadLetters') },
          RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
        },
      ],
    })
    expect(found('AWS::Lambda::EventInvokeConfig', 'DueInvocation')[1].Properties).toMatchObject({
      FunctionName: refTo('DueFunction'),
      Qualifier: 'live',
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
      DestinationConfig: { OnFailure: { Destination: arnOf('DueDeadLetters') } },
    })
  })

  it('is started only by its schedule, and by bounced invitations', () => {
    const permissions = stack
      .ofType('AWS::Lambda::Permission')
      .filter(([, { Properties }]) => JSON.stringify(Properties.FunctionName).includes(aliasOf('Due')))
    expect(permissions.map(([, { Properties }]) => Properties)).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: { Ref: expect.stringMatching(aliasOf('Due')) },
        Principal: 'events.amazonaws.com',
        SourceArn: arnOf('EachMinute'),
      },
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: { Ref: expect.stringMatching(aliasOf('Due')) },
        Principal: 'events.amazonaws.com',
        SourceArn: arnOf('BouncedInvitations'),
      },
    ])
  })

  it('is told the address and the time of an invitation that SES could not deliver, ever', () => {
    const { EventPattern, Targets } = found('AWS::Events::Rule', 'BouncedInvitations')[1].Properties
    expect(EventPattern).toEqual({
      source: ['aws.ses'],
      'detail-type': ['Email Bounced'],
      detail: {
        bounce: { bounceType: ['Permanent'] },
        mail: {
          tags: {
            'ses:configuration-set': [{ Ref: expect.stringMatching(/^EmailConfigurationSet/) }],
            kind: ['organization_invitation'],
          },
        },
      },
    })
    const [target] = Targets as { InputTransformer: { InputPathsMap: object; InputTemplate: string } }[]
    expect(target?.InputTransformer).toEqual({
      InputPathsMap: { 'detail-mail-destination': '$.detail.mail.destination', time: '$.time' },
      InputTemplate: '{"bounced":<detail-mail-destination>,"at":<time>}',
    })
    expect(stack.single('AWS::SES::ConfigurationSetEventDestination')).toMatchObject({
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['bounce'],
        EventBridgeDestination: { EventBusArn: expect.anything() },
      },
    })
  })

  it('that could not be started may be put into its dead-letter queue by its rules only', () => {
    const statements = stack
      .ofType('AWS::SQS::QueuePolicy')
      .filter(([, { Properties }]) => JSON.stringify(Properties.Queues).includes('"DueDeadLetters'))
      .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement)
    expect(statements.filter(({ Effect }) => Effect === 'Allow')).toEqual([
      {
        Sid: expect.any(String),
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Principal: { Service: 'events.amazonaws.com' },
        Resource: arnOf('DueDeadLetters'),
        Condition: { ArnEquals: { 'aws:SourceArn': arnOf('EachMinute') } },
      },
      expect.objectContaining({
        Action: 'sqs:SendMessage',
        Condition: { ArnEquals: { 'aws:SourceArn': arnOf('BouncedInvitations') } },
      }),
    ])
  })
})

describe('functions that no request calls', () => {
  it.each(['GoalChanges', 'WebhookDeliveries', 'Due'])('%s has no VPC, and no route', (name) => {
    expect(lambda(name)[1].Properties).not.toHaveProperty('VpcConfig')
    const integrations = stack.ofType('AWS::ApiGatewayV2::Integration')
    expect(JSON.stringify(integrations)).not.toContain(lambda(name)[0])
  })

  it.each(['WebhookDeliveries', 'Due'])('%s sends emails as the other functions do', (name) => {
    const { EMAIL_DELIVERY, EMAIL_FROM, EMAIL_CONFIGURATION_SET, WEB_ORIGIN } = environmentOf('Auth')
    expect(environmentOf(name)).toMatchObject({
      EMAIL_DELIVERY,
      EMAIL_FROM,
      EMAIL_CONFIGURATION_SET,
      WEB_ORIGIN,
    })
    const emailGrants = (id: string) => grantsOf(stack, id).filter((grant) => grant.startsWith('ses:'))
    expect(emailGrants(lambda(name)[0])).toEqual(emailGrants(lambda('Auth')[0]))
    expect(emailGrants(lambda(name)[0])).not.toEqual([])
  })

  it('send emails for which nobody waits at a rate, below what SES takes', () => {
    expect(environmentOf('Due').EMAILS_PER_SECOND).toBe('10')
    expect(environmentOf('Auth')).not.toHaveProperty('EMAILS_PER_SECOND')
  })

  it('send no emails without a sender', () => {
    const plain = synthesize()
    for (const [id, { Properties, Metadata }] of plain.ofType('AWS::Lambda::Function')) {
      if (Metadata?.['aws:asset:property'] !== 'Code' || !/^(Webhook|Due|Auth)/.test(id)) continue
      expect(Properties.Environment, id).toMatchObject({
        Variables: expect.objectContaining({ EMAIL_DELIVERY: 'off' }),
      })
      expect(grantsOf(plain, id).join()).not.toContain('ses:')
    }
  })
})
