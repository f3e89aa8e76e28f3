import type { GoalConflict } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { api } from '../../../data/api/client.ts'
import { isApiError } from '../../../data/api/failures/failures.ts'
import { authorIn } from '../../data/authority.ts'
import { changesOf, type GoalValues, valuesOf } from '../form/goal-values.ts'
import type { EditConflict, EditDraft } from './edit-draft.ts'
import { mergeEdits, withEdits } from './merge-edits.ts'

/** Others can save again and again while an edit is merged. Then the person is asked to try again. */
const maximumMerges = 5

export type Saved = {
  goal: Goal
  /** Those who edited the goal meanwhile, and whose changes were kept. */
  authors: EditConflict['authors']
}

type Edit = Pick<EditDraft, 'before' | 'after' | 'version'>
type Merged = { authors: Saved['authors']; merges: number }

/**
 * Saves an edit. If others edited the goal meanwhile, their changes to other fields are kept, and the edit is sent again.
 *
 * @param userId  The person who edits.
 * @returns What was saved, or for fields that both changed, the draft with both changes, between which the person chooses.
 */
export async function saveEdit(
  goalId: string,
  userId: string,
  edit: Edit,
  { authors, merges }: Merged = { authors: [], merges: 0 },
): Promise<{ saved: Saved } | { conflicting: EditDraft }> {
  const params = { goalId }
  const changes = changesOf(edit.before, edit.after)
  try {
    const { goal } =
      Object.keys(changes).length === 0
        ? await api.getGoal({ params })
        : await api.updateGoal({ params, body: { ...changes, expectedVersion: edit.version } })
    return { saved: { goal, authors } }
  } catch (error) {
    const missed = isApiError(error, 'goal_version_conflict') ? error.addition.conflict : undefined
    if (!missed || merges === maximumMerges) throw error
    const { theirs, version } = await theirsOf(goalId, edit.before, missed)
    const { merged, overlaps } = mergeEdits(edit.before, edit.after, theirs)
    const newAuthors = missed.edits.map((missedEdit) => ({
      ...authorIn(missedEdit),
      at: missedEdit.createdAt,
    }))
    const next: EditDraft = { before: theirs, after: merged, version, conflict: null }
    if (overlaps.length === 0) {
      // After a lost response, the edit that was missed is one's own.
      const others = newAuthors.filter((author) => author.userId !== userId || author.program !== undefined)
      return saveEdit(goalId, userId, next, { authors: [...authors, ...others], merges: merges + 1 })
    }
    const conflict: EditConflict = {
      base: edit.before,
      mine: edit.after,
      theirs,
      choices: overlaps.map((field) => ({ field, side: 'mine' })),
      authors: newAuthors,
    }
    return { conflicting: { ...next, conflict } }
  }
}

/** Returns the goal as it is now. The conflict contains everything missed, unless it is too much. */
async function theirsOf(goalId: string, base: GoalValues, missed: GoalConflict) {
  if (!missed.truncated) return { theirs: withEdits(base, missed.edits), version: missed.version }
  const current = await api.getGoal({ params: { goalId } })
  return { theirs: valuesOf(current.goal), version: current.goal.version }
}
