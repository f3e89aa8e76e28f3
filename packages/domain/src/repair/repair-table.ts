import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { readDeletions } from '../organizations/deletion/deleted-organizations.ts'
import { daysAfter, timestampOf, timeToLiveOf } from '../requests/context.ts'
import type { Database } from '../storage/database/client.ts'
import { readItem, readRecord } from '../storage/database/read-record.ts'
import { pauseBeforeRetry } from '../storage/database/retry.ts'
import { scanTable } from '../storage/database/scan-table.ts'
import {
  everything,
  type RepairCounts,
  type RepairProgressRecord,
  repairProgressEntity,
} from '../storage/table/entities/repair-progress.ts'
import {
  type AnyRecord,
  isKnown,
  organizationOf,
  type StoredRecord,
  toStoredRecord,
} from '../storage/table/entities.ts'
import { keyOfRecord, type RecordKey, toItem } from '../storage/table/entity.ts'
import { repairSteps } from './repair-steps.ts'
import { createRepair, Overtaken, type Repair, type RepairStep } from './step.ts'

export type RepairOptions = {
  now?: Date
  /** Repairs only what belongs to this organization. Default: everything. */
  organizationId?: string | undefined
  /** Only counts what it would correct. Keeps no position. */
  isDryRun?: boolean
  /** Whether nobody has written for a while, so that no event is on its way to the feed. Default: false. */
  isQuiet?: boolean
  /** How long an index may be behind, in milliseconds. Default: 0, that of the embedded database. */
  indexDelayMilliseconds?: number
  /** Is told that an earlier repair is continued. */
  onContinue?: (startedAt: string) => void
  /** Is told of a record that a step cannot read. The repair goes on without it. */
  onFailure?: (key: RecordKey, error: Error) => void
  steps?: readonly (readonly RepairStep[])[]
  /** Records of a page: the position is kept after each. Default: 1 MB. */
  pageSize?: number
}

/** Records that are looked at at once. Their reads share batches. */
const recordsAtOnce = 50

/** A record that others keep changing is looked at so often. */
const maximumTries = 10

/** An interrupted repair is not continued after so many days. */
const progressDays = 7

/**
 * Rewrites whatever is derived from other records and differs from them: search entries, counts, copies, timers, the feed. What is
 * derived, and from what, is in the README of this package.
 *
 * Safe at any time, beside a service that writes. Running it again corrects nothing more. Its memory does not grow with the
 * table. It keeps its position in the table, so that one that was interrupted continues when it is run again.
 *
 * @returns how many records were corrected, by what was done.
 * @throws if the database does not respond.
 */
export async function repairTable(database: Database, options: RepairOptions = {}): Promise<RepairCounts> {
  const { now = new Date(), isDryRun = false, steps = repairSteps, organizationId } = options
  const scope = organizationId ?? everything
  const key = keyOfRecord(repairProgressEntity, { scope })
  const begun: RepairProgressRecord = {
    scope,
    steps: steps.map((round) => round.map(({ name }) => name).join(' ')).join(' | '),
    round: 0,
    startedAt: timestampOf(now),
    counts: {},
    expiresAt: timestampOf(daysAfter(now, progressDays)),
    ttl: timeToLiveOf(daysAfter(now, progressDays)),
  }
  const kept = isDryRun ? null : await readRecord(database, repairProgressEntity, { scope })
  const isContinued = kept !== null && kept.steps === begun.steps && kept.expiresAt > timestampOf(now)
  let progress = isContinued ? kept : begun
  if (isContinued) options.onContinue?.(kept.startedAt)

  const keep = async (position: Pick<RepairProgressRecord, 'round' | 'after'>) => {
    progress = { ...progress, after: undefined, ...position, counts }
    if (isDryRun) return
    const Item = toItem(repairProgressEntity, progress)
    await database.client.send(new PutCommand({ TableName: database.tableName, Item }))
  }
  const counts = { ...progress.counts }
  const repair = createRepair({
    database,
    now,
    isDryRun,
    isQuiet: options.isQuiet ?? false,
    settle: () => settle(options.indexDelayMilliseconds ?? 0),
    count: (what, number) => {
      counts[what] = (counts[what] ?? 0) + number
    },
  })
  for (const [round, together] of [...steps.entries()].slice(progress.round)) {
    const after = round === progress.round ? progress.after : undefined
    await runRound(repair, together, { ...options, after, keep: (last) => keep({ round, after: last }) })
    await keep({ round: round + 1 })
  }
  if (!isDryRun) await database.client.send(new DeleteCommand({ TableName: database.tableName, Key: key }))
  return counts
}

