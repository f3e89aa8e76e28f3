import { CfnResource, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/**
 * What a new resource in its place would not have: data, secrets that others hold, an address, confirmed subscriptions.
 * CloudFormation knows a resource by its logical id alone, so these never change, whatever the constructs are called or
 * wherever they move. Those that a setting adds may be removed again; none may be replaced.
 *
 * Logs are not among them: `deletionProtection` keeps those of a replaced group, and nothing reads them back.
 */
const statefulResources = {
  table: { logicalId: 'TableCD117FA1', removable: false },
  site: { logicalId: 'SiteE53D7754', removable: false },
  cursorSecret: { logicalId: 'CursorSecretABAE1358', removable: false },
  originVerifySecret: { logicalId: 'OriginVerifySecret1DED2FB3', removable: false },
  authProxySecret: { logicalId: 'AuthProxySecretBDD11385', removable: true },
  deadLetters: { logicalId: 'CleanUpDeadLetters57BD7213', removable: false },
  distribution: { logicalId: 'Distribution830FAC52', removable: false },
  alarmTopic: { logicalId: 'AlarmTopicD01E77F9', removable: true },
} as const

/** Gives a stateful resource the logical id that it keeps for all time. */
export function pin(construct: Construct, name: keyof typeof statefulResources): void {
  if (!(construct.node.defaultChild instanceof CfnResource)) throw new Error(`${name} is no single resource`)
  construct.node.defaultChild.overrideLogicalId(statefulResources[name].logicalId)
}

type StackPolicyStatement = {
  Effect: 'Allow' | 'Deny'
  Principal: '*'
  Action: string | string[]
  Resource: string
}

/**
 * A CloudFormation stack policy: updates may do everything but replace what is stateful, or take it out of the stack.
 * Of the pinned resources that are in the stack of `scope`.
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
