import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { hasDraft } from '../../../app/hooks/use-draft.ts'
import { whenOnline } from '../../../app/hooks/when-online.ts'
import { FailureBoundary } from '../../../app/page-states.tsx'
import { goalDraftQuery, reportDraftKey } from './draft-query.ts'

// Most visits find no draft.
const UnsentDraft = lazy(
  whenOnline(async () => ({ default: (await import('./unsent-draft.tsx')).UnsentDraft })),
)

/** Says that the person has begun a report, in this tab or elsewhere, and not sent it. */
export function DraftNotice({ goalId, onContinue }: { goalId: string; onContinue: () => void }) {
  const session = useSession()
  const organization = useActiveOrganization()
  const { data: found } = useQuery(goalDraftQuery(organization.id, goalId))
  // Not before the service was asked: what is typed in this tab may have been sent elsewhere.
  if (found === undefined || (found === null && !hasDraft(reportDraftKey(session, goalId)))) return null
  return (
    <FailureBoundary fallback={null}>
      <Suspense fallback={null}>
        <UnsentDraft goalId={goalId} found={found} onContinue={onContinue} />
      </Suspense>
    </FailureBoundary>
  )
}
