import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { ConfigurationError, type Environment, optional } from './settings.ts'

/**
 * Settings that AWS Secrets Manager may hold. `<name>_ARN` in the environment is the ARN of the secret. The previous
 * version of a rotated secret stays valid (`previous`) until the next rotation.
 */
const secretSettings = [
  { name: 'CURSOR_SECRET', previous: undefined },
  { name: 'AUTH_PROXY_SECRET', previous: 'AUTH_PROXY_SECRET_PREVIOUS' },
  { name: 'AUTH_OIDC_CLIENT_SECRET', previous: undefined },
  { name: 'ORIGIN_VERIFY_SECRET', previous: 'ORIGIN_VERIFY_SECRET_PREVIOUS' },
  { name: 'SMTP_PASSWORD', previous: undefined },
] as const

/** A secret that an installation generates, or that a deployer sets. The password of an email server comes with the server. */
export type SecretName = Exclude<(typeof secretSettings)[number]['name'], 'SMTP_PASSWORD'>

/**
 * Returns the environment with the secrets that it points at. They are fetched in parallel, once per cold start. Without
 * any ARN nothing is fetched. The SDK client is imported statically: every deployed function needs it, and a dynamic
 * import would keep the bundler from dropping the unused part of the SDK.
 * @throws `ConfigurationError` if a secret cannot be fetched.
 */
export async function withSecrets(environment: Environment): Promise<Environment> {
  const wanted = secretSettings.filter(({ name }) => optional(environment, `${name}_ARN`) !== undefined)
  if (wanted.length === 0) return environment
  const client = new SecretsManagerClient({})
  const values = await Promise.all(
    wanted.flatMap(({ name, previous }) => {
      const setting = `${name}_ARN`
      const fetch = (version: Version) =>
        fetchSecret(client, environment[setting], version).catch((cause) => {
          throw new ConfigurationError(`${setting} names a secret that cannot be fetched.`, { cause })
        })
      return [
        fetch('AWSCURRENT').then((value) => [name, value]),
        ...(previous ? [fetch('AWSPREVIOUS').then((value) => [previous, value])] : []),
      ]
    }),
  )
  client.destroy()
  return { ...environment, ...Object.fromEntries(values) }
}

/**
 * Returns both valid values of a secret, the current one first, for a function that started before a rotation.
 * @throws if Secrets Manager does not return them within 2 seconds.
 */
export async function fetchRotatedSecret(arn: string): Promise<string[]> {
  const client = new SecretsManagerClient({})
  const signal = AbortSignal.timeout(2_000)
  try {
    const versions = ['AWSCURRENT', 'AWSPREVIOUS'] as const
    const values = await Promise.all(versions.map((version) => fetchSecret(client, arn, version, signal)))
    return values.filter((value) => value !== undefined)
  } finally {
    client.destroy()
  }
}

type Version = 'AWSCURRENT' | 'AWSPREVIOUS'

/** Returns undefined for the previous version of a secret that was never rotated. */
async function fetchSecret(
  client: SecretsManagerClient,
  arn: string | undefined,
  version: Version,
  abortSignal?: AbortSignal,
): Promise<string | undefined> {
  try {
    const command = new GetSecretValueCommand({ SecretId: arn, VersionStage: version })
    return (await client.send(command, { ...(abortSignal && { abortSignal }) })).SecretString
  } catch (error) {
    const isMissing = error instanceof Error && error.name === 'ResourceNotFoundException'
    if (isMissing && version === 'AWSPREVIOUS') return undefined
    throw error
  }
}
