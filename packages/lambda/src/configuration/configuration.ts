/** The settings of a running service, read from its environment once and checked before anything is served. */
import { parseRateLimits, type RateLimits } from '@cairn/domain/rate-limits/limits'
import { type JwtConfiguration, readJwtConfiguration } from '../auth/providers/jwt/jwt-configuration.ts'
import {
  readTrustedProxyConfiguration,
  type TrustedProxyConfiguration,
} from '../auth/providers/trusted-proxy/trusted-proxy-configuration.ts'
import { type EmailDeliveryConfiguration, readEmailDelivery } from '../email/email-configuration.ts'
import {
  ConfigurationError,
  type Environment,
  oneOf,
  optional,
  optionalHttpAddress,
  required,
  webOrigin,
  wholeNumber,
} from './settings.ts'

type LogLevel = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT'

/** Who vouches for users, with what it takes to believe it. */
export type AuthConfiguration =
  | { provider: 'email' }
  | ({ provider: 'trusted_proxy' } & TrustedProxyConfiguration)
  | ({ provider: 'jwt' } & JwtConfiguration)

export type Configuration = {
  tableName: string
  dynamodbEndpoint: string | undefined
  region: string | undefined
  /** Made-up ones for the embedded engine; undefined where AWS's own chain gives them. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Scheme, host and port of the web application, without a trailing slash. */
  webOrigin: string
  /** Undefined in a function that has no lists (`CURSOR_SECRET=unused`), and that is told no secret it does not need. */
  cursorSecret: Buffer | undefined
  /**
   * What the distribution in front of the API adds to every request: the current secret and, while it is rotated, the
   * one before. Empty where nothing stands in front.
   */
  originVerifySecrets: string[]
  /** Where AWS Secrets Manager has it, for when it was rotated since the start. */
  originVerifySecretArn: string | undefined
  /**
   * The header into which whatever stands in front writes the client's address, replacing what a client sends; undefined
   * where clients connect directly.
   */
  clientAddressHeader: string | undefined
  /** Undefined where nothing is limited: for load tests. */
  rateLimits: RateLimits | undefined
  auth: AuthConfiguration
  emailDelivery: EmailDeliveryConfiguration
  invitationLifetimeDays: number
  /** Whether log lines carry figures in CloudWatch's embedded metric format. */
  metrics: boolean
  /** Tells the installations of one account apart. */
  metricsNamespace: string
  logLevel: LogLevel
}

const cursorSecretMinimumBytes = 32

/** Throws `ConfigurationError` at the first setting that is missing or wrong. */
export function readConfiguration(environment: Environment): Configuration {
  const dynamodbEndpoint = optionalHttpAddress(environment, 'DYNAMODB_ENDPOINT')
  return {
    tableName: required(environment, 'TABLE_NAME'),
    dynamodbEndpoint,
    region: environment.AWS_REGION,
    credentials: localCredentials(environment, dynamodbEndpoint),
    webOrigin: webOrigin(environment, 'WEB_ORIGIN'),
    cursorSecret: cursorSecretOf(environment, 'CURSOR_SECRET'),
    originVerifySecrets: originVerifySecretsOf(environment),
    originVerifySecretArn: optional(environment, 'ORIGIN_VERIFY_SECRET_ARN'),
    clientAddressHeader: clientAddressHeaderOf(environment),
    rateLimits: rateLimitsOf(environment),
    auth: authOf(environment),
    emailDelivery: readEmailDelivery(environment),
    invitationLifetimeDays: wholeNumber(environment, 'INVITATION_LIFETIME_DAYS', {
      minimum: 1,
      maximum: 365,
      fallback: 7,
    }),
    metrics: oneOf(environment, 'METRICS', ['on', 'off'], 'on') === 'on',
    metricsNamespace: optional(environment, 'METRICS_NAMESPACE') ?? 'Cairn',
    logLevel: oneOf(environment, 'LOG_LEVEL', ['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'], 'INFO'),
  }
}

function authOf(environment: Environment): AuthConfiguration {
  const provider = oneOf(environment, 'AUTH_PROVIDER', ['email', 'trusted_proxy', 'jwt'], 'email')
  switch (provider) {
    case 'email':
      return { provider }
    case 'trusted_proxy':
      return { provider, ...readTrustedProxyConfiguration(environment) }
    case 'jwt':
      return { provider, ...readJwtConfiguration(environment) }
  }
}

function cursorSecretOf(environment: Environment, name: string): Buffer | undefined {
  const value = required(environment, name)
  if (value === 'unused') return undefined
  const bytes = Buffer.from(value, 'base64url')
  if (/^[A-Za-z0-9_-]+$/.test(value) && bytes.length >= cursorSecretMinimumBytes) return bytes
  throw new ConfigurationError(
    `${name} must be at least ${cursorSecretMinimumBytes} random bytes in base64url.`,
  )
}

const originVerifySecretMinimumLength = 32

function originVerifySecretsOf(environment: Environment): string[] {
  return ['ORIGIN_VERIFY_SECRET', 'ORIGIN_VERIFY_SECRET_PREVIOUS'].flatMap((name) => {
    const value = optional(environment, name)
    if (value === undefined) return []
    if (value.length >= originVerifySecretMinimumLength) return [value]
    throw new ConfigurationError(`${name} must have at least ${originVerifySecretMinimumLength} characters.`)
  })
}

function clientAddressHeaderOf(environment: Environment): string | undefined {
  const value = optional(environment, 'CLIENT_ADDRESS_HEADER')?.toLowerCase()
  if (value === undefined || /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)) return value
  throw new ConfigurationError('CLIENT_ADDRESS_HEADER must be the name of a header, such as x-real-ip.')
}

function rateLimitsOf(environment: Environment): RateLimits | undefined {
  try {
    return parseRateLimits(optional(environment, 'RATE_LIMITS') ?? 'on')
  } catch (error) {
    throw new ConfigurationError(`RATE_LIMITS ${(error as Error).message}.`)
  }
}

/**
 * An engine on an endpoint of its own checks no credentials, but the client wants some. Undefined where AWS's own chain gives
 * them: for AWS itself, by a profile or a role too.
 */
export function localCredentials(environment: Environment, endpoint: string | undefined) {
  if (endpoint === undefined || awsRegionOf(endpoint) !== undefined) return undefined
  if (optional(environment, 'AWS_ACCESS_KEY_ID') !== undefined) return undefined
  return { accessKeyId: 'local', secretAccessKey: 'local' }
}

const awsHostPattern = /\.([a-z]{2}(?:-[a-z]+)+-\d)\.(?:[a-z]+\.)?(?:amazonaws\.com(?:\.cn)?|api\.aws)$/

/** The region of an endpoint of AWS (`dynamodb.eu-west-1.amazonaws.com`), also a private one; undefined for any other. */
export function awsRegionOf(endpoint: string): string | undefined {
  return awsHostPattern.exec(URL.parse(endpoint)?.hostname ?? '')?.[1]
}
