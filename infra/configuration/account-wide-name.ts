import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Configuration } from './configuration.ts'

/**
 * Returns a name for a resource whose name must be unique in the account across regions: dashboards and CloudFront resources. The
 * CDK's own names for these omit the region, so the same stage could not be deployed to a second region.
 */
export function accountWideName(scope: Construct, { stage }: Configuration, name: string): string {
  return `cairn-${stage}-${Stack.of(scope).region}-${name}`
}
