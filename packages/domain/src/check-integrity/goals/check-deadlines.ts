import { deadlineOf } from '../../goals/record/deadlines.ts'
import { goalDeadlineEntity } from '../../storage/table/entities/goals/goal-deadline.ts'
import { decodeRow } from '../../storage/table/entities/goals/goal-row.ts'
import { keyOfRecord, type RecordKey } from '../../storage/table/entity.ts'
import type { Check, Report } from '../finding.ts'

/** Checks that active goals with a deadline are listed by it, and nothing else is: those whose row says so, as it does from their first change on. */
export function checkDeadlines(report: Report): Check {
  /** Keys that a row names or a record has, but not yet both. */
  const open = new Map<string, { key: RecordKey; isRecord: boolean }>()

  function see(key: RecordKey, isRecord: boolean): void {
    const name = `${key.pk} ${key.sk}`
    if (!open.delete(name)) open.set(name, { key, isRecord })
  }

  return {
    see(record) {
      if (record.__edb_e__ === 'goalDeadline') see({ pk: record.pk, sk: record.sk }, true)
      if (record.__edb_e__ !== 'goalRow') return
      const row = decodeRow(record)
      const deadline = deadlineOf(row)
      if (row.isDated && deadline) see(keyOfRecord(goalDeadlineEntity, deadline), false)
      else if (row.isDated) {
        report(
          'broken',
          record,
          `goal ${row.organizationId}/${row.goalId} is listed by a deadline that it does not have`,
        )
      }
    },
    end() {
      for (const { key, isRecord } of open.values()) {
        report(
          'broken',
          key,
          isRecord
            ? 'a goal is listed by a deadline, but no active goal has it'
            : 'an active goal is not listed by its deadline',
        )
      }
    },
  }
}
