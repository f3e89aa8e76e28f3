import {
  ConfigurationError,
  type Environment,
  oneOf,
  optional,
  optionalHttpAddress,
  required,
} from '../configuration/settings.ts'

export type SesConfiguration = {
  /** `Cairn <no-reply@example.com>` or the bare address; its identity must be verified in SES. */
  from: string
  /** The SES configuration set that counts bounces and complaints of this installation. */
  configurationSet: string | undefined
  /** The address of SES; by default that of the AWS region. */
  endpoint: string | undefined
}

export type EmailDeliveryConfiguration =
  | { kind: 'log' }
  | { kind: 'off' }
  | ({ kind: 'ses' } & SesConfiguration)

/** Email to the log is for development: its lines contain valid links, and in production other people read the log. */
export function readEmailDelivery(environment: Environment): EmailDeliveryConfiguration {
  const kind = oneOf(environment, 'EMAIL_DELIVERY', ['log', 'off', 'ses'], 'log')
  if (kind === 'log' && environment.NODE_ENV === 'production') {
    throw new ConfigurationError(
      'EMAIL_DELIVERY must not be "log" in production: the log would contain valid links.',
    )
  }
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
