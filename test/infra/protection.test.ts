import { tableDefinition } from '@cairn/domain/storage/table/definition'
import { beforeAll, describe, expect, it } from 'vitest'
import { production, type Synthesized, synthesize, synthLimit } from './support/synth.ts'

let stack: Synthesized
/** Without settings. */
let plain: Synthesized

beforeAll(() => {
  stack = synthesize(production)
  plain = synthesize()
}, synthLimit)

const openIdProvider = {
  authProvider: 'oidc',
  authOidcIssuer: 'https://id.example.com/',
  authOidcClientId: 'cairn',
}

describe('the table', () => {
  it('is as the domain defines it', () => {
    const {
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes,
      BillingMode,
      StreamSpecification,
      TimeToLiveSpecification,
    } = stack.single('AWS::DynamoDB::GlobalTable')
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

  it('is retained, protected, encrypted and recoverable in every stage', () => {
    for (const { ofType } of [stack, plain]) {
      const [[, table] = [undefined, undefined]] = ofType('AWS::DynamoDB::GlobalTable')
      expect(table).toMatchObject({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
          Replicas: [
            {
              // Of this region, and no other.
              Region: { Ref: 'AWS::Region' },
              DeletionProtectionEnabled: true,
              PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
            },
          ],
        },
      })
    }
  })
})

describe('warm throughput', () => {
  it('is that of the table and of each index, if it is set', () => {
    const warm = { ReadUnitsPerSecond: 24_000, WriteUnitsPerSecond: 8_000 }
    const warmed = synthesize({ warmThroughput: '24000,8000' }).single('AWS::DynamoDB::GlobalTable')
    expect(warmed.WarmThroughput).toEqual(warm)
    const indexes = warmed.GlobalSecondaryIndexes as { WarmThroughput: object }[]
    expect(indexes.map(({ WarmThroughput }) => WarmThroughput)).toEqual(indexes.map(() => warm))
    expect(plain.single('AWS::DynamoDB::GlobalTable')).not.toHaveProperty('WarmThroughput')
  })
})

describe('backups', () => {
  const copies = 'arn:aws:backup:eu-central-1:210987654321:backup-vault:cairn'
  type Rule = {
    RuleName: string
    ScheduleExpression: string
    Lifecycle: { DeleteAfterDays: number }
    CopyActions?: { DestinationBackupVaultArn: string; Lifecycle: object }[]
  }
  const rulesOf = ({ single }: Synthesized) =>
    (single('AWS::Backup::BackupPlan').BackupPlan as { BackupPlanRule: Rule[] }).BackupPlanRule

  it('are made each day in production, in a vault that nobody can empty', () => {
    const [[id, vault] = ['', undefined]] = stack.ofType('AWS::Backup::BackupVault')
    expect(vault).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { LockConfiguration: { MinRetentionDays: 1, MaxRetentionDays: 366, ChangeableForDays: 3 } },
    })
    expect(rulesOf(stack)).toEqual([
      expect.objectContaining({
        RuleName: 'daily',
        ScheduleExpression: 'cron(30 3 * * ? *)',
        Lifecycle: { DeleteAfterDays: 35 },
        TargetBackupVault: { 'Fn::GetAtt': [id, 'BackupVaultName'] },
      }),
    ])
    expect(rulesOf(stack)[0]).not.toHaveProperty('CopyActions')
    expect(JSON.stringify(stack.ofType('AWS::CloudWatch::Alarm'))).not.toContain('NumberOfCopyJobsFailed')
    expect(stack.single('AWS::Backup::BackupSelection')).toMatchObject({
      BackupSelection: { Resources: [{ 'Fn::GetAtt': ['TableCD117FA1', 'Arn'] }] },
    })
    expect(plain.ofType('AWS::Backup::BackupVault')).toEqual([])
  })

  it('are copied to the other vault, and kept there as long', () => {
    const copied = synthesize({ backups: 'hourly', backupVaultArn: copies })
    expect(rulesOf(copied).map(({ RuleName, CopyActions }) => [RuleName, CopyActions])).toEqual([
      ['daily', [{ DestinationBackupVaultArn: copies, Lifecycle: { DeleteAfterDays: 35 } }]],
      ['hourly', [{ DestinationBackupVaultArn: copies, Lifecycle: { DeleteAfterDays: 2 } }]],
    ])
    const alarms = copied.ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties)
    const alarmOf = (metric: string) => alarms.filter((alarm) => JSON.stringify(alarm).includes(metric))
    expect(alarmOf('NumberOfBackupJobsCompleted')).toEqual([
      expect.objectContaining({
        EvaluationPeriods: 4,
        DatapointsToAlarm: 4,
        TreatMissingData: 'notBreaching',
      }),
    ])
    const [failed, ...more] = alarmOf('NumberOfCopyJobsFailed')
    expect(more).toEqual([])
    expect(failed).toMatchObject({
      Threshold: 1,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    })
    const vaults = JSON.stringify(failed?.Metrics).match(
      /"Name":"BackupVaultName","Value":("cairn"|\{"Fn::GetAtt":\["Backup)/g,
    )
    expect(vaults).toHaveLength(2)
  })

  it('are of the restored table, if there is one', () => {
    const restored = synthesize({
      backups: 'daily',
      restoredTable: 'cairn-restored',
      restoredTableStreamArn:
        'arn:aws:dynamodb:eu-west-1:123456789012:table/cairn-restored/stream/2026-11-20T10:00:00.000',
    })
    expect(JSON.stringify(restored.single('AWS::Backup::BackupSelection'))).toContain('table/cairn-restored')
  })
})

describe('a restored table', () => {
  const settings = {
    restoredTable: 'cairn-restored',
    restoredTableStreamArn:
      'arn:aws:dynamodb:eu-west-1:123456789012:table/cairn-restored/stream/2026-11-20T10:00:00.000',
  }

  it('replaces the own table for the functions; the own table stays', () => {
    const restored = synthesize(settings)
    expect(restored.ofType('AWS::DynamoDB::GlobalTable')).toHaveLength(1)
    const own = restored.ofType('AWS::DynamoDB::GlobalTable')[0]?.[0] ?? ''
    const names = restored
      .ofType('AWS::Lambda::Function')
      .map(
        ([, { Properties }]) =>
          (Properties.Environment as { Variables?: { TABLE_NAME?: string } })?.Variables?.TABLE_NAME,
      )
    expect(new Set(names.filter((name) => name !== undefined))).toEqual(new Set(['cairn-restored']))
    const sources = restored.ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties)
    expect(sources.map(({ EventSourceArn }) => EventSourceArn)).toContain(settings.restoredTableStreamArn)
    for (const type of ['AWS::IAM::Role', 'AWS::IAM::Policy']) {
      expect(JSON.stringify(restored.ofType(type))).not.toContain(own)
    }
  })
})

