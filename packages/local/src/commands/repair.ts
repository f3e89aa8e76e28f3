import { takeUpParkedChanges } from '@cairn/domain/background/changes/parked'
import { type RepairOptions, repairTable } from '@cairn/domain/repair/repair-table'
import { readParkedRecord } from '@cairn/functions/goal-changes/read-parked-record'
import { type ExistingTable, withDatabase, withExistingTable } from '../database/existing-table.ts'
import { collectGivenUp } from '../database/given-up-changes.ts'
import { readSettings } from '../settings.ts'
import { StartError, sentenceOf } from '../start-error.ts'
import { type Command, runCommand, type Surroundings, UsageError, usageLines } from './command.ts'

const usage: Command['usage'] = (
  lineOf,
) => `Usage: ${lineOf('repair', '[--aws [--bucket=<name>]] [--organization=<id>] [--dry-run]')}

Rewrites whatever is derived from other records and differs from them: search entries, counts, copies, timers, the feed.
Before that, it takes up changes and records that were parked after ten failures. It can be run at any time, beside a running
service, and again. One that was interrupted continues.
${usageLines([
  [lineOf('repair'), "the running service's table, or the one in DATA_DIR"],
  [`DYNAMODB_ENDPOINT=… TABLE_NAME=… ${lineOf('repair')}`, 'another database, for example after a restore'],
  [`TABLE_NAME=… ${lineOf('repair', '--aws')}`, "a table on AWS, with the SDK's region and credentials"],
  ['--bucket=<name>', 'takes up what Lambda gave up, too: the output ParkedChangesBucket of the stack'],
  ['--organization=<id>', 'only what belongs to this organization'],
  ['--dry-run', 'only says what it would do'],
])}`

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Names of buckets (S3, "General purpose bucket naming rules"). One with a period has no certificate. */
const bucketPattern = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/

/** Longer than DynamoDB's indexes are behind. */
const indexDelayMilliseconds = 2_000

type Parameters = Required<Pick<RepairOptions, 'isDryRun'>> &
  Pick<RepairOptions, 'organizationId' | 'isQuiet'> & {
    /** The bucket into which Lambda puts what it gives up. */
    bucket?: string | undefined
  }

/** Returns whether every record could be read. */
async function repair(
  table: ExistingTable,
  { isDryRun, organizationId, bucket, isQuiet = false }: Parameters,
  { print, environment }: Surroundings,
): Promise<boolean> {
  const { attach, tableName } = table.address
  const interrupted = (reason: string) =>
    `The repair of table ${tableName} was interrupted: ${reason} Run it again to continue.`
  return withDatabase(table, interrupted, async (database) => {
    const failures: string[] = []
    const now = new Date()
    if (bucket !== undefined) {
      const { changes, unknown } = await collectGivenUp(database, bucket, { environment, isDryRun, now })
      if (changes > 0) print(`${changes} changes that Lambda gave up moved to the table`)
      for (const key of unknown) failures.push(`not taken up: Lambda did not write ${key} (bucket ${bucket})`)
    }
    const parked = await takeUpParkedChanges(database, readParkedRecord, now, {
      organizationId,
      isDryRun,
    })
    if (parked.done > 0) print(`${parked.done} parked changes taken up`)
    for (const { changeId, error } of parked.failures) {
      failures.push(`still parked: ${sentenceOf(error)} (change ${changeId})`)
    }
    const counts = await repairTable(database, {
      isDryRun,
      organizationId,
      isQuiet,
      ...(attach === undefined && { indexDelayMilliseconds }),
      onContinue: (startedAt) => print(`Continues the repair that began at ${startedAt}.`),
      onFailure: ({ pk, sk }, { message }) => failures.push(`not repaired: ${message} (${pk} ${sk})`),
    })
    for (const [what, number] of Object.entries(counts)) print(`${number} ${what}`)
    for (const failure of failures) print(failure)
    print(summaryOf(counts, tableName, isDryRun))
    return failures.length === 0
  })
}

function summaryOf(counts: Record<string, number>, tableName: string, isDryRun: boolean): string {
  const corrections = Object.values(counts).reduce((sum, number) => sum + number, 0)
  if (corrections === 0) return `There is nothing to repair in table ${tableName}.`
  return isDryRun
    ? `Table ${tableName} needs ${corrections} corrections. Nothing was written.`
    : `Table ${tableName} got ${corrections} corrections.`
}

/** @throws StartError if a parameter is wrong. */
function read(parameters: readonly string[]): Parameters {
  const optionOf = (option: string) =>
    parameters.find((parameter) => parameter.startsWith(`${option}=`))?.slice(option.length + 1)
  const organizationId = optionOf('--organization')
  const bucket = optionOf('--bucket')
  const isKnown = (parameter: string) => /^--(aws$|dry-run$|organization=|bucket=)/.test(parameter)
  if (!parameters.every(isKnown)) throw new UsageError()
  if (bucket !== undefined && !(bucketPattern.test(bucket) && parameters.includes('--aws')))
    throw new UsageError()
  if (organizationId !== undefined && !uuidPattern.test(organizationId)) throw new UsageError()
  return { organizationId, bucket, isDryRun: parameters.includes('--dry-run') }
}

/**
 * Creates the command's function.
 *
 * @param isQuiet  Whether nobody has written to the table for a while, so that no event can be on its way to the feed.
 */
export function runRepair({ isQuiet }: { isQuiet: boolean }): Command['run'] {
  return async (parameters, surroundings) => {
    const { environment } = surroundings
    const wanted = { ...read(parameters), isQuiet }
    const settings = readSettings(environment)
    const isOnAws = parameters.includes('--aws')
    if (isOnAws && !environment.TABLE_NAME) throw new StartError('Set TABLE_NAME to the table to repair.')
    return withExistingTable(settings, { isOnAws }, (table) => repair(table, wanted, surroundings))
  }
}

export const repairCommand: Command = {
  summary: 'rewrites what is derived from other records and differs from them',
  usage,
  run: runRepair({ isQuiet: false }),
}

if (import.meta.main) await runCommand(repairCommand)
