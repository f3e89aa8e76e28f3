import { beforeAll, describe, expect, it } from 'vitest'
import { type Synthesized, synthesize, synthLimit } from './support/synth.ts'

/** With every optional resource. */
let stack: Synthesized
beforeAll(() => {
  stack = synthesize({
    stage: 'production',
    alarmEmail: 'ops@example.com',
    firewallRequestsPer5Minutes: 'none',
    authProvider: 'trusted_proxy',
    authProxyIssuer: 'proxy',
    authProxyAudience: 'production',
    authProxyLoginUrl: 'https://id.example.com/login',
    authProxyLogoutUrl: 'https://id.example.com/logout',
  })
}, synthLimit)

/** Properties whose change makes CloudFormation replace a resource ("Update requires: Replacement"). */
const replacing: Record<string, string[]> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::Backup::BackupVault': ['EncryptionKeyArn'],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace'],
  // The latter two do not replace a secret, but generate a new value.
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString', 'SecretString'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::CloudFront::Distribution': [],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
}

/**
 * The deployed resources. A change here is a migration: CloudFormation would replace them with an empty table, a new secret or
 * another address.
 */
const generated = { PasswordLength: 64, ExcludePunctuation: true, IncludeSpace: false }
const deployed: Record<string, object> = {
  TableCD117FA1: {
    Type: 'AWS::DynamoDB::GlobalTable',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  },
  BackupVault2F6A9C31: { Type: 'AWS::Backup::BackupVault' },
  SiteE53D7754: { Type: 'AWS::S3::Bucket' },
  CursorSecretABAE1358: { Type: 'AWS::SecretsManager::Secret', GenerateSecretString: generated },
  OriginVerifySecret1DED2FB3: { Type: 'AWS::SecretsManager::Secret', GenerateSecretString: generated },
  AuthProxySecretBDD11385: { Type: 'AWS::SecretsManager::Secret', GenerateSecretString: generated },
  ParkedChanges6B1D4E97: { Type: 'AWS::S3::Bucket' },
  CleanUpDeadLetters57BD7213: { Type: 'AWS::SQS::Queue' },
  WebhookQueue7A6C1E52: { Type: 'AWS::SQS::Queue' },
  WebhookDeadLetters3F0B9D48: { Type: 'AWS::SQS::Queue' },
  DueDeadLetters5E21C7A9: { Type: 'AWS::SQS::Queue' },
  Distribution830FAC52: { Type: 'AWS::CloudFront::Distribution' },
  AlarmTopicD01E77F9: { Type: 'AWS::SNS::Topic' },
}

describe('stateful resources', () => {
  it('keep their logical ids and the properties whose change would replace them', () => {
    const found = Object.entries(stack.resources)
      .filter(([, { Type }]) => replacing[Type])
      .map(([id, { Type, Properties }]) => {
        const names = replacing[Type]?.filter((name) => Properties[name] !== undefined) ?? []
        return [id, { Type, ...Object.fromEntries(names.map((name) => [name, Properties[name]])) }]
      })
    expect(Object.fromEntries(found)).toEqual(deployed)
  })

  it('keep the types of the keys', () => {
    const { AttributeDefinitions } = stack.single('AWS::DynamoDB::GlobalTable')
    expect(AttributeDefinitions).toEqual(
      expect.arrayContaining([
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ]),
    )
  })
})

type Statement = { Effect: string; Principal: string; Action: string | string[]; Resource: string }
type StateMachineTask = { Type: string; Resource: string; Parameters: Record<string, string>; End: boolean }

