import { createGoalUpdateRequest } from '@cairn/contract/schemas/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { isApiError } from '../../api/failures.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useDraft } from '../../app/use-draft.ts'
import { draftKey, useActiveOrganization, useSession } from '../../session/session.ts'
import { goalQuery, goalsKey, goalUpdatesQuery } from '../queries.ts'
import { reportFormTexts } from './report-form-texts.ts'
import { isSameReport, newReport, type Report, reportValues, withAttempt } from './report-values.ts'

/** The reports that were sent since the person opened the form. */
export type Conflict = { goal: Goal; reports: Report[] }

/**
 * Drafts and sends a report. After a revision conflict it loads the newer reports, keeps everything typed, and can send the
 * report with the new revision.
 */
export function useReport(goal: Goal, onSent: () => void) {
  const session = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [blank] = useState(() => newReport(goal))
  const draft = useDraft(
    draftKey(session, `report.${goal.id}`),
    reportValues,
    () => blank,
    (values) => isSameReport(blank, values),
  )
  const [conflict, setConflict] = useState<Conflict>()

  async function loadConflict(expectedRevision: number): Promise<void> {
    const [{ goal: current }, { updates }] = await Promise.all([
      queryClient.fetchQuery({ ...goalQuery(organization.id, goal.id), staleTime: 0 }),
      queryClient.fetchQuery({ ...goalUpdatesQuery(organization.id, goal.id), staleTime: 0 }),
    ])
    setConflict({ goal: current, reports: updates.filter(({ revision }) => revision > expectedRevision) })
  }

  // The person has seen the newer reports, so the next attempt expects their revision.
  const isBehind = conflict !== undefined && draft.value.expectedRevision < conflict.goal.revision
  const attempt = withAttempt(
    isBehind ? { ...draft.value, expectedRevision: conflict.goal.revision } : draft.value,
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
        if (!isApiError(error, 'goal_revision_conflict')) throw error
        await loadConflict(body.expectedRevision)
        return
      }
      draft.discard()
      setConflict(undefined)
      await queryClient.invalidateQueries({ queryKey: goalsKey(organization.id) })
      onSent()
    },
  })

  return { draft, submission, conflict: isBehind ? conflict : undefined }
}
