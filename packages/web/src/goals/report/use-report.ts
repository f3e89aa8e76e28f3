import type { ErrorCode } from '@cairn/contract/errors/errors'
import { ApiError } from '@cairn/contract/http/client'
import { createGoalUpdateRequest, type GoalConflict } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { useDraft } from '../../app/hooks/use-draft.ts'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { reloadGoals } from '../data/queries.ts'
import { reportDraftKey } from './draft/draft-query.ts'
import { useStoredDraft } from './draft/use-stored-draft.ts'
import { reportFormTexts } from './report-form-texts.ts'
import { isSameReport, newReport, reportValues, withAttempt } from './report-values.ts'

/**
 * The goal has changed since it was loaded. The form then shows its current criteria and measures. What happened is said
 * for the whole form: at a field, it would disappear with the change of the field.
 */
const outdated = new Set<ErrorCode>([
  'goal_revision_conflict',
  'invalid_goal_criteria',
  'invalid_goal_measures',
])

/**
 * Drafts and sends a report. After a revision conflict it shows what was missed, keeps everything typed, and can send the
 * report with the new revision.
 */
export function useReport(goal: Goal, onSent: () => void) {
  const session = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [blank] = useState(() => newReport(goal))
  const key = reportDraftKey(session, goal.id)
  const draft = useDraft(
    key,
    reportValues,
    () => blank,
    (values) => isSameReport(blank, values),
  )
  const [conflict, setConflict] = useState<GoalConflict>()
  const stored = useStoredDraft({ organizationId: organization.id, goalId: goal.id, key }, draft)

  const reload = () => reloadGoals(queryClient, organization.id)

  // The person has seen the newer reports, so the next attempt expects their revision.
  const isBehind = conflict !== undefined && draft.value.expectedRevision < conflict.revision
  const attempt = withAttempt(
    isBehind ? { ...draft.value, expectedRevision: conflict.revision } : draft.value,
    goal,
  )
  const submission = useSubmit({
    schema: createGoalUpdateRequest,
    body: attempt.request,
    texts: reportFormTexts,
    send: async (body) => {
      // Store the key before sending: after a reload, a retry must not create a second report.
      draft.set(attempt.values)
      try {
        await api.createGoalUpdate({ params: { goalId: goal.id }, body })
      } catch (error) {
        if (error instanceof ApiError && outdated.has(error.code)) void reload()
        const missed = isApiError(error, 'goal_revision_conflict') ? error.addition.conflict : undefined
        if (!missed) throw error
        setConflict(missed)
        return
      }
      draft.discard()
      void stored.remove()
      setConflict(undefined)
      await reload()
      onSent()
    },
  })

  /** The same on every device of the person. */
  const everywhere = {
    ...draft,
    discard: () => {
      draft.discard()
      void stored.remove()
    },
  }
  return {
    draft: everywhere,
    otherDraft: stored.other,
    request: attempt.request,
    submission,
    conflict: isBehind ? conflict : undefined,
  }
}
