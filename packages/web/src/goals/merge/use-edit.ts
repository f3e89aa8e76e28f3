import type { GoalConflict } from '@cairn/contract/schemas/goal-history'
import { type Goal, updateGoalRequest } from '@cairn/contract/schemas/goals'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { api } from '../../api/client.ts'
import { isApiError } from '../../api/failures.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useDraft } from '../../app/use-draft.ts'
import { draftKey, useActiveOrganization, useSession } from '../../session/session.ts'
import { goalFieldsByErrorCode, goalFormTexts } from '../form/goal-form-texts.ts'
import {
  changesOf,
  type GoalField,
  type GoalValues,
  goalValues,
  isSameGoal,
  valuesOf,
} from '../form/goal-values.ts'
import { authorIn } from '../people.ts'
import { goalHistoryQuery, goalQuery, reloadGoals } from '../queries.ts'
import { mergeEdits, withEdits, withField } from './merge-edits.ts'

const side = z.enum(['mine', 'theirs'])
export type Side = z.output<typeof side>

/** Fields that both changed. `base` is the goal before either change; `mine` and `theirs` are the two after it. */
const editConflict = z.object({
  base: goalValues,
  mine: goalValues,
  theirs: goalValues,
  choices: z.array(z.object({ field: z.string(), side })),
  /** Who edited the goal, and when, newest last. */
  authors: z.array(z.object({ userId: z.string(), program: z.string().optional(), at: z.string() })),
})
export type EditConflict = z.output<typeof editConflict>

const editDraft = z.object({
  /** The goal on which the edit is based. Only differences from it are sent. */
  before: goalValues,
  after: goalValues,
  /** The version of `before`. The service refuses the edit if the goal has another one. */
  version: z.number(),
  conflict: editConflict.nullable(),
})
type EditDraft = z.output<typeof editDraft>

/** Others can save again and again while an edit is merged. Then the person is asked to try again. */
const maximumMerges = 5

type Saved = {
  goal: Goal
  /** Those who edited the goal meanwhile, and whose changes were kept. */
  authors: EditConflict['authors']
}

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
  const params = { goalId: goal.id }

  /** What the goal has become. The conflict has all that was missed, unless it is too much. */
  async function theirsOf(base: GoalValues, missed: GoalConflict) {
    if (!missed.truncated) return { theirs: withEdits(base, missed.edits), version: missed.version }
    const current = await api.getGoal({ params })
    return { theirs: valuesOf(current.goal), version: current.goal.version }
  }

  /** Returns nothing if the person has to choose first. */
  async function save(
    edit: EditDraft,
    authors: Saved['authors'] = [],
    merges = 0,
  ): Promise<Saved | undefined> {
    const changes = changesOf(edit.before, edit.after)
    try {
      const saved =
        Object.keys(changes).length === 0
          ? await api.getGoal({ params })
          : await api.updateGoal({ params, body: { ...changes, expectedVersion: edit.version } })
      return { goal: saved.goal, authors }
    } catch (error) {
      const missed = isApiError(error, 'goal_version_conflict') ? error.addition.conflict : undefined
      if (!missed || merges === maximumMerges) throw error
      const { theirs, version: theirVersion } = await theirsOf(edit.before, missed)
      const { merged, overlaps } = mergeEdits(edit.before, edit.after, theirs)
      const newAuthors = missed.edits.map((missedEdit) => ({
        ...authorIn(missedEdit),
        at: missedEdit.createdAt,
      }))
      const next: EditDraft = { before: theirs, after: merged, version: theirVersion, conflict: null }
      if (overlaps.length === 0) {
        // After a lost response, the edit that was missed is one's own.
        const others = newAuthors.filter(
          ({ userId, program }) => userId !== session.user.id || program !== undefined,
        )
        return save(next, [...authors, ...others], merges + 1)
      }
      draft.set({
        ...next,
        conflict: {
          base: edit.before,
          mine: edit.after,
          theirs,
          choices: overlaps.map((field) => ({ field, side: 'mine' })),
          authors: newAuthors,
        },
      })
      return undefined
    }
  }

  const submission = useSubmit({
    schema: updateGoalRequest,
    body: changesOf(before, after),
    texts: goalFormTexts,
    fieldsByErrorCode: goalFieldsByErrorCode,
    send: async () => {
      const saved = await save(draft.value)
      if (!saved) return
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
