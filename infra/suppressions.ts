import { type NagPackSuppression, NagSuppressions } from 'cdk-nag'
import type { IConstruct } from 'constructs'

/**
 * Findings of cdk-nag that are meant as they are, each with its reason, beside what they are about.
 *
 * @param reasons  By rule; `appliesTo` narrows a rule to one finding.
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
