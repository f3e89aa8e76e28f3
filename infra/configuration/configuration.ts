/**
 * What a deployer decides, read once from context (`-c stage=production`, or `cdk.json`) or else from the environment
 * (`CAIRN_STAGE=production`), and checked before anything is made. Stages differ by this alone. The README of this
 * folder has the table of all settings; a test compares it with `settingNames`.
 */
import { parseRateLimits } from '@cairn/domain/rate-limits/limits'
import { readAuthentication } from './configuration-authentication.ts'
import { SettingError, type Settings } from './configuration-settings.ts'

export type OwnDomain = {
  name: string
  /** Of a certificate in us-east-1, the one region that CloudFront takes them from. Made where it is not given. */
  certificateArn: string | undefined
  /** Where the records go; the deployer's own doing where it is not said. */
  hostedZone: { id: string; name: string } | undefined
}

export type Email = {
  /** As `EMAIL_FROM` of the functions takes it. */
  from: string
  /** The domain or address that is verified in SES. */
  identity: string
}

export type Configuration = {
  /** Names the installation; several may share an account. */
  stage: string
  /** Keeps the stack from being deleted, and its logs when it is. */
  deletionProtection: boolean
  /** Undefined where the command line tool does not know it: the template then fits any. */
  account: string | undefined
  region: string | undefined
  domain: OwnDomain | undefined
  firewall: { webAclArn: string } | { requestsPer5Minutes: number; signInsPer5Minutes: number } | undefined
  email: Email | undefined
  /** Environment of the functions for the provider that vouches for users; its secret is not in here. */
  authentication: { provider: 'email' | 'trusted_proxy' | 'jwt'; environment: Record<string, string> }
  invitationLifetimeDays: number
  /** As `RATE_LIMITS` of the functions takes it. */
  rateLimits: string
  throttling: { requestsPerSecond: number; burst: number; passwordRequestsPerSecond: number }
  logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'
  logRetentionDays: number
  /** Figures of each operation; CloudWatch charges for each of them. */
  metrics: boolean
  tracing: boolean
  alarmEmail: string | undefined
  architecture: 'arm64' | 'x86_64'
  /** A table that was restored from the stack's own, to be used in its place. */
  restoredTable: { name: string; streamArn: string } | undefined
  /** Changed by whoever rotates a secret, so that the deploy hands its new version on. See the README. */
  functionsGeneration: number
  originHeaderGeneration: number
}

/** Retention periods that CloudWatch Logs knows. */
const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653,
] as const

const addressPattern = /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/
/** At most 20 characters: the longest name that it becomes a part of, a CloudFront function's, may have 64. */
const stagePattern = /^[a-z](?:[a-z0-9-]{0,18}[a-z0-9])?$/
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** @throws SettingError with a sentence that names the setting, at the first one that is wrong. */
export function readConfiguration(settings: Settings): Configuration {
  settings.refuseUnknown()
  const stage =
    settings.matching(
      'stage',
      stagePattern,
      'a word such as staging: at most 20 lower-case letters, digits and hyphens',
    ) ?? 'dev'
  const isProduction = stage === 'production'
  const region = settings.platform('CDK_DEFAULT_REGION')
  const authentication = readAuthentication(settings)
  const email = readEmail(settings)
  if (isProduction && authentication.provider === 'email' && !email) {
    throw new SettingError(
      'emailFrom must be set in production with authProvider "email": without mails nobody can verify an address.',
    )
  }
  return {
    stage,
    deletionProtection:
      settings.choice('deletionProtection', ['on', 'off'], isProduction ? 'on' : 'off') === 'on',
    account: settings.platform('CDK_DEFAULT_ACCOUNT'),
    region,
    domain: readDomain(settings, region),
    firewall: readFirewall(settings, region),
    email,
    authentication,
    invitationLifetimeDays: settings.wholeNumber('invitationLifetimeDays', 1, 365, 7),
    rateLimits: readRateLimits(settings),
    throttling: {
      requestsPerSecond: settings.wholeNumber('requestsPerSecond', 1, 10_000, isProduction ? 500 : 50),
      burst: settings.wholeNumber('requestsBurst', 1, 5_000, isProduction ? 1_000 : 100),
      // Everybody's together, so it must leave room beside a flood from some addresses, which the functions refuse for
      // two write units each, before they hash a password.
      passwordRequestsPerSecond: settings.wholeNumber(
        'passwordRequestsPerSecond',
        1,
        1_000,
        isProduction ? 200 : 50,
      ),
    },
    logLevel: settings.choice('logLevel', ['DEBUG', 'INFO', 'WARN', 'ERROR'], 'INFO'),
    logRetentionDays: settings.oneNumberOf('logRetentionDays', retentionDays, isProduction ? 90 : 14),
    metrics: settings.choice('metrics', ['on', 'off'], isProduction ? 'on' : 'off') === 'on',
    tracing: settings.choice('tracing', ['on', 'off'], 'on') === 'on',
    alarmEmail: settings.matching('alarmEmail', addressPattern, 'an address such as ops@example.com'),
    architecture: settings.choice('architecture', ['arm64', 'x86_64'], 'arm64'),
    restoredTable: readRestoredTable(settings),
    functionsGeneration: settings.wholeNumber('functionsGeneration', 1, 1_000_000, 1),
    originHeaderGeneration: settings.wholeNumber('originHeaderGeneration', 1, 1_000_000, 1),
  }
}

