import type { GoalEdit } from '@cairn/contract/schemas/goals/goal-history'
import type { Access } from '../../../requests/access.ts'
import type { Database } from '../../../storage/database/client.ts'
import { readRows } from '../../list/read-rows.ts'
import { type GoalAuthority, maySee } from '../../rules/authority.ts'
import { limitAround } from './sight.ts'

type Viewer = Pick<Access, 'organizationId'> & GoalAuthority

/**
 * Leaves the ids of goals that the caller does not see out of edits, and says where. Such an entry no longer matches its hash; those of all
 * others stay as they are. A deleted goal is not seen by a caller who sees only some.
 */
export async function withhold(
  database: Database,
  viewer: Viewer,
  edits: readonly GoalEdit[],
): Promise<GoalEdit[]> {
  const named = new Set(edits.flatMap(goalIdsIn))
  if ((viewer.seesAll && viewer.goalIds === null) || named.size === 0) return [...edits]
  const [rows, goalIds] = await Promise.all([
    readRows(database, viewer.organizationId, named),
    limitAround(database, viewer, named),
  ])
  const seen = new Set(rows.filter((row) => maySee({ ...viewer, goalIds }, row)).map(({ goalId }) => goalId))
  return edits.map((edit) => withoutUnseen(edit, (goalId) => seen.has(goalId)))
}

function goalIdsIn({ fields: { parentGoalId, blockedByGoalIds } }: GoalEdit): string[] {
  const parents = [parentGoalId?.from, parentGoalId?.to].filter((id) => id != null)
  return [...parents, ...(blockedByGoalIds?.from ?? []), ...(blockedByGoalIds?.to ?? [])]
}

function withoutUnseen(edit: GoalEdit, isSeen: (goalId: string) => boolean): GoalEdit {
  const { parentGoalId: parent, blockedByGoalIds: blockers } = edit.fields
  const shownParent = (goalId: string | null) => (goalId !== null && isSeen(goalId) ? goalId : null)
  const fields = {
    ...edit.fields,
    ...(parent && { parentGoalId: { from: shownParent(parent.from), to: shownParent(parent.to) } }),
    ...(blockers && {
      blockedByGoalIds: { from: blockers.from.filter(isSeen), to: blockers.to.filter(isSeen) },
    }),
  }
  const names = ['parentGoalId', 'blockedByGoalIds'] as const
  const withheld = names.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(edit.fields[name]))
  return withheld.length === 0 ? edit : { ...edit, fields, withheld }
}
