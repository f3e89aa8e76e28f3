import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { Access } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { goalAcknowledgementCountEntity } from '../../storage/table/entities/goals/goal-acknowledgement.ts'
import { goalEditEntity } from '../../storage/table/entities/goals/goal-edit.ts'
import { goalReportEntity } from '../../storage/table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { withItsAcknowledgements } from '../acknowledgements/shown.ts'
import { readGoalRow } from '../record/read-goal.ts'
import { requireVisible } from '../rules/authority.ts'
import { readAuthority } from '../tree/reading/sight.ts'
import { withhold } from '../tree/reading/withhold.ts'
import { toGoalEditResponse } from './entries.ts'
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
): Promise<(GoalUpdate & { acknowledgementCount?: number | undefined }) | GoalEdit | undefined> {
  const { organizationId } = access
  const key = goalKeyOf({ organizationId, goalId })
  const [authority, goal, entry] = await Promise.all([
    readAuthority(database, access, goalId),
    readGoalRow(database, organizationId, goalId),
    'revision' in number
      ? readReport(database, { ...key, revision: number.revision })
      : readRecord(database, goalEditEntity, { ...key, version: number.version }).then(
          async (edit) => edit && toGoalEditResponse(edit, await readTexts(database, [edit])),
        ),
  ])
  requireVisible(authority, goal)
  if (!entry || !('fields' in entry)) return entry ?? undefined
  const [edit] = await withhold(database, { organizationId, ...authority }, [entry])
  return edit
}

async function readReport(
  database: Database,
  key: ReturnType<typeof goalKeyOf> & { revision: number },
): Promise<(GoalUpdate & { acknowledgementCount?: number | undefined }) | undefined> {
  const [report, counted] = await Promise.all([
    readRecord(database, goalReportEntity, key),
    readRecord(database, goalAcknowledgementCountEntity, key),
  ])
  if (!report) return undefined
  const { update, acknowledgementCounts } = withItsAcknowledgements(report, counted)
  return { ...update, acknowledgementCount: acknowledgementCounts?.[key.revision] }
}
