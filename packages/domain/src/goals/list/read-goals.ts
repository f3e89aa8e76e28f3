import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { responseLimitBytes } from '../../storage/pagination/response-size.ts'
import { type GoalRow, goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { goalStandingEntity, noStanding } from '../../storage/table/entities/goals/goal-standing.ts'
import { goalTextEntity } from '../../storage/table/entities/goals/goal-text.ts'
import { type GoalState, readGoal } from '../record/read-goal.ts'

/**
 * Completes rows of an index with their texts and standings, in one batch of consistent reads: as many of the first as fit into
 * a response. A row that is older than its standing is read again, so that what a list shows of a goal is of one
 * version; null if the goal is gone.
 */
export async function readGoals(database: Database, rows: readonly GoalRow[]): Promise<(GoalState | null)[]> {
  let bytes = 0
  const firstTooMany = rows.findIndex(({ textBytes }) => {
    bytes += textBytes
    return bytes > responseLimitBytes
  })
  const shown = firstTooMany === -1 ? rows : rows.slice(0, Math.max(1, firstTooMany))
  return Promise.all(
    shown.map(async (row) => {
      const key = goalKeyOf(row)
      const [text, standing] = await Promise.all([
        readRecord(database, goalTextEntity, { ...key, version: row.textVersion }),
        isUnjudged(row)
          ? { ...noStanding, version: row.standingVersion }
          : readRecord(database, goalStandingEntity, key),
      ])
      if (text && standing?.version === row.standingVersion) return { row, text, standing }
      return readGoal(database, row.organizationId, row.goalId)
    }),
  )
}

/** Whether the standing is the one that a goal is published with: empty. */
function isUnjudged({ standingVersion }: GoalRow): boolean {
  return standingVersion === 1
}
