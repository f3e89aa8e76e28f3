import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { ConfigurationError, type Environment, optional } from './settings.ts'

/**
 * Settings that AWS Secrets Manager may hold: `<name>_ARN` in the environment says where. Where a secret is rotated,
 * its version before stays valid (`previous`) until the next rotation.
 */
const secretSettings = [
  { name: 'CURSOR_SECRET' },
  { name: 'AUTH_PROXY_SECRET', previous: 'AUTH_PROXY_SECRET_PREVIOUS' },
  { name: 'ORIGIN_VERIFY_SECRET', previous: 'ORIGIN_VERIFY_SECRET_PREVIOUS' },
]

/**
 * The environment with the secrets that it points at, fetched side by side, once per cold start; nothing is asked where
 * it points at none. The client is imported at once, not when it is needed: a deployed function always needs it, and a
 * late import would keep the bundler from leaving out what of the SDK is not used.
 *
 * Throws `ConfigurationError` where a secret cannot be fetched.
 */
export async function withSecrets(environment: Environment): Promise<Environment> {
  const wanted = secretSettings.filter(({ name }) => optional(environment, `${name}_ARN`) !== undefined)
  if (wanted.length === 0) return environment
  const client = new SecretsManagerClient({})
  const values = await Promise.all(
    wanted.flatMap(({ name, previous }) => {
      const arn = `${name}_ARN`
      return [
        fetchSecret(client, environment, arn, 'AWSCURRENT').then((value) => [name, value]),
        ...(previous
          ? [fetchSecret(client, environment, arn, 'AWSPREVIOUS').then((value) => [previous, value])]
          : []),
      ]
    }),
  )
  client.destroy()
  return { ...environment, ...Object.fromEntries(values) }
}

/** Undefined for a version before that does not exist: the secret was never rotated. */
async function fetchSecret(
  client: SecretsManagerClient,
  environment: Environment,
  setting: string,
  versionStage: 'AWSCURRENT' | 'AWSPREVIOUS',
): Promise<string | undefined> {
  try {
    const command = new GetSecretValueCommand({ SecretId: environment[setting], VersionStage: versionStage })
    return (await client.send(command)).SecretString
  } catch (cause) {
    const isMissing = cause instanceof Error && cause.name === 'ResourceNotFoundException'
    if (isMissing && versionStage === 'AWSPREVIOUS') return undefined
    throw new ConfigurationError(`${setting} names a secret that cannot be fetched.`, { cause })
  }
}
