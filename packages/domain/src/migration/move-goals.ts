import type { Database } from '../database/client.ts'
import { pauseBeforeRetry } from '../database/retry.ts'
import { scanTable } from '../database/scan-table.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { type GoalOfLayout1, isOfLayout1 } from '../table/layout-1/names.ts'
import { moveGoal } from './move-goal.ts'

/** What a migration has done so far. */
export type MovedGoals = {
  /** Goals that were moved. */
  moved: number
  /** Goals that had been deleted, or moved before, and of which records of layout 1 were left. */
  removed: number
}

const goalsAtOnce = 8
/** Of one goal, if the database refuses or does not respond. Pauses grow to half a second. */
const attemptsPerGoal = 8

/**
 * Moves every goal of layout 1 into the current layout, by scanning the table. It can be interrupted anywhere and run again,
 * also while another one runs.
 *
 * @yields After each page of the scan.
 * @throws UnmovableGoalError if a goal's records contradict each other. Others that were moved stay moved.
 */
export async function* moveGoals(database: Database): AsyncGenerator<MovedGoals> {
  const count: MovedGoals = { moved: 0, removed: 0 }
  for await (const page of scanTable(database, ['pk', '__edb_e__', 'organizationId', 'goalId'])) {
    const waiting = [...new Map(page.filter(isOfLayout1).map((record) => [record.pk, record])).values()]
    const work = async () => {
      for (let goal = waiting.shift(); goal; goal = waiting.shift()) {
        if (await moveReachable(database, goal)) count.moved++
        else count.removed++
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
