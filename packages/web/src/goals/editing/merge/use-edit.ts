import { type Goal, updateGoalRequest } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { draftKey, useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { useDraft } from '../../../app/hooks/use-draft.ts'
import { useSubmit } from '../../../data/api/use-submit.ts'
import { goalHistoryQuery, goalQuery, reloadGoals } from '../../data/queries.ts'
import { goalFieldsByErrorCode, goalFormTexts } from '../form/goal-form-texts.ts'
import {
  changesOf,
  type GoalField,
  type GoalValues,
  isSameGoal,
  valuesOf,
  withField,
} from '../form/goal-values.ts'
import { type EditDraft, editDraft, type Side } from './edit-draft.ts'
import { type Saved, saveEdit } from './save-edit.ts'

/**
 * Drafts and saves an edit. If others edited the goal meanwhile, their changes to other fields are kept, and for fields that
 * both changed, the person chooses. Nothing typed is lost.
 */
export function useEdit(goal: Goal, onSaved: (saved: Saved) => void) {
  const session = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const stored = valuesOf(goal)
  const draft = useDraft(
    draftKey(session, `edit.${goal.id}`),
    editDraft,
    (): EditDraft => ({ before: stored, after: stored, version: goal.version, conflict: null }),
    ({ before, after, conflict }) =>
      conflict === null && (isSameGoal(before, after) || isSameGoal(stored, after)),
  )
  const { before, after, conflict } = draft.value

  const submission = useSubmit({
    schema: updateGoalRequest,
    body: changesOf(before, after),
    texts: goalFormTexts,
    fieldsByErrorCode: goalFieldsByErrorCode,
    send: async () => {
      const result = await saveEdit(goal.id, session.user.id, draft.value)
      if ('conflicting' in result) {
        draft.set(result.conflicting)
        return
      }
      const { saved } = result
      queryClient.setQueryData(goalQuery(organization.id, goal.id).queryKey, { goal: saved.goal })
      void queryClient.invalidateQueries({ queryKey: goalHistoryQuery(organization.id, goal.id).queryKey })
      void reloadGoals(queryClient, organization.id)
      draft.discard()
      onSaved(saved)
    },
  })

  /** Puts one side of a field into the form. What the form has is kept, to go back to it. */
  function choose(field: GoalField, chosen: Side): void {
    if (!conflict) return
    const leaving: Side = chosen === 'mine' ? 'theirs' : 'mine'
    draft.set({
      ...draft.value,
      after: withField(after, field, conflict[chosen]),
      conflict: {
        ...conflict,
        [leaving]: withField(conflict[leaving], field, after),
        choices: conflict.choices.map((choice) =>
          choice.field === field ? { ...choice, side: chosen } : choice,
        ),
      },
    })
  }

  return {
    draft,
    submission,
    choose,
    conflict,
    isUnchanged: conflict === null && isSameGoal(before, after),
    values: after,
    before,
    change: (values: GoalValues) => draft.set({ ...draft.value, after: values }),
  }
}
