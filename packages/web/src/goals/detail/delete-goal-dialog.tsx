import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { goalHistoryQuery, goalQuery, reloadGoals } from '../data/queries.ts'
import { texts } from './texts.ts'

type DeleteGoalDialogProps = { goal: Goal; open: boolean; onClose: () => void }

export function DeleteGoalDialog({ goal, open, onClose }: DeleteGoalDialogProps) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const router = useRouter()
  const reports = goal.revision - 1
  const hasSubGoals = goal.rollup !== null

  async function remove(): Promise<void> {
    try {
      await api.deleteGoal({ params: { goalId: goal.id } })
    } catch (error) {
      // Already deleted: by someone else, or by an earlier attempt whose response was lost.
      if (!isApiError(error, 'goal_not_found')) throw error
    }
    await router.navigate({ to: '/goals', replace: true })
    queryClient.removeQueries({ queryKey: goalQuery(organization.id, goal.id).queryKey })
    queryClient.removeQueries({ queryKey: goalHistoryQuery(organization.id, goal.id).queryKey })
    void reloadGoals(queryClient, organization.id)
    toast.success(texts.deleting.done)
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={texts.deleting.title}
      action={hasSubGoals ? undefined : texts.deleting.action}
      onConfirm={remove}
    >
      <p>
        <strong className="font-semibold">{goal.title}</strong>
      </p>
      <p>
        {hasSubGoals ? texts.deleting.hasSubGoals(goal.rollup?.children ?? 0) : texts.deleting.text(reports)}
      </p>
    </ConfirmDialog>
  )
}
