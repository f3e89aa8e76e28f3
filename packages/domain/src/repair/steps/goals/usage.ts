import { isDeepStrictEqual } from 'node:util'
import { unchangedGoal } from '../../../goals/record/goal-conditions.ts'
import { readGoalRow } from '../../../goals/record/read-goal.ts'
import { rowItems } from '../../../goals/record/write-goal.ts'
import { plus, usageOfReports } from '../../../goals/work/usage/sums.ts'
import { queryAllRecords } from '../../../storage/database/query-records.ts'
import { readRecords } from '../../../storage/database/read-record.ts'
import { goalReportEntity } from '../../../storage/table/entities/goals/goal-report.ts'
import { decodeRow, type GoalRow, goalKeyOf } from '../../../storage/table/entities/goals/goal-row.ts'
import { goalUsageEntity, usageTimeToLive } from '../../../storage/table/entities/goals/work/goal-usage.ts'
import { keyOfRecord, putRecord } from '../../../storage/table/entity.ts'
import { longId } from '../../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../../step.ts'

/**
 * Rewrites the sums of what reports have used: of goals, and of their days and actors. Only goals that have used something are looked at, or that
 * have a report that says so.
 */
export const usageStep: RepairStep = {
  name: 'usage',
  see: {
    async goalRow(repair, record) {
      const row = decodeRow(record)
      if (row.used) await repairUsage(repair, row)
    },
    async goalReport(repair, { organizationKey, goalKey, isCounted }) {
      if (!isCounted) return
      const row = await readGoalRow(repair.database, longId(organizationKey), longId(goalKey))
      if (row && !row.used) await repairUsage(repair, row)
    },
  },
}

async function repairUsage(repair: Repair, row: GoalRow): Promise<void> {
  const { database, now } = repair
  const key = goalKeyOf(row)
  const reports = await queryAllRecords(database, goalReportEntity, 'record', key, { consistent: true })
  // A history with a hole says nothing of sums. One with a later report is another version, whose sums follow.
  if (reports.length !== row.revision) return
  const { used, records } = usageOfReports(reports)
  if (!isDeepStrictEqual(row.used && plus(row.used, {}), used)) {
    const { used: _, ...others } = row
    await repair.write('sums of goals written', rowItems({ ...others, ...(used && { used }) }, row))
  }
  const kept = [...records.values()].filter(({ day }) => usageTimeToLive(day) * 1000 > now.getTime())
  const stored = new Map(
    (await readRecords(database, goalUsageEntity, kept)).map((record) => [sortKeyOf(record), record]),
  )
  for (const record of kept) {
    if (isDeepStrictEqual(stored.get(sortKeyOf(record)), record)) continue
    await repair.write('sums of days written', {
      goal: unchangedGoal(row),
      usage: { Put: putRecord(goalUsageEntity, record) },
    })
  }
}

function sortKeyOf(record: Parameters<typeof keyOfRecord<typeof goalUsageEntity>>[1]): string {
  return keyOfRecord(goalUsageEntity, record).sk
}
