import { SettingError, type Settings } from './configuration-settings.ts'

export type RestoredTable = { name: string; streamArn: string }

export type Backups = {
  /** Each is a copy of the whole table. */
  every: 'day' | 'hour'
  /** A vault in another region or account. */
  copyTo: string | undefined
}

/** The least that DynamoDB takes, which is also what a new table has. */
const leastWarm = { reads: 12_000, writes: 4_000 }

export function readWarmThroughput(settings: Settings) {
  const text = settings.text('warmThroughput')
  if (text === undefined) return undefined
  const [, reads, writes] = /^(\d{1,9}),(\d{1,9})$/.exec(text)?.map(Number) ?? []
  if (reads === undefined || writes === undefined || reads < leastWarm.reads || writes < leastWarm.writes) {
    throw new SettingError(
      'warmThroughput must be reads and writes a second with a comma between them, at least 12000,4000.',
    )
  }
  return { readUnitsPerSecond: reads, writeUnitsPerSecond: writes }
}

/** @param region  Of the stack, if it is known. */
export function readBackups(
  settings: Settings,
  region: string | undefined,
  isProduction: boolean,
): Backups | undefined {
  const backups = settings.choice('backups', ['off', 'daily', 'hourly'], isProduction ? 'daily' : 'off')
  const copyTo = settings.matching(
    'backupVaultArn',
    /^arn:aws[\w-]*:backup:[\w-]+:\d{12}:backup-vault:[\w-]{2,50}$/,
    'the ARN of a backup vault',
  )
  if (backups === 'off') {
    if (copyTo === undefined) return undefined
    throw new SettingError('backups must be daily or hourly if backupVaultArn is set.')
  }
  const [, , , vaultRegion, vaultAccount] = copyTo?.split(':') ?? []
  const account = settings.platform('CDK_DEFAULT_ACCOUNT')
  if (region && account && vaultRegion === region && vaultAccount === account) {
    throw new SettingError('backupVaultArn must name a vault in another region or another account.')
  }
  return { every: backups === 'daily' ? 'day' : 'hour', copyTo }
}

/** @param region  Of the stack, if it is known. */
export function readRestoredTable(settings: Settings, region: string | undefined): RestoredTable | undefined {
  const name = settings.matching('restoredTable', /^[\w.-]{3,255}$/, 'the name of a table')
  const streamArn = settings.matching(
    'restoredTableStreamArn',
    /^arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
    'the ARN of a stream of a table',
  )
  if (name === undefined && streamArn === undefined) return undefined
  if (name === undefined || !streamArn?.includes(`:table/${name}/stream/`)) {
    throw new SettingError(
      'restoredTable and restoredTableStreamArn must be set together, for the same table.',
    )
  }
  const [, , , streamRegion, streamAccount] = streamArn.split(':')
  const account = settings.platform('CDK_DEFAULT_ACCOUNT')
  if ((region && streamRegion !== region) || (account && streamAccount !== account)) {
    throw new SettingError(
      'restoredTableStreamArn must name a table in the region and the account of the stack.',
    )
  }
  return { name, streamArn }
}
