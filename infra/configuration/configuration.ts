/**
 * The deployer's settings, read once from context (`-c stage=production`, or `cdk.json`), otherwise from the environment
 * (`CAIRN_STAGE=production`), otherwise from the file of the stage (`infra/stages/production.json`), and validated before any resource is defined. Stages differ only by their settings. infra/README.md has
 * the table of all settings; a test compares it with `settingNames`.
 */
import { parseRateLimits } from '@cairn/domain/requests/rate-limits/limits'
import { functionFolders } from '../bundling/function-folders.ts'
import { type Authentication, readAuthentication } from './configuration-authentication.ts'
import {
  type Backups,
  type RestoredTable,
  readBackups,
  readRestoredTable,
  readWarmThroughput,
} from './configuration-data.ts'
import { type Email, readEmail } from './configuration-email.ts'
import { SettingError, type Settings } from './configuration-settings.ts'

export type OwnDomain = {
  name: string
  /** A certificate in us-east-1, the only region that CloudFront accepts. Created if not given. */
  certificateArn: string | undefined
  /** The zone for DNS records. Without it, the deployer creates the records. */
  hostedZone: { id: string; name: string } | undefined
}

export type Configuration = {
  /** Names the installation. Several may share an account. */
  stage: string
  /** Protects the stack from deletion, and keeps its logs if it is deleted. */
  deletionProtection: boolean
  /** Undefined if the command line tool does not know it. The template then works in any account. */
  account: string | undefined
  region: string | undefined
  domain: OwnDomain | undefined
  firewall: { webAclArn: string } | { requestsPer5Minutes: number; signInsPer5Minutes: number } | undefined
  email: Email | undefined
  /** Environment variables of the functions for the authentication provider, without its secret. */
  authentication: Authentication
  invitationLifetimeDays: number
  /** The functions' `RATE_LIMITS`. */
  rateLimits: string
  /** Moves requests to a new version step by step, and back if an alarm goes off. */
  canary: boolean
  throttling: { requestsPerSecond: number; burst: number; passwordRequestsPerSecond: number }
  /** At most so many instances wait for receivers of webhooks. */
  webhookConcurrency: number
  logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'
  logRetentionDays: number
  /** Metrics of each operation. CloudWatch charges for each metric. */
  metrics: boolean
  tracing: boolean
  alarmEmail: string | undefined
  /** In US dollars. */
  monthlyBudget: number | undefined
  /** Whether a function uses the service from outside. */
  syntheticCheck: boolean
  /** Instances that the account keeps for a function, which are also its most, by its folder. */
  reservedConcurrency: Readonly<Record<string, number>>
  architecture: 'arm64' | 'x86_64'
  /** The throughput that the table has at once, without time to grow. */
  warmThroughput: { readUnitsPerSecond: number; writeUnitsPerSecond: number } | undefined
  /** Backups in a vault that nobody can empty, and their copies in another one. */
  backups: Backups | undefined
  /** A table restored from the stack's own, to use in its place. */
  restoredTable: RestoredTable | undefined
  /** Settings of the last deploy that this one may drop. */
  drop: readonly string[]
  /** Raised after a secret is rotated, so that a deploy uses the new value. See infra/README.md. */
  functionsGeneration: number
  originHeaderGeneration: number
}

/** Retention periods that CloudWatch Logs supports. */
const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653,
] as const

const addressPattern = /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/
/** At most 20 characters, because a CloudFront function's name, the longest that contains it, may have 64. */
const stagePattern = /^[a-z](?:[a-z0-9-]{0,18}[a-z0-9])?$/
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** @throws SettingError for the first wrong setting, with a sentence that names it. */
export function readConfiguration(settings: Settings): Configuration {
  settings.refuseUnknown()
  const stage =
    settings.matching(
      'stage',
      stagePattern,
      'a word such as staging: at most 20 lower-case letters, digits and hyphens',
    ) ?? 'dev'
  settings.readFile(stage)
  const isProduction = stage === 'production'
  const region = settings.platform('CDK_DEFAULT_REGION')
  const authentication = readAuthentication(settings)
  const email = readEmail(settings)
  if (isProduction && authentication.provider === 'email' && !email) {
    throw new SettingError(
      'emailFrom must be set in production with authProvider "email": without emails, nobody can verify an address.',
    )
  }
  return {
    stage,
    deletionProtection:
      settings.choice('deletionProtection', ['on', 'off'], isProduction ? 'on' : 'off') === 'on',
    account: settings.platform('CDK_DEFAULT_ACCOUNT'),
    region,
    domain: readDomain(settings, region),
    firewall: readFirewall(settings, region, isProduction),
    email,
    authentication,
    invitationLifetimeDays: settings.wholeNumber('invitationLifetimeDays', 1, 365, 7),
    rateLimits: readRateLimits(settings),
    throttling: {
      requestsPerSecond: settings.wholeNumber('requestsPerSecond', 1, 10_000, isProduction ? 5_000 : 50),
      burst: settings.wholeNumber('requestsBurst', 1, 5_000, isProduction ? 2_500 : 100),
      // Shared by all clients, so it must leave room during a flood from a few addresses. The functions refuse such requests
      // for two write units each, before they hash a password.
      passwordRequestsPerSecond: settings.wholeNumber(
        'passwordRequestsPerSecond',
        1,
        1_000,
        isProduction ? 200 : 50,
      ),
    },
    canary: settings.choice('canary', ['on', 'off'], isProduction ? 'on' : 'off') === 'on',
    // Receivers must not take the concurrency of the account from the requests of people: a new account has ten in all. Lambda takes
    // from 2 to 1,000.
    webhookConcurrency: settings.wholeNumber('webhookConcurrency', 2, 1_000, isProduction ? 50 : 5),
    logLevel: settings.choice('logLevel', ['DEBUG', 'INFO', 'WARN', 'ERROR'], 'INFO'),
    logRetentionDays: settings.oneNumberOf('logRetentionDays', retentionDays, isProduction ? 90 : 14),
    metrics: settings.choice('metrics', ['on', 'off'], isProduction ? 'on' : 'off') === 'on',
    tracing: settings.choice('tracing', ['on', 'off'], 'on') === 'on',
    ...readAlarms(settings, isProduction),
    syntheticCheck: settings.choice('syntheticCheck', ['on', 'off'], isProduction ? 'on' : 'off') === 'on',
    reservedConcurrency: readReservedConcurrency(settings),
    architecture: settings.choice('architecture', ['arm64', 'x86_64'], 'arm64'),
    warmThroughput: readWarmThroughput(settings),
    backups: readBackups(settings, region, isProduction),
    restoredTable: readRestoredTable(settings, region),
    drop: readDrop(settings),
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
    'the ARN of a certificate in us-east-1, as CloudFront requires',
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
        'domainName must be set if certificateArn, hostedZoneId or hostedZoneName is set.',
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
      'certificateArn must be set with domainName, unless the stack is deployed to us-east-1 and hostedZoneId and hostedZoneName are set to validate a new certificate.',
    )
  }
  return { name, certificateArn, hostedZone }
}

