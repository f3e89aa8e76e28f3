import { providers } from '@cairn/lambda/auth/providers'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import type { Configuration } from '../configuration/configuration.ts'
import { clientAddressHeader } from '../edge/edge-functions.ts'
import { webOriginOf } from '../edge/own-domain.ts'

/** The environment of every function. */
export function commonEnvironment(
  configuration: Configuration,
  tableName: string,
  distribution: Distribution,
): Record<string, string> {
  const { stage, logLevel, metrics, functionsGeneration } = configuration
  return {
    NODE_ENV: 'production',
    TABLE_NAME: tableName,
    DYNAMODB_ENDPOINT: '',
    // `functions/goal-changes` writes the postings by which goals are found.
    SEARCH_INDEX: 'stream',
    WEB_ORIGIN: webOriginOf(configuration, distribution),
    LOG_LEVEL: logLevel,
    METRICS: metrics ? 'on' : 'off',
    METRICS_NAMESPACE: metricsNamespace(stage),
    // A new number changes the environment, so Lambda starts new instances, which fetch the secrets again.
    GENERATION: String(functionsGeneration),
  }
}

/** Behind a trusted proxy, CloudFront sees the proxy's address instead of the client's. */
export function addressEnvironment({ authentication }: Configuration): Record<string, string> {
  return providers[authentication.provider].isProxy ? {} : { CLIENT_ADDRESS_HEADER: clientAddressHeader }
}

export function metricsNamespace(stage: string): string {
  return `Cairn/${stage}`
}
