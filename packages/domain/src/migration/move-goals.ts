import type { Database } from '../database/client.ts'
import { pauseBeforeRetry } from '../database/retry.ts'
import { scanTable } from '../database/scan-table.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { type GoalOfLayout1, isOfLayout1 } from '../table/layout-1/names.ts'
import { moveGoal, UnmovableGoalError } from './move-goal.ts'

/** What a migration has done so far. */
export type MovedGoals = {
  /** Goals that were moved. */
  moved: number
  /** Goals that had been deleted, or moved before, and of which records of layout 1 were left. */
  removed: number
  /** A sentence about each goal that cannot be moved, because its records contradict each other. It is as it was. */
  problems: string[]
}

const goalsAtOnce = 8
/** Of one goal, if the database refuses or does not respond. Pauses grow to half a second. */
const attemptsPerGoal = 8

/**
 * Moves every goal of layout 1 into the current layout, by scanning the table. It can be interrupted anywhere and run again,
 * also while another one runs.
 *
 * @yields After each page of the scan.
 */
export async function* moveGoals(database: Database): AsyncGenerator<MovedGoals> {
  const count: MovedGoals = { moved: 0, removed: 0, problems: [] }
  /** The partitions of goals with a problem. One can be on several pages. */
  const unmovable = new Set<string>()
  for await (const page of scanTable(database, ['pk', '__edb_e__', 'organizationId', 'goalId'])) {
    const waiting = [...new Map(page.filter(isOfLayout1).map((record) => [record.pk, record])).values()]
    const work = async () => {
      for (let goal = waiting.shift(); goal; goal = waiting.shift()) {
        if (unmovable.has(goal.pk)) continue
        try {
          if (await moveReachable(database, goal)) count.moved++
          else count.removed++
        } catch (error) {
          if (!(error instanceof UnmovableGoalError)) throw error
          unmovable.add(goal.pk)
          count.problems.push(error.message)
        }
      }
    }
    await Promise.all(Array.from({ length: goalsAtOnce }, work))
    yield { ...count }
  }
}

async function moveReachable(database: Database, goal: GoalOfLayout1): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await moveGoal(database, goal)
    } catch (error) {
      if (attempt === attemptsPerGoal || !isDatabaseUnavailable(error)) throw error
      await pauseBeforeRetry(database, attempt)
    }
  }
}

/** Counts the goals of layout 1. */
export async function countGoals(database: Database): Promise<number> {
  const goals = new Set<string>()
  for await (const page of scanTable(database, ['pk', '__edb_e__'])) {
    for (const record of page) if (isOfLayout1(record)) goals.add(record.pk)
  }
  return goals.size
}
