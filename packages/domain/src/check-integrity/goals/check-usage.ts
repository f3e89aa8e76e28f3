import { isDeepStrictEqual } from 'node:util'
import type { GoalUsed } from '@cairn/contract/schemas/goals/goal-work'
import { addedBy, plus, sumNames, usageKeyOf, usedAfter } from '../../goals/work/usage/sums.ts'
import { decodeRow } from '../../storage/table/entities/goals/goal-row.ts'
import { goalUsageEntity, usageTimeToLive } from '../../storage/table/entities/goals/work/goal-usage.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import { keyOfRecord, type RecordKey } from '../../storage/table/entity.ts'
import { longId } from '../../storage/table/short-id.ts'
import type { Check, Report } from '../finding.ts'

type Sums = Partial<Record<keyof GoalUsed, number>>

/**
 * Checks the sums of what reports have used: those of a goal in its row, and those of its days and actors, are those of its reports. Sums of
 * goals that were deleted, and of days that have expired, have nothing to be compared with.
 */
export function checkUsage(report: Report, now: Date): Check {
  /** The reports of the goal whose partition is read, in the order of their revisions. */
  let current: { pk: string; used: GoalUsed | undefined } | undefined
  /** The differences between the sums of reports and the stored sums of a day, by key. Those that are equal are left out. */
  const open = new Map<string, { key: RecordKey; goalKey: string; missing: Sums }>()
  const goals = new Set<string>()

  function add(key: RecordKey, goalKey: string, sums: Sums, sign: 1 | -1): void {
    const name = `${key.pk} ${key.sk}`
    const missing = open.get(name)?.missing ?? {}
    const after = Object.fromEntries(
      sumNames.map((sum) => [sum, (missing[sum] ?? 0) + sign * (sums[sum] ?? 0)]),
    )
    if (Object.values(after).every((number) => number === 0)) open.delete(name)
    else open.set(name, { key, goalKey: `${key.pk.slice(2)}/${goalKey}`, missing: after })
  }

  function seeReport(record: StoredRecord<'goalReport'>): void {
    if (current?.pk !== record.pk) current = { pk: record.pk, used: undefined }
    if (!record.isCounted) return
    const after = usedAfter(current.used, record.content.usage)
    const { actor: _, actorName: __, ...key } = usageKeyOf(record)
    if (!isExpired(key.day)) {
      add(keyOfRecord(goalUsageEntity, key), key.goalKey, addedBy(current.used, after), 1)
    }
    current.used = after
  }

  function seeRow(record: StoredRecord<'goalRow'>): void {
    const { used, organizationId, goalId } = decodeRow(record)
    const ofReports = current?.pk === record.pk ? current.used : undefined
    if (ofReports) goals.add(`${record.organizationKey}/${record.goalKey}`)
    if (isDeepStrictEqual(used && plus(used, {}), ofReports)) return
    report('broken', record, `goal ${organizationId}/${goalId} has used something else than its reports say`)
  }

  function isExpired(day: string): boolean {
    return usageTimeToLive(day) * 1000 <= now.getTime()
  }

  return {
    see(record) {
      if (record.__edb_e__ === 'goalReport') seeReport(record)
      else if (record.__edb_e__ === 'goalRow') seeRow(record)
      else if (record.__edb_e__ === 'goalUsage' && !isExpired(record.day)) {
        add({ pk: record.pk, sk: record.sk }, record.goalKey, record, -1)
      }
    },
    end() {
      for (const { key, goalKey } of open.values()) {
        if (!goals.has(goalKey)) continue
        const [organizationKey = '', goal = ''] = goalKey.split('/')
        const [day] = key.sk.split('#')
        const name = `${longId(organizationKey)}/${longId(goal)}`
        report('broken', key, `the sums of ${day} of goal ${name} are not those of its reports`)
      }
    },
  }
}
