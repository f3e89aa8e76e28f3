import { tableDefinition } from '@cairn/domain/table/definition'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { production, type Synthesized, synthesize, synthLimit } from '../support/synth.ts'

let stack: Synthesized
/** Without a setting. */
let plain: Synthesized

beforeAll(() => {
  stack = synthesize(production)
  plain = synthesize()
}, synthLimit)
afterAll(() => {
  stack.remove()
  plain.remove()
})

describe('the table', () => {
  it('is the one that the domain defines', () => {
    const {
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes,
      BillingMode,
      StreamSpecification,
      TimeToLiveSpecification,
    } = stack.single('AWS::DynamoDB::Table')
    expect({ KeySchema, BillingMode }).toEqual({
      KeySchema: tableDefinition.KeySchema,
      BillingMode: tableDefinition.BillingMode,
    })
    expect(GlobalSecondaryIndexes).toEqual(tableDefinition.GlobalSecondaryIndexes)
    expect(new Set(AttributeDefinitions as object[])).toEqual(new Set(tableDefinition.AttributeDefinitions))
    expect(StreamSpecification).toEqual({
      StreamViewType: tableDefinition.StreamSpecification.StreamViewType,
    })
    expect(TimeToLiveSpecification).toEqual({ AttributeName: 'ttl', Enabled: true })
  })

  it('is kept, protected, encrypted and recoverable, in production and elsewhere', () => {
    for (const { ofType } of [stack, plain]) {
      const [[, table] = [undefined, undefined]] = ofType('AWS::DynamoDB::Table')
      expect(table).toMatchObject({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          SSESpecification: { SSEEnabled: true },
        },
      })
    }
  })
})

describe('a restored table', () => {
  const settings = {
    restoredTable: 'cairn-restored',
    restoredTableStreamArn:
      'arn:aws:dynamodb:eu-west-1:123456789012:table/cairn-restored/stream/2026-11-20T10:00:00.000',
  }

  it('takes the place of the own one, which stays', () => {
    const restored = synthesize(settings)
    expect(restored.ofType('AWS::DynamoDB::Table')).toHaveLength(1)
    const own = restored.ofType('AWS::DynamoDB::Table')[0]?.[0] ?? ''
    const names = restored
      .ofType('AWS::Lambda::Function')
      .map(
        ([, { Properties }]) =>
          (Properties.Environment as { Variables?: { TABLE_NAME?: string } })?.Variables?.TABLE_NAME,
      )
    expect(new Set(names.filter((name) => name !== undefined))).toEqual(new Set(['cairn-restored']))
    expect(restored.single('AWS::Lambda::EventSourceMapping').EventSourceArn).toBe(
      settings.restoredTableStreamArn,
    )
    for (const type of ['AWS::IAM::Role', 'AWS::IAM::Policy']) {
      expect(JSON.stringify(restored.ofType(type))).not.toContain(own)
    }
    expect(restored.findings).toEqual([])
    restored.remove()
  })
})

describe('other data', () => {
  it('of the site is private, encrypted, and reached over TLS by the distribution alone', () => {
    expect(stack.single('AWS::S3::Bucket')).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: expect.anything(),
    })
    const { PolicyDocument } = stack.single('AWS::S3::BucketPolicy') as {
      PolicyDocument: {
        Statement: { Effect: string; Principal: object; Action: string; Condition: object }[]
      }
    }
    const [denied, allowed, ...more] = PolicyDocument.Statement
    expect(more).toEqual([])
    expect(denied).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })
    expect(allowed).toMatchObject({
      Effect: 'Allow',
      Action: 's3:GetObject',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
    })
  })

  it('that is secret is made by Secrets Manager, as the functions take it', () => {
    const secrets = stack.ofType('AWS::SecretsManager::Secret')
    expect(secrets).toHaveLength(2)
    for (const [, { Properties }] of secrets) {
      // Letters and digits alone: base64url, 48 bytes of it, and a header's value.
      expect(Properties.GenerateSecretString).toEqual({
        PasswordLength: 64,
        ExcludePunctuation: true,
        IncludeSpace: false,
      })
      expect(Properties).not.toHaveProperty('SecretString')
    }
  })

  it('of dead letters is kept for two weeks, encrypted, and takes TLS only', () => {
    expect(stack.single('AWS::SQS::Queue')).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 1_209_600,
    })
    expect(JSON.stringify(stack.single('AWS::SQS::QueuePolicy'))).toContain('aws:SecureTransport')
  })
})

describe('the stack', () => {
  it('is kept from being deleted where that is asked for, which production does by itself', () => {
    expect(stack.isProtected).toBe(true)
    expect(plain.isProtected).toBe(false)
    const asked = synthesize({ deletionProtection: 'on' })
    expect(asked.isProtected).toBe(true)
    for (const [, { DeletionPolicy }] of asked.ofType('AWS::Logs::LogGroup')) {
      expect(DeletionPolicy).toBe('Retain')
    }
    asked.remove()
  })

  it('is tagged for the bill, with the stage', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::Lambda::Function', 'AWS::CloudFront::Distribution']) {
      for (const [, { Properties }] of stack.ofType(type)) {
        expect(Properties.Tags).toEqual(
          expect.arrayContaining([
            { Key: 'project', Value: 'cairn' },
            { Key: 'stage', Value: 'production' },
          ]),
        )
      }
    }
  })

  it('has no finding of cdk-nag', () => {
    expect(stack.findings).toEqual([])
    expect(plain.findings).toEqual([])
  })

  it.each<[string, Record<string, string>, Record<string, string>]>([
    [
      'everything',
      {
        ...production,
        domainName: 'cairn.example.com',
        hostedZoneId: 'Z0123456789',
        hostedZoneName: 'example.com',
        firewallRequestsPer5Minutes: '2000',
        alarmEmail: 'ops@example.com',
      },
      { CDK_DEFAULT_REGION: 'us-east-1' },
    ],
    [
      'a trusted proxy',
      {
        authProvider: 'trusted_proxy',
        authProxyIssuer: 'proxy',
        authProxyAudience: 'dev',
        authProxyLoginUrl: 'https://id.example.com/login',
        authProxyLogoutUrl: 'https://id.example.com/logout',
      },
      {},
    ],
  ])('has no finding of cdk-nag with %s', (_, settings, environment) => {
    const synthesized = synthesize(settings, { environment })
    expect(synthesized.findings).toEqual([])
    synthesized.remove()
  })

  it('gives a function no secret that it has no use for', () => {
    const secretsOf = (name: string) => {
      const [[, found] = [undefined, undefined]] = stack
        .ofType('AWS::Lambda::Function')
        .filter(([id]) => id.startsWith(name))
      const { Variables = {} } = (found?.Properties.Environment ?? {}) as {
        Variables?: Record<string, unknown>
      }
      return Object.keys(Variables).filter((key) => key.endsWith('_ARN') && Variables[key] !== '')
    }
    expect(secretsOf('HealthFunction')).toEqual(['ORIGIN_VERIFY_SECRET_ARN'])
    expect(secretsOf('AuthFunction')).toEqual(['ORIGIN_VERIFY_SECRET_ARN'])
    expect(secretsOf('GoalsFunction').sort()).toEqual(['CURSOR_SECRET_ARN', 'ORIGIN_VERIFY_SECRET_ARN'])
    expect(secretsOf('GoalCleanupFunction')).toEqual([])
  })
})
