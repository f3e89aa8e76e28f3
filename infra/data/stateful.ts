import { CfnResource, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/**
 * Resources whose replacement would lose something: data, secrets that others hold, an address, confirmed subscriptions.
 * CloudFormation identifies a resource by its logical id, so these ids never change, even if a construct is renamed or moved.
 * `removable` resources come with a setting or a version, and may be removed again. None may be replaced.
 *
 * Logs are not included: `deletionProtection` keeps those of a replaced group, and nothing reads them back.
 */
const statefulResources = {
  table: { logicalId: 'TableCD117FA1', removable: false },
  // Removable with its setting. What it holds stays, because it cannot be deleted.
  backupVault: { logicalId: 'BackupVault2F6A9C31', removable: true },
  site: { logicalId: 'SiteE53D7754', removable: false },
  cursorSecret: { logicalId: 'CursorSecretABAE1358', removable: false },
  originVerifySecret: { logicalId: 'OriginVerifySecret1DED2FB3', removable: false },
  authProxySecret: { logicalId: 'AuthProxySecretBDD11385', removable: true },
  authOidcClientSecret: { logicalId: 'AuthOidcClientSecret6D3A91E4', removable: true },
  smtpPassword: { logicalId: 'SmtpPassword4C8E2F16', removable: true },
  deadLetters: { logicalId: 'CleanUpDeadLetters57BD7213', removable: false },
  // Removable, so that an earlier version can be deployed. Their messages only announce what the table holds.
  webhookQueue: { logicalId: 'WebhookQueue7A6C1E52', removable: true },
  webhookDeadLetters: { logicalId: 'WebhookDeadLetters3F0B9D48', removable: true },
  // Removable, like the setting of the stream that writes to it. What it holds stays, because a bucket with objects is not deleted.
  parkedChanges: { logicalId: 'ParkedChanges6B1D4E97', removable: true },
  dueDeadLetters: { logicalId: 'DueDeadLetters5E21C7A9', removable: true },
  distribution: { logicalId: 'Distribution830FAC52', removable: false },
  alarmTopic: { logicalId: 'AlarmTopicD01E77F9', removable: true },
} as const

export type StatefulResource = keyof typeof statefulResources

/** Gives a stateful resource its permanent logical id. */
export function pin(construct: Construct, name: StatefulResource): void {
  if (!(construct.node.defaultChild instanceof CfnResource))
    throw new Error(`${name} is not a single resource`)
  construct.node.defaultChild.overrideLogicalId(statefulResources[name].logicalId)
}

type StackPolicyStatement = {
  Effect: 'Allow' | 'Deny'
  Principal: '*'
  Action: string | string[]
  Resource: string
}

/**
 * A CloudFormation stack policy for the pinned resources in the stack of `scope`: updates may do everything except replace or remove
 * them.
 */
export function stackPolicyOf(scope: Construct): { Statement: StackPolicyStatement[] } {
  const stack = Stack.of(scope)
  const ids = new Set(
    stack.node
      .findAll()
      .filter((node) => node instanceof CfnResource)
      .map(({ logicalId }) => stack.resolve(logicalId) as string),
  )
  const denials = Object.values(statefulResources)
    .filter(({ logicalId }) => ids.has(logicalId))
    .map(
      ({ logicalId, removable }): StackPolicyStatement => ({
        Effect: 'Deny',
        Principal: '*',
        Action: removable ? 'Update:Replace' : ['Update:Replace', 'Update:Delete'],
        Resource: `LogicalResourceId/${logicalId}`,
      }),
    )
  return { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'Update:*', Resource: '*' }, ...denials] }
}
