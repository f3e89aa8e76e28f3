import { type NagPackSuppression, NagSuppressions } from 'cdk-nag'
import type { IConstruct } from 'constructs'

/**
 * Accepts findings of cdk-nag on a construct, each with its reason.
 *
 * @param reasons  By rule. `appliesTo` narrows a rule to some findings.
 */
export function suppress(
  construct: IConstruct,
  reasons: Record<string, string | { reason: string; appliesTo: NagPackSuppression['appliesTo'] }>,
): void {
  NagSuppressions.addResourceSuppressions(
    construct,
    Object.entries(reasons).map(([id, reason]) => ({
      id,
      ...(typeof reason === 'string'
        ? { reason }
        : { reason: reason.reason, appliesTo: reason.appliesTo ?? [] }),
    })),
    true,
  )
}
