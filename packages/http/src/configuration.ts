/** The settings of a running service, read from its environment once and checked before anything is served. */

/** Stops the start. The message names the setting and never holds its value, which may be a secret. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

export type Environment = Readonly<Record<string, string | undefined>>

export type Configuration = {
  tableName: string
  dynamodbEndpoint: string | undefined
  region: string | undefined
  /** Made-up ones for the embedded engine; undefined where AWS's own chain gives them. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Scheme, host and port of the web application, without a trailing slash. */
  webOrigin: string
  cursorSecret: Buffer
  authProvider: 'email'
  emailDelivery: 'log' | 'off'
  invitationLifetimeDays: number
  /** Whether log lines carry figures in CloudWatch's embedded metric format. */
  metrics: boolean
  logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT'
}

const cursorSecretMinimumBytes = 32

export function readConfiguration(environment: Environment): Configuration {
  const dynamodbEndpoint = optionalUrl(environment, 'DYNAMODB_ENDPOINT')
  return {
    tableName: required(environment, 'TABLE_NAME'),
    dynamodbEndpoint,
    region: environment.AWS_REGION,
    credentials: localCredentials(environment, dynamodbEndpoint),
    webOrigin: originOf(environment, 'WEB_ORIGIN'),
    cursorSecret: secretOf(environment, 'CURSOR_SECRET'),
    authProvider: oneOf(environment, 'AUTH_PROVIDER', ['email'], 'email'),
    emailDelivery: emailDeliveryOf(environment),
    invitationLifetimeDays: wholeNumber(environment, 'INVITATION_LIFETIME_DAYS', 1, 365, 7),
    metrics: oneOf(environment, 'METRICS', ['on', 'off'], 'on') === 'on',
    logLevel: oneOf(environment, 'LOG_LEVEL', ['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'], 'INFO'),
  }
}

function required(environment: Environment, name: string): string {
  const value = environment[name]
  if (value === undefined || value.trim() === '') throw new ConfigurationError(`${name} is not set.`)
  return value
}

function oneOf<const T extends string>(
  environment: Environment,
  name: string,
  values: readonly T[],
  fallback: T,
): T {
  const value = environment[name] ?? fallback
  const known = values.find((candidate) => candidate === value)
  if (known === undefined) throw new ConfigurationError(`${name} must be one of ${values.join(', ')}.`)
  return known
}

function wholeNumber(
  environment: Environment,
  name: string,
  minimum: number,
  maximum: number,
  fallback: number,
): number {
  const text = environment[name]
  if (text === undefined) return fallback
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
  throw new ConfigurationError(`${name} must be a whole number from ${minimum} to ${maximum}.`)
}

function optionalUrl(environment: Environment, name: string): string | undefined {
  const value = environment[name]
  if (value === undefined || value === '') return undefined
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value
  throw new ConfigurationError(`${name} must be an http or https address.`)
}

/** Browsers send an origin in exactly this form, and Origin headers are compared with it to the letter. */
function originOf(environment: Environment, name: string): string {
  const value = required(environment, name)
  if (URL.canParse(value)) {
    const { origin, protocol } = new URL(value)
    if (origin === value && /^https?:$/.test(protocol)) return origin
  }
  throw new ConfigurationError(`${name} must be an origin such as https://cairn.example.com, without a path.`)
}

function secretOf(environment: Environment, name: string): Buffer {
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
