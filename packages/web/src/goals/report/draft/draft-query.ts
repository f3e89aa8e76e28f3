import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../../accounts/session/session-type.ts'
import { draftKey } from '../../../accounts/session/tab/tab-storage.ts'
import { api } from '../../../data/api/client.ts'
import { isApiError } from '../../../data/api/failures/failures.ts'

/** A draft that the service has, as JSON. */
export type StoredDraft = { content: string; updatedAt: string }

/** The key of what is typed in this tab. */
export const reportDraftKey = (session: Session, goalId: string) => draftKey(session, `report.${goalId}`)

/** The person's draft of a report on a goal. One that is not of this app's form, such as a program's, is none. */
export function goalDraftQuery(organizationId: string, goalId: string) {
  return queryOptions({
    // Not below the goals: no event of a goal changes it.
    queryKey: ['organization', organizationId, 'draft', goalId],
    queryFn: async (): Promise<StoredDraft | null> => {
      try {
        const { draft } = await api.getGoalDraft({ params: { goalId } })
        const { content, updatedAt } = draft
        return typeof content === 'object' && 'summary' in content
          ? { content: JSON.stringify(content), updatedAt }
          : null
      } catch (error) {
        if (isApiError(error, 'draft_not_found')) return null
        throw error
      }
    },
  })
}
