import type { SecretName } from '../configuration/secrets.ts'
import type { Environment } from '../configuration/settings.ts'
import type { SessionReader } from './session-reader.ts'

/** The properties of an authentication provider that the service and its deployment use. */
export type ProviderDescriptor<Configuration extends object = object> = {
  /** @throws `ConfigurationError` if a setting of the provider is missing or wrong. */
  readConfiguration(environment: Environment): Configuration
  /** @throws `ConfigurationError` if the configuration names a file that cannot be used. */
  createSessionReader(configuration: Configuration, webOrigin: string): SessionReader
  /** Whether every connection comes from the provider, so that its address says nothing about the client. */
  readonly isProxy: boolean
  readonly deployment: ProviderDeployment
}

export type VariableKind = 'required' | 'optional' | 'https address' | 'optional https address'

/** The work of `infra` for the provider. */
export type ProviderDeployment = {
  /** Variables of the functions. The deployer sets `AUTH_JWT_ISSUER` as `authJwtIssuer`. The first one must be required. */
  readonly variables: Readonly<Record<string, VariableKind>>
  /** The stack creates this secret, and the functions fetch it: all that accept sessions, or only the auth function. */
  readonly secret?: {
    readonly variable: SecretName
    readonly description: string
    readonly usedBy: 'sessions' | 'auth'
  }
  /** npm packages that not every provider needs. They are left out of the functions unless the provider is selected. */
  readonly packages: readonly string[]
  /** The same, but only the auth function has them. */
  readonly signInPackages: readonly string[]
}