describe('other data', () => {
  it('of the site is private, encrypted, and accessible only to the distribution, over TLS', () => {
    const named = (type: string) => stack.ofType(type).find(([id]) => id.startsWith('Site'))?.[1].Properties
    expect(named('AWS::S3::Bucket')).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: expect.anything(),
      // Overwritten pages can be brought back for a while. Nothing that is served expires.
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: [
          {
            Status: 'Enabled',
            NoncurrentVersionExpiration: { NoncurrentDays: 30 },
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          },
        ],
      },
    })
    const { PolicyDocument } = named('AWS::S3::BucketPolicy') as {
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

  it('that is secret is generated by Secrets Manager, in the form that the functions need', () => {
    const secrets = stack.ofType('AWS::SecretsManager::Secret')
    expect(secrets).toHaveLength(2)
    for (const [, { Properties }] of secrets) {
      // Only letters and digits: valid as base64url, 48 bytes, and as the value of a header.
      expect(Properties.GenerateSecretString).toEqual({
        PasswordLength: 64,
        ExcludePunctuation: true,
        IncludeSpace: false,
      })
      expect(Properties).not.toHaveProperty('SecretString')
    }
  })

  it('of queues is encrypted, and accessible only over TLS; dead letters are kept for two weeks', () => {
    const queues = stack.ofType('AWS::SQS::Queue')
    expect(queues).toHaveLength(4)
    for (const [id, { Properties }] of queues) {
      expect(Properties.SqsManagedSseEnabled, id).toBe(true)
      if (id.includes('DeadLetters')) expect(Properties.MessageRetentionPeriod, id).toBe(1_209_600)
      const policies = stack
        .ofType('AWS::SQS::QueuePolicy')
        .filter(([, policy]) => JSON.stringify(policy.Properties.Queues).includes(`"${id}"`))
      const statements = policies.flatMap(
        ([, policy]) => (policy.Properties.PolicyDocument as { Statement: object[] }).Statement,
      )
      expect(statements, id).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Action: 'sqs:*',
          Principal: { AWS: '*' },
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      )
    }
  })
})

describe('the stack', () => {
  it('is protected from deletion by a setting, and in production by default', () => {
    expect(stack.isProtected).toBe(true)
    expect(plain.isProtected).toBe(false)
    const asked = synthesize({ deletionProtection: 'on' })
    expect(asked.isProtected).toBe(true)
    for (const [, { DeletionPolicy }] of asked.ofType('AWS::Logs::LogGroup')) {
      expect(DeletionPolicy).toBe('Retain')
    }
  })

  it('is tagged for cost allocation, with the stage', () => {
    for (const type of [
      'AWS::DynamoDB::GlobalTable',
      'AWS::Lambda::Function',
      'AWS::CloudFront::Distribution',
    ]) {
      for (const [, { Properties }] of stack.ofType(type)) {
        const [replica] = (Properties.Replicas ?? []) as { Tags: object[] }[]
        expect(replica?.Tags ?? Properties.Tags).toEqual(
          expect.arrayContaining([
            { Key: 'project', Value: 'cairn' },
            { Key: 'stage', Value: 'production' },
          ]),
        )
      }
    }
  })

  it('gives the client secret of an OpenID provider to the auth function only', () => {
    const synthesized = synthesize(openIdProvider)
    const id = 'AuthOidcClientSecret6D3A91E4'
    expect(synthesized.resources[id]?.Type).toBe('AWS::SecretsManager::Secret')
    const readers = synthesized
      .ofType('AWS::IAM::Role')
      .filter(([, role]) => JSON.stringify(role).includes(id))
      .map(([name]) => name.replace(/Role.*/, ''))
    expect(readers).toEqual(['Auth'])
    const told = synthesized.ofType('AWS::Lambda::Function').map(([name, { Properties }]) => {
      const { Variables = {} } = (Properties.Environment ?? {}) as { Variables?: Record<string, unknown> }
      const { AUTH_OIDC_CLIENT_SECRET_ARN: arn, AUTH_OIDC_CLIENT_SECRET: secret } = Variables
      return [name.replace(/Function.*/, ''), arn, secret]
    })
    expect(told.filter(([name]) => name === 'Auth')).toEqual([['Auth', { Ref: id }, '']])
    for (const [name, arn, secret] of told.filter(([name]) => name === 'Goals' || name === 'Organizations')) {
      expect([name, arn, secret]).toEqual([name, '', 'unused'])
    }
  })

  it('gives functions only the secrets that they use', () => {
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
    expect(secretsOf('GoalChangesFunction')).toEqual([])
  })
})
