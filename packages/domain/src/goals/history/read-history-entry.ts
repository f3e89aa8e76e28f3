import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { Access } from '../../access.ts'
import type { Database } from '../../database/client.ts'
import { readRecord } from '../../database/read-record.ts'
import { goalEditEntity } from '../../table/entities/goals/goal-edit.ts'
import { goalReportEntity } from '../../table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../table/entities/goals/goal-row.ts'
import { goalAuthority, requireVisible } from '../authority.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { toGoalEditResponse, toGoalUpdateResponse } from './entries.ts'
import { readTexts } from './read-texts.ts'

/** Which entry: a report by its revision, or an edit by its version. */
export type EntryKey = { goalId: string } & ({ revision: number } | { version: number })

/**
 * Returns one entry of a goal's history, or undefined if there is none with this number. For callers who may list the history.
 * @throws `goal_not_found` if the caller does not see the goal.
 */
export async function readHistoryEntry(
  database: Database,
  access: Access,
  { goalId, ...number }: EntryKey,
): Promise<GoalUpdate | GoalEdit | undefined> {
  const { organizationId } = access
  const key = goalKeyOf({ organizationId, goalId })
  const [role, goal, entry] = await Promise.all([
    access.role,
    readGoalRow(database, organizationId, goalId),
    'revision' in number
      ? readRecord(database, goalReportEntity, { ...key, revision: number.revision }).then(
          (report) => report && toGoalUpdateResponse(report),
        )
      : readRecord(database, goalEditEntity, { ...key, version: number.version }).then(
          async (edit) => edit && toGoalEditResponse(edit, await readTexts(database, [edit])),
        ),
  ])
  requireVisible(goalAuthority(access, role), goal)
  return entry ?? undefined
}
