import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Configuration } from './configuration.ts'

/**
 * For what must have a name of its own in the whole account, whichever region its stack is in: dashboards, and everything
 * of CloudFront. The CDK's own names for these leave the region out, so a second region could not be deployed.
 */
export function accountWideName(scope: Construct, { stage }: Configuration, name: string): string {
  return `cairn-${stage}-${Stack.of(scope).region}-${name}`
}
