/** Sums of what reports have used: of a goal in its row, and of a day, goal and actor in a record. Both follow from the reports. */
import { noUsage } from '@cairn/contract/goals/usage'
import type { GoalUsed, ReportedUsage } from '@cairn/contract/schemas/goals/goal-work'
import { dayOf } from '../../../requests/context.ts'
import type { GoalReportRecord } from '../../../storage/table/entities/goals/goal-report.ts'
import type { GoalRow } from '../../../storage/table/entities/goals/goal-row.ts'
import {
  actorKeyOf,
  type GoalUsageRecord,
  goalUsageEntity,
  usageTimeToLive,
} from '../../../storage/table/entities/goals/work/goal-usage.ts'
import { keyOfRecord, type TransactionItem } from '../../../storage/table/entity.ts'

export const sumNames = Object.keys(noUsage) as (keyof GoalUsed)[]

/** Adds up to the largest exact number. */
export function plus(one: Partial<GoalUsed>, other: Partial<GoalUsed>): GoalUsed {
  return sumsOf((name) => Math.min((one[name] ?? 0) + (other[name] ?? 0), Number.MAX_SAFE_INTEGER))
}

function sumsOf(of: (name: keyof GoalUsed) => number): GoalUsed {
  return Object.fromEntries(sumNames.map((name) => [name, of(name)])) as GoalUsed
}

/** Whether a report counts: it says what it used. Others cost no write of their own. */
export function isCounted({ usage }: { usage?: ReportedUsage | undefined }): boolean {
  return usage !== undefined
}

/** Returns the sums of a goal after a report that counts. */
export function usedAfter(used: GoalUsed | undefined, usage: ReportedUsage | undefined): GoalUsed {
  return plus(used ?? {}, { ...usage, reports: 1 })
}

/**
 * The write that adds a report to the sums of its day, goal and actor, in the report's transaction. Only reports on the goal write the
 * record, so reports on other goals never meet in it.
 */
export function usageItem(
  record: GoalReportRecord,
  before: Pick<GoalRow, 'used'>,
  after: Pick<GoalRow, 'used'>,
): TransactionItem | undefined {
  if (!record.isCounted || !after.used) return undefined
  const { actor, actorName, ...key } = usageKeyOf(record)
  const update = goalUsageEntity
    .update(key)
    .add(addedBy(before.used, after.used))
    .set({ actor, ttl: usageTimeToLive(key.day), ...(actorName !== undefined && { actorName }) })
  return { Update: update }
}

/** Returns what a report has added. The sums of a goal cannot exceed an exact number, so neither can those of its days. */
export function addedBy(before: GoalUsed | undefined, after: GoalUsed): GoalUsed {
  return sumsOf((name) => after[name] - (before?.[name] ?? 0))
}

/** Returns the key of the sums that count a report, and its actor. */
export function usageKeyOf({ organizationKey, goalKey, content }: GoalReportRecord) {
  const { createdAt, actor, actorName } = content
  const day = dayOf(new Date(createdAt))
  const { kind, id } = actor
  return { organizationKey, day, goalKey, actorKey: actorKeyOf(actor), actor: { kind, id }, actorName }
}

/** The sums of a goal, and the records of its days and actors by sort key. */
type DerivedUsage = { used: GoalUsed | undefined; records: Map<string, GoalUsageRecord> }

/** Derives the sums of a goal from its reports, which are in the order of their revisions. */
export function usageOfReports(reports: readonly GoalReportRecord[]): DerivedUsage {
  const records = new Map<string, GoalUsageRecord>()
  let used: GoalUsed | undefined
  for (const report of reports) {
    if (!report.isCounted) continue
    const after = usedAfter(used, report.content.usage)
    const { actorName, ...key } = usageKeyOf(report)
    const { sk } = keyOfRecord(goalUsageEntity, key)
    const sums = plus(records.get(sk) ?? {}, addedBy(used, after))
    records.set(sk, {
      ...key,
      ...sums,
      ttl: usageTimeToLive(key.day),
      ...(actorName !== undefined && { actorName }),
    })
    used = after
  }
  return { used, records }
}
