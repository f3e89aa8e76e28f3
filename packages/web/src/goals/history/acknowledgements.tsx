import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, UserRoundCheck } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { fill } from '../../language/fill.tsx'
import { Ago } from '../../presentation/time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { usePeople } from '../data/people.ts'
import { goalHistoryQuery } from '../data/queries.ts'
import { confirmableBy } from '../review/reviewable.ts'
import { texts as reviewTexts } from '../review/texts.ts'
import { useConfirm } from '../review/use-confirm.ts'
import { acknowledgementsQuery } from './acknowledgements-query.ts'
import { texts } from './texts.ts'

/**
 * The members who have acknowledged a report, and the button for those who have not. Nobody acknowledges their own report. A report has the first
 * only; the others are loaded if there are more, and shown if somebody asks for them.
 */
export function Acknowledgements({ goal, update }: { goal: Goal; update: GoalUpdate }) {
  const { goalId, revision, authorityUserId, summary } = update
  const { user } = useSession()
  const { nameOf } = usePeople()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [showsAll, setShowsAll] = useState(false)
  const { data: count } = useQuery({
    ...goalHistoryQuery(organization.id, goalId),
    enabled: false,
    select: ({ acknowledgementCounts }) => acknowledgementCounts[revision],
  })
  const { data: all, error } = useQuery({
    ...acknowledgementsQuery(organization.id, goalId, revision),
    enabled: count !== undefined,
  })
  const known = all ?? update.acknowledgements
  const acknowledgements = showsAll ? known : update.acknowledgements
  const confirming = useConfirm(goalId)
  const confirmable = confirmableBy(
    { userId: user.id, canAdminister: organization.canAdminister },
    goal,
  ).filter(({ verdict }) => verdict?.revision === revision)
  const acknowledging = useMutation({
    mutationFn: () => api.acknowledgeGoalUpdate({ params: { goalId, revision: String(revision) } }),
    onSuccess: (response) => {
      queryClient.setQueryData(
        goalHistoryQuery(organization.id, goalId).queryKey,
        (history) =>
          history && {
            ...history,
            updates: history.updates.map((other) => (other.revision === revision ? response.update : other)),
            acknowledgementCounts: { ...history.acknowledgementCounts, ...response.acknowledgementCounts },
          },
      )
      queryClient.invalidateQueries(acknowledgementsQuery(organization.id, goalId, revision))
    },
  })
  const mayAcknowledge =
    authorityUserId !== user.id &&
    // A member who is not among the first may be among the others.
    (count === undefined || all !== undefined) &&
    !known.some(({ userId }) => userId === user.id)
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
          })}{' '}
          {count !== undefined && (
            <Button size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? texts.fewerAcknowledged : texts.allAcknowledged(count)}
            </Button>
          )}
        </p>
      )}
      {confirmable.length > 0 && (
        <Button
          size="small"
          variant="primary"
          className="mr-2"
          busy={confirming.isPending}
          onClick={() => confirming.mutate(confirmable)}
        >
          <UserRoundCheck className="size-4" aria-hidden="true" />
          {reviewTexts.confirm(confirmable.length)}
        </Button>
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
      <FailureNotice failure={acknowledging.error ?? confirming.error ?? error} />
    </div>
  )
}
