/** The settings of a running service, read from its environment once and checked before anything is served. */
import { type JwtConfiguration, readJwtConfiguration } from './auth/jwt-configuration.ts'
import {
  readTrustedProxyConfiguration,
  type TrustedProxyConfiguration,
} from './auth/trusted-proxy-configuration.ts'
import {
  ConfigurationError,
  type Environment,
  oneOf,
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
  cursorSecret: Buffer
  auth: AuthConfiguration
  emailDelivery: 'log' | 'off'
  invitationLifetimeDays: number
  /** Whether log lines carry figures in CloudWatch's embedded metric format. */
  metrics: boolean
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
    auth: authOf(environment),
    emailDelivery: emailDeliveryOf(environment),
    invitationLifetimeDays: wholeNumber(environment, 'INVITATION_LIFETIME_DAYS', {
      minimum: 1,
      maximum: 365,
      fallback: 7,
    }),
    metrics: oneOf(environment, 'METRICS', ['on', 'off'], 'on') === 'on',
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

function cursorSecretOf(environment: Environment, name: string): Buffer {
  const value = required(environment, name)
  const bytes = Buffer.from(value, 'base64url')
  if (/^[A-Za-z0-9_-]+$/.test(value) && bytes.length >= cursorSecretMinimumBytes) return bytes
  throw new ConfigurationError(
    `${name} must be at least ${cursorSecretMinimumBytes} random bytes in base64url.`,
  )
}

/** The log is no mailbox: its lines hold live links, and in production others read them. */
function emailDeliveryOf(environment: Environment): Configuration['emailDelivery'] {
  const delivery = oneOf(environment, 'EMAIL_DELIVERY', ['log', 'off'], 'log')
  if (delivery === 'log' && environment.NODE_ENV === 'production') {
    throw new ConfigurationError(
      'EMAIL_DELIVERY must not be "log" in production: links would stand in the log.',
    )
  }
  return delivery
}

/** An engine on an endpoint of its own checks no credentials, but the client wants some. */
function localCredentials(environment: Environment, endpoint: string | undefined) {
  if (endpoint === undefined || environment.AWS_ACCESS_KEY_ID !== undefined) return undefined
  return { accessKeyId: 'local', secretAccessKey: 'local' }
}