function readRateLimits(settings: Settings): string {
  const text = settings.text('rateLimits') ?? 'on'
  try {
    parseRateLimits(text)
  } catch (error) {
    throw new SettingError(`rateLimits ${(error as Error).message}.`)
  }
  return text
}

function readDomain(settings: Settings, region: string | undefined): OwnDomain | undefined {
  const name = settings.matching('domainName', domainPattern, 'a domain such as cairn.example.com')
  const certificateArn = settings.matching(
    'certificateArn',
    /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
    'the ARN of a certificate in us-east-1, where CloudFront takes them from',
  )
  const id = settings.matching(
    'hostedZoneId',
    /^Z[A-Z0-9]{1,31}$/,
    'the id of a hosted zone, such as Z0123456789ABC',
  )
  const zone = settings.matching('hostedZoneName', domainPattern, 'a domain such as example.com')
  if (name === undefined) {
    if (certificateArn ?? id ?? zone) {
      throw new SettingError(
        'domainName must be set where certificateArn, hostedZoneId or hostedZoneName is.',
      )
    }
    return undefined
  }
  if ((id === undefined) !== (zone === undefined)) {
    throw new SettingError('hostedZoneId and hostedZoneName must be set together.')
  }
  if (zone !== undefined && name !== zone && !name.endsWith(`.${zone}`)) {
    throw new SettingError('domainName must be hostedZoneName or end with it.')
  }
  const hostedZone = id !== undefined && zone !== undefined ? { id, name: zone } : undefined
  if (certificateArn === undefined && !(hostedZone && region === 'us-east-1')) {
    throw new SettingError(
      'certificateArn must be set with domainName, unless the stack is deployed to us-east-1 and hostedZoneId and hostedZoneName say where the certificate is proven.',
    )
  }
  return { name, certificateArn, hostedZone }
}

function readFirewall(settings: Settings, region: string | undefined): Configuration['firewall'] {
  const webAclArn = settings.matching(
    'webAclArn',
    /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
    'the ARN of a global web ACL in us-east-1',
  )
  const requests = settings.optionalWholeNumber('firewallRequestsPer5Minutes', 10, 2_000_000_000)
  const signIns = settings.optionalWholeNumber('firewallSignInsPer5Minutes', 10, 2_000_000_000)
  if (webAclArn !== undefined) {
    if (requests !== undefined || signIns !== undefined) {
      throw new SettingError('webAclArn and the firewall limits exclude each other: the ACL has its own.')
    }
    return { webAclArn }
  }
  if (requests === undefined) {
    if (signIns === undefined) return undefined
    throw new SettingError('firewallRequestsPer5Minutes must be set where firewallSignInsPer5Minutes is.')
  }
  if (region !== 'us-east-1') {
    throw new SettingError(
      'firewallRequestsPer5Minutes needs a stack in us-east-1, where firewalls of CloudFront live; elsewhere give webAclArn.',
    )
  }
  return { requestsPer5Minutes: requests, signInsPer5Minutes: signIns ?? Math.min(requests, 100) }
}

function readRestoredTable(settings: Settings): Configuration['restoredTable'] {
  const name = settings.matching('restoredTable', /^[\w.-]{3,255}$/, 'the name of a table')
  const streamArn = settings.matching(
    'restoredTableStreamArn',
    /^arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
    'the ARN of a stream of a table',
  )
  if (name === undefined && streamArn === undefined) return undefined
  if (name === undefined || !streamArn?.includes(`:table/${name}/stream/`)) {
    throw new SettingError(
      'restoredTable and restoredTableStreamArn must be set together, of the same table.',
    )
  }
  return { name, streamArn }
}

function readEmail(settings: Settings): Email | undefined {
  const from = settings.matching(
    'emailFrom',
    /^(?:[^<>\p{Cc}]* <[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)$/u,
    'an address such as no-reply@example.com or Cairn <no-reply@example.com>',
  )
  const given = settings.matching(
    'emailIdentity',
    /^(?:[^\s<>@]+@)?(?:[a-z0-9-]+\.)+[a-z]{2,63}$/,
    'the domain or address that is verified in SES',
  )
  if (from === undefined) {
    if (given === undefined) return undefined
    throw new SettingError('emailFrom must be set where emailIdentity is.')
  }
  const address = from.replace(/^.*<(.*)>$/, '$1')
  const identity = given ?? address.slice(address.indexOf('@') + 1)
  if (address !== identity && !address.endsWith(`@${identity}`) && !address.endsWith(`.${identity}`)) {
    throw new SettingError('emailIdentity must be the address of emailFrom or its domain.')
  }
  return { from, identity }
}
