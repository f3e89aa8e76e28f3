/** The settings of a running service, read from its environment once and validated before it serves anything. */

import type { WebhookTargets } from '@cairn/domain/programs/webhooks/target/webhook-target'
import { parseRateLimits, type RateLimits } from '@cairn/domain/requests/rate-limits/limits'
import { type AuthConfiguration, readAuthConfiguration } from '../auth/providers.ts'
import { type EmailDeliveryConfiguration, readEmailDelivery } from '../email/email-configuration.ts'
import { readWebhookTargets } from '../webhooks/webhook-configuration.ts'
import {
  ConfigurationError,
  type Environment,
  oneOf,
  optional,
  optionalHttpAddress,
  optionalWholeNumber,
  required,
  webOrigin,
  wholeNumber,
} from './settings.ts'

type LogLevel = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT'

/** The configuration of a function that no request calls. */
export type BackgroundConfiguration = {
  tableName: string
  dynamodbEndpoint: string | undefined
  /** The writer of the postings by which goals are found: a goal's own transaction, or a function that follows the stream. */
  searchIndex: 'transaction' | 'stream'
  region: string | undefined
  /** Placeholders for a database on this machine; undefined if AWS's credential chain provides them. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Scheme, host and port of the web app, without a trailing slash. */
  webOrigin: string
  emailDelivery: EmailDeliveryConfiguration
  /** Of reminders, digests and other emails for which nobody waits, in one process. Undefined: as fast as they are written. */
  emailsPerSecond: number | undefined
  webhookTargets: WebhookTargets
  logLevel: LogLevel
}

/** The configuration of a function that authenticates nobody. */
export type PublicConfiguration = BackgroundConfiguration & {
  /** Undefined in a function without lists (`CURSOR_SECRET=unused`), which must not know a secret that it does not need. */
  cursorSecret: Buffer | undefined
  /**
   * Secrets that the distribution in front of the API adds to every request: the current secret and, during a rotation, the
   * previous one. Empty without a distribution.
   */
  distributionSecrets: string[]
  /** The ARN of that secret, to fetch it again after a rotation. */
  distributionSecretArn: string | undefined
  /**
   * The header into which a trusted proxy in front writes the client's address, replacing what the client sent; undefined
   * if clients connect directly.
   */
  clientAddressHeader: string | undefined
  /** Undefined if nothing is limited, for load tests. */
  rateLimits: RateLimits | undefined
  invitationLifetimeDays: number
  /** Whether log lines carry figures in CloudWatch's embedded metric format. */
  metrics: boolean
  /** Distinguishes the installations of one AWS account. */
  metricsNamespace: string
}

export type Configuration = PublicConfiguration & { auth: AuthConfiguration }

const cursorSecretMinimumBytes = 32

/** @throws `ConfigurationError` at the first setting that is missing or wrong. */
export function readConfiguration(environment: Environment): Configuration {
  return { ...readPublicConfiguration(environment), auth: readAuthConfiguration(environment) }
}

/** @throws `ConfigurationError` at the first setting that is missing or wrong. */
export function readPublicConfiguration(environment: Environment): PublicConfiguration {
  return {
    ...readBackgroundConfiguration(environment),
    cursorSecret: cursorSecretOf(environment, 'CURSOR_SECRET'),
    distributionSecrets: distributionSecretsOf(environment),
    distributionSecretArn: optional(environment, 'ORIGIN_VERIFY_SECRET_ARN'),
    clientAddressHeader: clientAddressHeaderOf(environment),
    rateLimits: rateLimitsOf(environment),
    invitationLifetimeDays: wholeNumber(environment, 'INVITATION_LIFETIME_DAYS', {
      minimum: 1,
      maximum: 365,
      fallback: 7,
    }),
    metrics: oneOf(environment, 'METRICS', ['on', 'off'], 'on') === 'on',
    metricsNamespace: optional(environment, 'METRICS_NAMESPACE') ?? 'Cairn',
  }
}

/** @throws `ConfigurationError` at the first setting that is missing or wrong. */
export function readBackgroundConfiguration(environment: Environment): BackgroundConfiguration {
  const dynamodbEndpoint = optionalHttpAddress(environment, 'DYNAMODB_ENDPOINT')
  return {
    tableName: required(environment, 'TABLE_NAME'),
    searchIndex: oneOf(environment, 'SEARCH_INDEX', ['transaction', 'stream'], 'transaction'),
    dynamodbEndpoint,
    region: environment.AWS_REGION,
    credentials: localCredentials(environment, dynamodbEndpoint),
    webOrigin: webOrigin(environment, 'WEB_ORIGIN'),
    emailDelivery: readEmailDelivery(environment),
    emailsPerSecond: optionalWholeNumber(environment, 'EMAILS_PER_SECOND', { minimum: 1, maximum: 10_000 }),
    webhookTargets: readWebhookTargets(environment),
    logLevel: oneOf(environment, 'LOG_LEVEL', ['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'], 'INFO'),
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

const distributionSecretMinimumLength = 32

function distributionSecretsOf(environment: Environment): string[] {
  return ['ORIGIN_VERIFY_SECRET', 'ORIGIN_VERIFY_SECRET_PREVIOUS'].flatMap((name) => {
    const value = optional(environment, name)
    if (value === undefined) return []
    if (value.length >= distributionSecretMinimumLength) return [value]
    throw new ConfigurationError(`${name} must have at least ${distributionSecretMinimumLength} characters.`)
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
 * Returns placeholder credentials for a database engine at its own endpoint, which does not check them but whose client
 * requires some. Returns undefined for AWS, whose credential chain provides them (environment, profile or role).
 */
export function localCredentials(environment: Environment, endpoint: string | undefined) {
  if (endpoint === undefined || awsRegionOf(endpoint) !== undefined) return undefined
  if (optional(environment, 'AWS_ACCESS_KEY_ID') !== undefined) return undefined
  return { accessKeyId: 'local', secretAccessKey: 'local' }
}

const awsHostPattern = /\.([a-z]{2}(?:-[a-z]+)+-\d)\.(?:[a-z]+\.)?(?:amazonaws\.com(?:\.cn)?|api\.aws)$/

/** Returns the region of an AWS endpoint, public or private (`dynamodb.eu-west-1.amazonaws.com`); undefined for any other. */
export function awsRegionOf(endpoint: string): string | undefined {
  return awsHostPattern.exec(URL.parse(endpoint)?.hostname ?? '')?.[1]
}
