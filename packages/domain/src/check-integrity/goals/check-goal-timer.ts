import { changedTimerAt, upcomingMoments } from '../../goals/record/goal-timer.ts'
import { timerOf } from '../../storage/table/entities/due/due-index.ts'
import type { Report } from '../finding.ts'
import type { GoalPartition } from './partition.ts'

/** Checks that the timer of a goal is due before everything that its owner is to be reminded of since it was due last. */
export function checkGoalTimer(report: Report, { name, goal, goalTimer }: GoalPartition, now: Date): void {
  if (!goalTimer) {
    if (changedTimerAt(undefined, goal.row, now.getTime()) !== undefined) {
      report('broken', goal, `goal ${name} has no timer, but its owner is to be reminded`)
    }
    return
  }
  // One that has failed waits for longer, or is parked (`check-parked.ts`).
  if (goalTimer.failedAttempts !== undefined) return
  const { dueShard } = timerOf(goalTimer.goalKey, goalTimer.dueAt)
  if (goalTimer.dueShard !== dueShard) {
    report(
      'broken',
      goalTimer,
      `the timer of goal ${name} is in shard ${goalTimer.dueShard}, expected ${dueShard}`,
    )
  }
  const next = Math.min(...upcomingMoments(goal.row, goalTimer.since))
  const firesAt = goalTimer.timer === 'on' ? goalTimer.dueAt : Number.POSITIVE_INFINITY
  const expected = timerOf(goalTimer.goalKey, Number.isFinite(next) ? next : undefined)
  if (expected.timer === 'on' && firesAt > expected.dueAt) {
    report('broken', goalTimer, `the timer of goal ${name} is due too late, or never`)
  }
}
