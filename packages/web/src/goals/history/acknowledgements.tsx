import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { api } from '../../api/client.ts'
import { fill } from '../../language/fill.tsx'
import { useActiveOrganization, useSession } from '../../session/session.ts'
import { Ago } from '../../time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { usePeople } from '../people.ts'
import { goalHistoryQuery } from '../queries.ts'
import { texts } from './texts.ts'

/** Who has acknowledged a report, and the button for those who have not. Nobody acknowledges their own report. */
export function Acknowledgements({ update }: { update: GoalUpdate }) {
  const { goalId, revision, acknowledgements, authorityUserId, summary } = update
  const { user } = useSession()
  const { nameOf } = usePeople()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const acknowledging = useMutation({
    mutationFn: () => api.acknowledgeGoalUpdate({ params: { goalId, revision: String(revision) } }),
    onSuccess: (response) => {
      queryClient.setQueryData(
        goalHistoryQuery(organization.id, goalId).queryKey,
        (history) =>
          history && {
            ...history,
            updates: history.updates.map((other) => (other.revision === revision ? response.update : other)),
          },
      )
    },
  })
  const mayAcknowledge =
    authorityUserId !== user.id && !acknowledgements.some(({ userId }) => userId === user.id)
  return (
    <div className="mt-2 space-y-2 text-sm text-ink-faint">
      {acknowledgements.length > 0 && (
        <p>
          {fill(texts.acknowledged, {
            people: acknowledgements.map(({ userId, at }, index) => (
              <Fragment key={userId}>
                {index > 0 && '; '}
                {fill(texts.acknowledgedBy(userId === user.id ? texts.you : nameOf(userId)), {
                  ago: <Ago time={at} />,
                })}
              </Fragment>
            )),
          })}
        </p>
      )}
      {mayAcknowledge && (
        <Button
          size="small"
          aria-label={texts.acknowledgeReport(summary)}
          busy={acknowledging.isPending}
          onClick={() => acknowledging.mutate()}
        >
          <Check className="size-4" aria-hidden="true" />
          {texts.acknowledge}
        </Button>
      )}
      <FailureNotice failure={acknowledging.error} />
    </div>
  )
}
