import { createGoalUpdateRequest, type Goal } from '@cairn/contract/schemas/goals'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { isApiError } from '../../api/failures.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useDraft } from '../../app/use-draft.ts'
import { draftKey, useActiveOrganization, useSession } from '../../session/session.ts'
import { goalQuery, goalsKey, goalUpdatesQuery } from '../queries.ts'
import {
  isSameReport,
  newReport,
  type Report,
  reportValues,
  reportWords,
  withAttempt,
} from './report-values.ts'

/** What others have reported since the person looked. */
export type Meanwhile = { goal: Goal; reports: Report[] }

/**
 * The life of a report. Where somebody else was faster, nothing typed is touched: what they reported is fetched, and
 * the report can be sent on top of it.
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
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()

  async function look(expectedRevision: number): Promise<void> {
    const [{ goal: current }, { updates }] = await Promise.all([
      queryClient.fetchQuery({ ...goalQuery(organization.id, goal.id), staleTime: 0 }),
      queryClient.fetchQuery({ ...goalUpdatesQuery(organization.id, goal.id), staleTime: 0 }),
    ])
    setMeanwhile({ goal: current, reports: updates.filter(({ revision }) => revision > expectedRevision) })
  }

  // Sent now, the report goes on top of what the person has been shown.
  const isBehind = meanwhile !== undefined && draft.value.expectedRevision < meanwhile.goal.revision
  const attempt = withAttempt(
    isBehind ? { ...draft.value, expectedRevision: meanwhile.goal.revision } : draft.value,
  )
  const submission = useSubmit({
    schema: createGoalUpdateRequest,
    body: attempt.request,
    words: reportWords,
    send: async (body) => {
      // Kept before it is sent: a reload in the middle must not make a second report of it.
      draft.set(attempt.values)
      try {
        await api.createGoalUpdate({ params: { goalId: goal.id }, body })
      } catch (error) {
        if (!isApiError(error, 'goal_revision_conflict')) throw error
        await look(body.expectedRevision)
        return
      }
      draft.discard()
      setMeanwhile(undefined)
      await queryClient.invalidateQueries({ queryKey: goalsKey(organization.id) })
      onSent()
    },
  })

  return { draft, submission, meanwhile: isBehind ? meanwhile : undefined }
}
