import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { fill } from '../../language/fill.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { textLinkClass } from '../../ui/front-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { goalsKey, labelsKey, labelsQuery, listGoalSummaries } from '../data/queries.ts'
import { LabelDot } from './label-chip.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { countedGoals, describeLabelUse, findLabelUse } from './label-use.ts'
import { texts } from './texts.ts'

/** The goals that use a label. Never cached, because deleting a label depends on it. */
function labelUseQuery(organizationId: string, labelId: string) {
  return queryOptions({
    queryKey: [...goalsKey(organizationId), 'label', labelId],
    staleTime: 0,
    queryFn: () => findLabelUse((cursor) => listGoalSummaries({ labelId }, { limit: countedGoals, cursor })),
  })
}

const shownGoals = 5

/** Deletes a label. If goals use it, the dialog lists them instead of offering to delete it. */
function DeleteLabelDialog({ label, onClose }: { label: GoalLabel; onClose: () => void }) {
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

type Activity = { kind: 'none' | 'creating' } | { kind: 'changing' | 'deleting'; label: GoalLabel }

export function LabelsPage() {
  const organization = useActiveOrganization()
  const { data: labels, error, refetch } = useQuery(labelsQuery(organization.id))
  const [activity, setActivity] = useState<Activity>({ kind: 'none' })
  const stop = () => setActivity({ kind: 'none' })
  const create = (
    <Button variant="primary" onClick={() => setActivity({ kind: 'creating' })}>
      <Plus className="size-4.5" aria-hidden="true" />
      {texts.newLabel}
    </Button>
  )
  return (
    <Page title={texts.title} intro={texts.intro} actions={labels && labels.length > 0 && create}>
      {error && !labels && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!labels && !error && <ListSkeleton label={texts.loading} />}
      {labels?.length === 0 && (
        <Empty title={texts.none.title} actions={create}>
          {texts.none.text}
        </Empty>
      )}
      {labels && labels.length > 0 && (
        <ul
          aria-label={texts.title}
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {labels.map((label) => (
            <li key={label.id} className="flex items-start gap-3.5 px-4 py-3.5 sm:px-5">
              <LabelDot color={label.color} className="mt-1.5 size-3.5!" />
              <div className="min-w-0 flex-1">
                <Link
                  to="/goals"
                  search={{ labelId: [label.id] }}
                  className="rounded font-medium hover:underline"
                >
                  {label.name}
                </Link>
                {label.description && <p className="text-sm text-ink-faint">{label.description}</p>}
              </div>
              <div className="-my-1.5 flex">
                <IconButton
                  label={texts.editOne(label.name)}
                  onClick={() => setActivity({ kind: 'changing', label })}
                >
                  <Pencil className="size-4.5" aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={texts.deleteOne(label.name)}
                  onClick={() => setActivity({ kind: 'deleting', label })}
                >
                  <Trash2 className="size-4.5" aria-hidden="true" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      <LabelDialog open={activity.kind === 'creating'} onClose={stop} />
      <LabelDialog
        open={activity.kind === 'changing'}
        label={activity.kind === 'changing' ? activity.label : undefined}
        onClose={stop}
      />
      {activity.kind === 'deleting' && <DeleteLabelDialog label={activity.label} onClose={stop} />}
    </Page>
  )
}
