import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { fill } from '../../language/fill.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { textLinkClass } from '../../ui/front-page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { labelsKey } from '../data/queries.ts'
import { describeLabelUse } from './label-use.ts'
import { labelUseQuery } from './label-use-query.ts'
import { texts } from './texts.ts'

const shownGoals = 5

/** Deletes a label. If goals use it, the dialog lists them instead of offering to delete it. */
export function DeleteLabelDialog({ label, onClose }: { label: GoalLabel; onClose: () => void }) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const {
    data: use,
    error,
    isFetchedAfterMount,
    refetch,
  } = useQuery(labelUseQuery(organization.id, label.id))
  // Cached data may be out of date.
  const isKnown = use !== undefined && isFetchedAfterMount && !error
  const isUsed = isKnown && use.goals.length > 0

  async function remove(): Promise<void> {
    try {
      await api.deleteGoalLabel({ params: { labelId: label.id } })
    } catch (failure) {
      // Someone has added it to a goal since.
      if (isApiError(failure, 'goal_label_in_use')) await refetch()
      // Someone else has already deleted it.
      if (!isApiError(failure, 'goal_label_not_found')) throw failure
    }
    await queryClient.invalidateQueries({ queryKey: labelsKey(organization.id) })
    toast.success(texts.deletion.done)
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isUsed ? texts.deletion.inUse : texts.deletion.question}
      action={isKnown && !isUsed ? texts.deletion.action : undefined}
      cancel={isUsed ? texts.deletion.close : texts.deletion.cancel}
      alternative={
        isUsed && (
          <Link to="/goals" search={{ labelId: [label.id] }} className={buttonClass({ variant: 'primary' })}>
            {texts.deletion.showGoals}
          </Link>
        )
      }
      onConfirm={remove}
    >
      <p>
        {fill(isUsed ? describeLabelUse(use) : texts.deletion.consequence, {
          label: <strong className="font-semibold text-ink">{label.name}</strong>,
        })}
      </p>
      <FailureNotice failure={error} onRetry={() => void refetch()} />
      {!isKnown && !error && <ListSkeleton rows={1} label={texts.deletion.checking} />}
      {isUsed && (
        <ul aria-label={texts.deletion.goals} className="space-y-1.5">
          {use.goals.slice(0, shownGoals).map(({ id, title }) => (
            <li key={id}>
              <Link to="/goals/$goalId" params={{ goalId: id }} className={textLinkClass}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
