import type { Resource, Synthesized } from './synth.ts'

type Statement = { Effect: string; Action: string | string[]; Resource: unknown; Condition?: unknown }

/**
 * The permissions of a function's role, such as `dynamodb:Query gsi1`. A condition follows its permission:
 * `ses:SendEmail identity example.com if {"StringEquals":…}`.
 */
export function grantsOf({ resources }: Synthesized, functionId: string): string[] {
  const role = roleOf(resources[functionId])
  const inline = (resources[role]?.Properties.Policies ?? []) as {
    PolicyDocument: { Statement: Statement[] }
  }[]
  const attached = Object.values(resources)
    .filter(({ Type, Properties }) => Type === 'AWS::IAM::Policy' && isAttachedTo(Properties, role))
    .map(({ Properties }) => Properties as { PolicyDocument: { Statement: Statement[] } })
  const statements = [...inline, ...attached].flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  return statements
    .flatMap(({ Effect, Action, Resource, Condition }) => {
      if (Effect !== 'Allow') throw new Error('a role may contain only Allow statements')
      const targets = Array.isArray(Resource) ? Resource : [Resource]
      const condition = Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`
      return [Action]
        .flat()
        .flatMap((action) => targets.map((target) => `${action} ${nameOf(target)}${condition}`))
    })
    .sort()
}

function roleOf(lambda: Resource | undefined): string {
  if (!lambda) throw new Error('there is no such function')
  return (lambda.Properties.Role as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0]
}

function isAttachedTo(properties: Resource['Properties'], role: string): boolean {
  return ((properties.Roles ?? []) as { Ref: string }[]).some(({ Ref }) => Ref === role)
}

/** The short name of a resource: `Table`, `gsi1`, `CursorSecret`, `*`. Without the hash that the CDK appends to an id. */
function nameOf(target: unknown): string {
  if (typeof target === 'string') return target
  const {
    Ref,
    'Fn::GetAtt': attribute,
    'Fn::Join': join,
  } = target as {
    Ref?: string
    'Fn::GetAtt'?: [string, string]
    'Fn::Join'?: [string, unknown[]]
  }
  const withoutHash = (id: string) => id.replace(/[0-9A-F]{8}$/, '')
  if (Ref !== undefined) return withoutHash(Ref)
  if (attribute) return attribute[1] === 'StreamArn' ? 'stream' : withoutHash(attribute[0])
  if (!join) return JSON.stringify(target)
  const text = join[1].map(nameOf).join('')
  return text.replace(/^.*\/index\//, '').replace(/^.*:(identity|configuration-set)\//, '$1 ')
}
