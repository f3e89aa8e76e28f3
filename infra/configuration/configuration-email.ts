import { SettingError, type Settings } from './configuration-settings.ts'

export type Email = {
  /** The functions' `EMAIL_FROM`. */
  from: string
  /** The rate of emails for which nobody waits. */
  perSecond: number
} & (
  | {
      kind: 'ses'
      /** The domain or address that is verified in SES. */
      identity: string
    }
  | {
      kind: 'smtp'
      host: string
      /** Undefined for the usual one. */
      port: number | undefined
      tls: 'starttls' | 'tls'
      /** Undefined for a server that takes email without a login. */
      user: string | undefined
    }
)

/** An account that has left the SES sandbox may begin with 14 a second. The rest is for requests. */
const defaultPerSecond = 10

/** Email is sent through SES unless there is an SMTP server. */
export function readEmail(settings: Settings): Email | undefined {
  const from = settings.matching(
    'emailFrom',
    /^(?:[^<>\p{Cc}]* <[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)$/u,
    'an address such as no-reply@example.com or Cairn <no-reply@example.com>',
  )
  const smtp = readSmtp(settings)
  const perSecond = settings.wholeNumber('emailsPerSecond', 1, 10_000, defaultPerSecond)
  if (from !== undefined) return { from, perSecond, ...(smtp ?? readSes(settings, from)) }
  for (const name of ['emailIdentity', 'smtpHost', 'emailsPerSecond'] as const) {
    if (settings.text(name) !== undefined) throw new SettingError(`emailFrom must be set if ${name} is set.`)
  }
  return undefined
}

function readSes(settings: Settings, from: string) {
  const given = settings.matching(
    'emailIdentity',
    /^(?:[^\s<>@]+@)?(?:[a-z0-9-]+\.)+[a-z]{2,63}$/,
    'the domain or address that is verified in SES',
  )
  const address = from.replace(/^.*<(.*)>$/, '$1')
  const identity = given ?? address.slice(address.indexOf('@') + 1)
  if (address !== identity && !address.endsWith(`@${identity}`) && !address.endsWith(`.${identity}`)) {
    throw new SettingError('emailIdentity must be the address of emailFrom or its domain.')
  }
  return { kind: 'ses' as const, identity }
}

function readSmtp(settings: Settings) {
  const host = settings.matching(
    'smtpHost',
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'a host such as smtp.example.com',
  )
  if (host === undefined) {
    for (const name of ['smtpPort', 'smtpTls', 'smtpUser'] as const) {
      if (settings.text(name) !== undefined) throw new SettingError(`smtpHost must be set if ${name} is set.`)
    }
    return undefined
  }
  if (settings.text('emailIdentity') !== undefined) {
    throw new SettingError('emailIdentity is for SES. It cannot be combined with smtpHost.')
  }
  const port = settings.optionalWholeNumber('smtpPort', 1, 65_535)
  if (port === 25) {
    throw new SettingError('smtpPort must not be 25, which Lambda blocks. Use 587 or 465.')
  }
  return {
    kind: 'smtp' as const,
    host,
    port,
    tls: settings.choice('smtpTls', ['starttls', 'tls'], 'starttls'),
    user: settings.text('smtpUser'),
  }
}