/** The address of alarms, which production must have or refuse, and the budget that is reported to it. */
function readAlarms(settings: Settings, isProduction: boolean) {
  const isRefused = settings.text('alarmEmail') === 'none'
  const alarmEmail = isRefused
    ? undefined
    : settings.matching('alarmEmail', addressPattern, 'an address such as ops@example.com, or none')
  if (isProduction && alarmEmail === undefined && !isRefused) {
    throw new SettingError(
      'alarmEmail must be set in production: an address that somebody reads, or none if nobody shall know.',
    )
  }
  const monthlyBudget = settings.optionalWholeNumber('monthlyBudget', 1, 10_000_000)
  if (monthlyBudget !== undefined && alarmEmail === undefined) {
    throw new SettingError('alarmEmail must be an address if monthlyBudget is set.')
  }
  return { alarmEmail, monthlyBudget }
}

/** `goals=100,auth=20`: a number of instances for each function. */
function readReservedConcurrency(settings: Settings): Readonly<Record<string, number>> {
  const folders = functionFolders()
  const entries = (settings.text('reservedConcurrency')?.split(',') ?? []).map((entry) => {
    const [, folder = '', number = ''] = /^([a-z-]+)=(\d{1,5})$/.exec(entry.trim()) ?? []
    if (!folders.includes(folder) || Number(number) === 0) {
      throw new SettingError(
        `reservedConcurrency must be a list such as goals=100,auth=20, with instances for functions out of ${folders.join(', ')}.`,
      )
    }
    return [folder, Number(number)] as const
  })
  if (new Set(entries.map(([folder]) => folder)).size !== entries.length) {
    throw new SettingError('reservedConcurrency must name each function once.')
  }
  return Object.fromEntries(entries)
}

function readFirewall(
  settings: Settings,
  region: string | undefined,
  isProduction: boolean,
): Configuration['firewall'] {
  if (settings.text('firewallRequestsPer5Minutes') === 'none') {
    for (const name of ['webAclArn', 'firewallSignInsPer5Minutes'] as const) {
      if (settings.text(name) === undefined) continue
      throw new SettingError(`firewallRequestsPer5Minutes cannot be none if ${name} is set.`)
    }
    return undefined
  }
  const webAclArn = settings.matching(
    'webAclArn',
    /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
    'the ARN of a global web ACL in us-east-1',
  )
  const requests = settings.optionalWholeNumber('firewallRequestsPer5Minutes', 10, 2_000_000_000)
  const signIns = settings.optionalWholeNumber('firewallSignInsPer5Minutes', 10, 2_000_000_000)
  if (webAclArn !== undefined) {
    if (requests !== undefined || signIns !== undefined) {
      throw new SettingError(
        'webAclArn cannot be combined with firewall limits, because the ACL has its own.',
      )
    }
    return { webAclArn }
  }
  if (requests === undefined) {
    if (signIns === undefined && isProduction) {
      throw new SettingError(
        'firewallRequestsPer5Minutes or webAclArn must be set in production: a firewall, or none as firewallRequestsPer5Minutes.',
      )
    }
    if (signIns === undefined) return undefined
    throw new SettingError('firewallRequestsPer5Minutes must be set if firewallSignInsPer5Minutes is set.')
  }
  if (region !== 'us-east-1') {
    throw new SettingError(
      'firewallRequestsPer5Minutes needs a stack in us-east-1, the region of CloudFront firewalls. In other regions, set webAclArn.',
    )
  }
  return { requestsPer5Minutes: requests, signInsPer5Minutes: signIns ?? Math.min(requests, 100) }
}

const droppable = ['format', 'authProvider', 'domainName', 'firewall', 'alarmEmail', 'restoredTable']

function readDrop(settings: Settings): readonly string[] {
  const names = settings.text('drop')?.split(',') ?? []
  if (names.every((name) => droppable.includes(name))) return names
  throw new SettingError(`drop must be one or more of ${droppable.join(', ')}, with commas between them.`)
}
