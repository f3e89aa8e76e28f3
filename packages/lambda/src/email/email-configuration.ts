import {
  ConfigurationError,
  type Environment,
  identifier,
  oneOf,
  optional,
  optionalHttpAddress,
  required,
  wholeNumber,
} from '../configuration/settings.ts'

export type SesConfiguration = {
  /** `Cairn <no-reply@example.com>` or the bare address; its identity must be verified in SES. */
  from: string
  /** The SES configuration set that counts bounces and complaints of this installation. */
  configurationSet: string | undefined
  /** The address of SES; by default that of the AWS region. */
  endpoint: string | undefined
}

/** `starttls`: TLS after the greeting, or nothing is sent. `tls`: from the first byte. `off`: none, for a server on this machine. */
const tlsModes = ['starttls', 'tls', 'off'] as const

export type SmtpConfiguration = {
  host: string
  port: number
  tls: (typeof tlsModes)[number]
  /** Undefined for a server that takes email without a login. */
  login: { user: string; password: string } | undefined
  from: { name: string; address: string }
}

export type EmailDeliveryConfiguration =
  | { kind: 'log' }
  | { kind: 'off' }
  | ({ kind: 'ses' } & SesConfiguration)
  | ({ kind: 'smtp' } & SmtpConfiguration)

/** Email to the log is for development: its lines contain valid links, and in production other people read the log. */
export function readEmailDelivery(environment: Environment): EmailDeliveryConfiguration {
  const kind = oneOf(environment, 'EMAIL_DELIVERY', ['log', 'off', 'ses', 'smtp'], 'log')
  if (kind === 'log' && environment.NODE_ENV === 'production') {
    throw new ConfigurationError(
      'EMAIL_DELIVERY must not be "log" in production: the log would contain valid links.',
    )
  }
  if (kind === 'smtp') return { kind, ...readSmtp(environment) }
  if (kind !== 'ses') return { kind }
  return {
    kind,
    from: sender(environment, 'EMAIL_FROM'),
    configurationSet: optional(environment, 'EMAIL_CONFIGURATION_SET'),
    endpoint: optionalHttpAddress(environment, 'SES_ENDPOINT'),
  }
}

/** One address, with or without a name before it. A line break would start another email header. */
function sender(environment: Environment, name: string): string {
  const value = required(environment, name)
  if (/^(?:[^<>\p{Cc}]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(value)) return value
  throw new ConfigurationError(
    `${name} must be an address such as no-reply@example.com or Cairn <no-reply@example.com>.`,
  )
}

const usualPorts = { starttls: 587, tls: 465, off: 25 }
const maximumPort = 65_535

function readSmtp(environment: Environment): SmtpConfiguration {
  const host = hostOf(environment, 'SMTP_HOST')
  const tls = oneOf(environment, 'SMTP_TLS', tlsModes, 'starttls')
  const user = optional(environment, 'SMTP_USER')
  const password = optional(environment, 'SMTP_PASSWORD')
  if ((user === undefined) !== (password === undefined)) {
    const [missing, given] =
      user === undefined ? ['SMTP_USER', 'SMTP_PASSWORD'] : ['SMTP_PASSWORD', 'SMTP_USER']
    throw new ConfigurationError(`${missing} is not set, but ${given} is.`)
  }
  if (tls === 'off' && !isThisMachine(host)) {
    throw new ConfigurationError(
      'SMTP_TLS must not be "off" unless SMTP_HOST is this machine: the network would see the password and every link.',
    )
  }
  return {
    host,
    port: wholeNumber(environment, 'SMTP_PORT', {
      minimum: 1,
      maximum: maximumPort,
      fallback: usualPorts[tls],
    }),
    tls,
    login: user !== undefined && password !== undefined ? { user, password } : undefined,
    from: partsOf(sender(environment, 'EMAIL_FROM')),
  }
}

/** A name or an address, without a port or a scheme. */
function hostOf(environment: Environment, name: string): string {
  const value = identifier(environment, name)
  if (/^[A-Za-z0-9.:-]+$/.test(value) && !/^[^:]*:\d+$/.test(value)) return value
  throw new ConfigurationError(`${name} must be a host such as smtp.example.com. SMTP_PORT is the port.`)
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function partsOf(from: string): SmtpConfiguration['from'] {
  const [, name = '', address = from] = /^(.*) <([^<>]+)>$/.exec(from) ?? []
  return { name, address }
}
