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
  /** By which SES counts bounces and complaints of this installation. */
  configurationSet: string | undefined
  /** Where SES answers; AWS decides where it is not said. */
  endpoint: string | undefined
}

export type EmailDeliveryConfiguration =
  | { kind: 'log' }
  | { kind: 'off' }
  | ({ kind: 'ses' } & SesConfiguration)

/** The log is no mailbox: its lines hold live links, and in production others read them. */
export function readEmailDelivery(environment: Environment): EmailDeliveryConfiguration {
  const kind = oneOf(environment, 'EMAIL_DELIVERY', ['log', 'off', 'ses'], 'log')
  if (kind === 'log' && environment.NODE_ENV === 'production') {
    throw new ConfigurationError(
      'EMAIL_DELIVERY must not be "log" in production: links would stand in the log.',
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

/** One address, with a name before it or without; a line break would begin another mail header. */
function sender(environment: Environment, name: string): string {
  const value = required(environment, name)
  if (/^(?:[^<>\p{Cc}]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(value)) return value
  throw new ConfigurationError(
    `${name} must be an address such as no-reply@example.com or Cairn <no-reply@example.com>.`,
  )
}
