/** Stops `synth`. The message is a sentence for the deployer. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** All settings, in the order of the README's table. */
export const settingNames = [
  'stage',
  'deletionProtection',
  'domainName',
  'certificateArn',
  'hostedZoneId',
  'hostedZoneName',
  'webAclArn',
  'firewallRequestsPer5Minutes',
  'firewallSignInsPer5Minutes',
  'emailFrom',
  'emailIdentity',
  'emailsPerSecond',
  'smtpHost',
  'smtpPort',
  'smtpTls',
  'smtpUser',
  'authProvider',
  'authProxyIssuer',
  'authProxyAudience',
  'authProxyLoginUrl',
  'authProxyLogoutUrl',
  'authProxyHeaderWord',
  'authJwtIssuer',
  'authJwtAudience',
  'authJwtJwksUrl',
  'authJwtAlgorithms',
  'authJwtHeader',
  'authJwtProviderWord',
  'authJwtLoginUrl',
  'authJwtLogoutUrl',
  'authOidcIssuer',
  'authOidcClientId',
  'authOidcScopes',
  'authOidcAlgorithms',
  'authOidcProviderWord',
  'authAccountUrl',
  'invitationLifetimeDays',
  'rateLimits',
  'requestsPerSecond',
  'requestsBurst',
  'passwordRequestsPerSecond',
  'canary',
  'webhookConcurrency',
  'logLevel',
  'logRetentionDays',
  'metrics',
  'tracing',
  'alarmEmail',
  'monthlyBudget',
  'syntheticCheck',
  'reservedConcurrency',
  'warmThroughput',
  'backups',
  'backupVaultArn',
  'restoredTable',
  'restoredTableStreamArn',
  'drop',
  'architecture',
  'functionsGeneration',
  'originHeaderGeneration',
] as const

export type SettingName = (typeof settingNames)[number]

type Values = Readonly<Record<string, unknown>>

/** The environment variable of a setting: `CAIRN_EMAIL_FROM` for `emailFrom`. */
export function environmentName(name: SettingName): string {
  return `CAIRN_${name.replaceAll(/[A-Z]|\d+/g, (part) => `_${part}`).toUpperCase()}`
}

/** Reads single settings. Each reader throws a `SettingError` that names the setting and says what it must be. */
export type Settings = ReturnType<typeof createSettings>

/**
 * @param context  Values of `-c` and `cdk.json`. The CDK's own keys, which contain a colon, slash or at sign, are ignored.
 * @param environment  Used for settings that the context does not have.
 * @param remembered  Reads what the file of a stage says, for settings that neither has. `stage` itself is never read there.
 */
export function createSettings(
  context: Values,
  environment: Readonly<Record<string, string | undefined>>,
  remembered: (stage: string) => Values = () => ({}),
) {
  let file: Values = {}

  function text(name: SettingName): string | undefined {
    const value = context[name] ?? environment[environmentName(name)] ?? file[name]
    if (value === undefined || value === null) return undefined
    return String(value).trim() || undefined
  }

  function required(name: SettingName): string {
    const value = text(name)
    if (value === undefined) throw new SettingError(`${name} must be set.`)
    return value
  }

  function optionalWholeNumber(name: SettingName, minimum: number, maximum: number): number | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number
    throw new SettingError(`${name} must be a whole number from ${minimum} to ${maximum}.`)
  }

  return {
    text,
    required,
    optionalWholeNumber,

    /** Values that the CDK command line tool determined. */
    platform: (name: 'CDK_DEFAULT_ACCOUNT' | 'CDK_DEFAULT_REGION') => environment[name] || undefined,

    wholeNumber: (name: SettingName, minimum: number, maximum: number, fallback: number) =>
      optionalWholeNumber(name, minimum, maximum) ?? fallback,

    oneNumberOf(name: SettingName, numbers: readonly number[], fallback: number): number {
      const value = text(name) ?? String(fallback)
      const number = numbers.find((candidate) => String(candidate) === value)
      if (number === undefined) throw new SettingError(`${name} must be one of ${numbers.join(', ')}.`)
      return number
    },

    choice<const T extends string>(name: SettingName, values: readonly T[], fallback: T): T {
      const value = text(name) ?? fallback
      const known = values.find((candidate) => candidate === value)
      if (known === undefined) throw new SettingError(`${name} must be one of ${values.join(', ')}.`)
      return known
    },

    matching(name: SettingName, pattern: RegExp, description: string): string | undefined {
      const value = text(name)
      if (value === undefined || pattern.test(value)) return value
      throw new SettingError(`${name} must be ${description}.`)
    },

    httpsAddress(name: SettingName): string {
      const value = required(name)
      if (URL.canParse(value) && new URL(value).protocol === 'https:') return value
      throw new SettingError(`${name} must be an https URL.`)
    },

    /** Reads the file of the stage. Settings that were read before it keep the value that they had. */
    readFile(stage: string): void {
      file = remembered(stage)
      const unknown = Object.keys(file).find(
        (name) => ['stage', 'drop'].includes(name) || !(settingNames as readonly string[]).includes(name),
      )
      if (unknown !== undefined) {
        throw new SettingError(
          `infra/stages/${stage}.json must not contain ${unknown}: it is no setting of a stage. See the table in infra/README.md.`,
        )
      }
    },

    /** Refuses unknown settings, so that a misspelled one is not silently ignored. */
    refuseUnknown(): void {
      const known = new Set<string>([...settingNames, ...settingNames.map(environmentName)])
      const names = [
        ...Object.keys(context).filter((name) => !/[:/@]/.test(name) && !name.startsWith('cdk-')),
        ...Object.keys(environment).filter((name) => name.startsWith('CAIRN_')),
      ]
      const unknown = names.find((name) => !known.has(name))
      if (unknown !== undefined)
        throw new SettingError(`Unknown setting ${unknown}. See the table in infra/README.md.`)
    },
  }
}
