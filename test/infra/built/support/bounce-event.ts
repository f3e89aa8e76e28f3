import type { Synthesized } from '../../support/synth.ts'

type Rule = {
  EventPattern?: Record<string, unknown>
  Targets: { InputTransformer?: { InputPathsMap: Record<string, string>; InputTemplate: string } }[]
}

/** The event of Amazon SES about an email that it sent (Amazon SES, "Event data from Amazon EventBridge"). */
export function bounceOf(
  address: string,
  configurationSet: string,
  { bounceType = 'Permanent', kind = 'organization_invitation' } = {},
): object {
  return {
    version: '0',
    'detail-type': 'Email Bounced',
    source: 'aws.ses',
    time: '2026-11-20T10:00:00Z',
    detail: {
      eventType: 'Bounce',
      bounce: { bounceType, bounceSubType: 'General', bouncedRecipients: [{ emailAddress: address }] },
      mail: {
        source: 'no-reply@example.com',
        destination: [address],
        tags: { 'ses:configuration-set': [configurationSet], kind: [kind] },
      },
    },
  }
}

/** The configuration set of the installation, by its logical id. */
export function configurationSetOf({ ofType }: Synthesized): string {
  return ofType('AWS::SES::ConfigurationSet')[0]?.[0] ?? ''
}

/** Returns what the rules of EventBridge in the template give to their targets for an event. References are their logical ids. */
export function inputsFor({ ofType }: Synthesized, event: object): unknown[] {
  return ofType('AWS::Events::Rule')
    .map(([, { Properties }]) => Properties as Rule)
    .filter(({ EventPattern }) => EventPattern !== undefined && matches(EventPattern, event))
    .flatMap(({ Targets }) => Targets)
    .map(({ InputTransformer: transformer }) => {
      if (!transformer) return event
      const { InputPathsMap, InputTemplate } = transformer
      const input = InputTemplate.replace(/<([\w-]+)>/g, (_, name: string) =>
        JSON.stringify(at(event, InputPathsMap[name] ?? '')),
      )
      return JSON.parse(input)
    })
}

function at(event: object, path: string): unknown {
  return path
    .replace(/^\$\./, '')
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], event)
}

/** Whether a pattern of literals matches: an array of the event does if one of its elements does. */
function matches(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) {
    const wanted = pattern.map((one) => (one as { Ref?: string }).Ref ?? one)
    return [value].flat().some((one) => wanted.includes(one))
  }
  return Object.entries(pattern as object).every(([name, part]) =>
    matches(part, (value as Record<string, unknown> | undefined)?.[name]),
  )
}
