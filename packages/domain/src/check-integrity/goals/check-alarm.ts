import { upcomingMoments } from '../../goals/record/alarm.ts'
import { timerOf } from '../../table/entities/due/due-index.ts'
import type { Report } from '../finding.ts'
import type { GoalPartition } from './partition.ts'

/**
 * Checks that an alarm rings before everything that its goal is to be reminded of since it rang last. Whether a goal has an
 * alarm at all is not checked: those of an earlier version get theirs later (`migration/set-alarms.ts`).
 */
export function checkAlarm(report: Report, { name, goal, alarm }: GoalPartition): void {
  if (!alarm) return
  const { dueShard } = timerOf(alarm.goalKey, alarm.dueAt)
  if (alarm.dueShard !== dueShard) {
    report('broken', alarm, `the alarm of goal ${name} is in shard ${alarm.dueShard}, expected ${dueShard}`)
  }
  const next = Math.min(...upcomingMoments(goal.row, alarm.since))
  const ringsAt = alarm.timer === 'on' ? alarm.dueAt : Number.POSITIVE_INFINITY
  const expected = timerOf(alarm.goalKey, Number.isFinite(next) ? next : undefined)
  if (expected.timer === 'on' && ringsAt > expected.dueAt) {
    report('broken', alarm, `the alarm of goal ${name} rings too late, or never`)
  }
}