type RoundOptions = Pick<RepairOptions, 'organizationId' | 'onFailure' | 'pageSize'> & {
  after: RecordKey | undefined
  keep: (last: RecordKey) => Promise<void>
}

/** Gives every record to the steps. */
async function runRound(
  repair: Repair,
  steps: readonly RepairStep[],
  { organizationId, onFailure, pageSize, after, keep }: RoundOptions,
): Promise<void> {
  // Records of an organization that is being removed may be incomplete.
  const deleting = await readDeletions(repair.database)
  let partition: string | undefined
  for await (const page of scanTable(repair.database, { after, limit: pageSize })) {
    const chosen = page.flatMap((item): Seen[] => {
      const isFirst = item.pk !== partition
      partition = item.pk
      if (!isKnown(item)) return []
      const owner = organizationOf(toStoredRecord(item))
      const isChosen = organizationId === undefined || owner === organizationId
      return isChosen && !(owner !== undefined && deleting.has(owner)) ? [{ item, isFirst }] : []
    })
    for (let start = 0; start < chosen.length; start += recordsAtOnce) {
      const together = chosen.slice(start, start + recordsAtOnce)
      await Promise.all(together.map((seen) => lookAt(repair, steps, seen, onFailure)))
    }
    const last = page.at(-1)
    if (last) await keep({ pk: last.pk, sk: last.sk })
  }
}

type Seen = { item: AnyRecord; isFirst: boolean }

/** Gives a record to all steps. One that changes meanwhile is read and given again. */
async function lookAt(
  repair: Repair,
  steps: readonly RepairStep[],
  { item: scanned, isFirst }: Seen,
  onFailure: RepairOptions['onFailure'],
): Promise<void> {
  const { pk, sk } = scanned
  for (const step of steps) {
    try {
      let item: AnyRecord | undefined = scanned
      for (let tries = 1; item && isKnown(item); tries++) {
        const tried = item
        if (await wasLookedAt(repair, step, { item: tried, isFirst })) break
        if (tries === maximumTries) throw new RecordFailure('Others keep changing it.')
        await pauseBeforeRetry(repair.database, tries)
        item = (await readItem(repair.database, { pk, sk })) as AnyRecord | undefined
      }
    } catch (error) {
      if (!isOfRecord(error)) throw error
      onFailure?.({ pk, sk }, error)
    }
  }
}

/** Returns whether nobody has changed it meanwhile. */
async function wasLookedAt(repair: Repair, step: RepairStep, { item, isFirst }: Seen): Promise<boolean> {
  const record = toStoredRecord(item as AnyRecord & StoredRecord)
  const see = step.see?.[record.__edb_e__] as RepairStep['seeAll']
  try {
    if (isFirst) await step.seePartition?.(repair, record, item)
    await step.seeAll?.(repair, record, item)
    await see?.(repair, record, item)
    return true
  } catch (error) {
    if (error instanceof Overtaken) return false
    throw error
  }
}

class RecordFailure extends Error {}

/** Whether an error is about one record. Anything else, such as a database that does not respond, ends the repair. */
function isOfRecord(error: unknown): error is Error {
  return (
    error instanceof RecordFailure ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    (error instanceof Error && error.name === 'ElectroError')
  )
}

function settle(milliseconds: number): Promise<void> {
  return milliseconds === 0
    ? Promise.resolve()
    : new Promise((resolve) => {
        setTimeout(resolve, milliseconds)
      })
}