/** A text of the template, with references as `<name>`. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const { Ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] }
  if (Ref !== undefined) return `<${Ref}>`
  if (join) return join[1].map(textOf).join(join[0])
  throw new Error(`unknown: ${JSON.stringify(value)}`)
}

describe('the stack policy', () => {
  const taskOf = ({ single }: Synthesized): StateMachineTask => {
    const definition = JSON.parse(textOf(single('AWS::StepFunctions::StateMachine').DefinitionString))
    expect(Object.keys(definition.States)).toEqual([definition.StartAt])
    return definition.States[definition.StartAt]
  }
  const statementsOf = (synthesized: Synthesized): Statement[] =>
    JSON.parse(taskOf(synthesized).Parameters.StackPolicyBody ?? '').Statement

  /** Whether the policy allows `action` on a resource: a denial overrides every permission. */
  function allows(statements: Statement[], action: string, logicalId: string): boolean {
    const matches = (pattern: string, text: string) =>
      pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : pattern === text
    const effects = statements
      .filter(({ Principal }) => Principal === '*')
      .filter(({ Action }) => [Action].flat().some((pattern) => matches(pattern, action)))
      .filter(({ Resource }) => matches(Resource, `LogicalResourceId/${logicalId}`))
      .map(({ Effect }) => Effect)
    return effects.includes('Allow') && !effects.includes('Deny')
  }

  it('denies replacing a stateful resource, and removing it unless a setting or this version adds it', () => {
    const statements = statementsOf(stack)
    for (const id of Object.keys(deployed)) {
      expect(allows(statements, 'Update:Replace', id), id).toBe(false)
      expect(allows(statements, 'Update:Modify', id), id).toBe(true)
      const isOptional =
        /^(AuthProxySecret|AlarmTopic|BackupVault|Webhook|DueDeadLetters|ParkedChanges)/.test(id)
      expect(allows(statements, 'Update:Delete', id), id).toBe(isOptional)
    }
  })

  it('allows everything else', () => {
    const statements = statementsOf(stack)
    const others = Object.keys(stack.resources).filter((id) => !(id in deployed))
    for (const id of others) {
      for (const action of ['Update:Modify', 'Update:Replace', 'Update:Delete']) {
        expect(allows(statements, action, id), id).toBe(true)
      }
    }
  })

  it('names only resources of the stack', () => {
    const plain = synthesize()
    const named = statementsOf(plain)
      .map(({ Resource }) => Resource.replace('LogicalResourceId/', ''))
      .filter((id) => id !== '*')
    expect(named).toHaveLength(10)
    for (const id of named) expect(plain.resources).toHaveProperty(id)
  })

  it('is set on this stack after every deploy, by a role without other permissions', () => {
    expect(taskOf(stack)).toMatchObject({
      Type: 'Task',
      Resource: 'arn:<AWS::Partition>:states:::aws-sdk:cloudformation:setStackPolicy',
      Parameters: { StackName: '<AWS::StackId>' },
      End: true,
    })
    const [[machineId, machine] = ['', undefined]] = stack.ofType('AWS::StepFunctions::StateMachine')
    const [rule = {}] = stack
      .ofType('AWS::Events::Rule')
      .filter(([id]) => id.startsWith('Deployed'))
      .map(([, { Properties }]) => Properties)
    expect(rule).toMatchObject({
      State: 'ENABLED',
      EventPattern: {
        source: ['aws.cloudformation'],
        'detail-type': ['CloudFormation Stack Status Change'],
        detail: {
          'stack-id': [{ Ref: 'AWS::StackId' }],
          'status-details': { status: ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'] },
        },
      },
      Targets: [{ Arn: { Ref: machineId } }],
    })
    expect(statementsOfRole(machine?.Properties.RoleArn)).toEqual([
      { Action: 'cloudformation:SetStackPolicy', Effect: 'Allow', Resource: { Ref: 'AWS::StackId' } },
    ])
    const [target] = rule.Targets as { RoleArn: unknown }[]
    expect(statementsOfRole(target?.RoleArn)).toEqual([
      { Action: 'states:StartExecution', Effect: 'Allow', Resource: { Ref: machineId } },
    ])
  })

  /** The policy statements of a role, by a reference to it. */
  function statementsOfRole(reference: unknown): unknown[] {
    const [role] = (reference as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt']
    expect(stack.resources[role]?.Properties).not.toHaveProperty('Policies')
    expect(stack.resources[role]?.Properties).not.toHaveProperty('ManagedPolicyArns')
    return stack
      .ofType('AWS::IAM::Policy')
      .filter(([, { Properties }]) => JSON.stringify(Properties.Roles).includes(`"${role}"`))
      .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: unknown[] }).Statement)
  }
})
