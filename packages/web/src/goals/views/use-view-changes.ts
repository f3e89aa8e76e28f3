import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { describeFailure, isApiError } from '../../data/api/failures/failures.ts'
import { toast } from '../../ui/toast.ts'
import { goalViewsQuery } from './goal-views-query.ts'
import { texts } from './texts.ts'

/** Changes of the saved views on the page, before the service has answered. */
export function useViewChanges() {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const { queryKey } = goalViewsQuery(organization.id)

  /** Puts a view into the list, or takes the one with this id out of it. Requests that are under way do not know it. */
  function put(id: string, view?: GoalView): void {
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (views = []) => [
      ...views.filter((one) => one.id !== id),
      ...(view ? [view] : []),
    ])
  }

  const reload = () => void queryClient.invalidateQueries({ queryKey })

  /** Shows the change at once, and takes it back if the service refuses it. */
  async function change(
    view: GoalView,
    body: Partial<Pick<GoalView, 'query' | 'isShared'>>,
    done: string,
  ): Promise<void> {
    put(view.id, { ...view, ...body })
    try {
      const { goalView } = await api.updateGoalView({ params: { goalViewId: view.id }, body })
      put(view.id, goalView)
      toast.success(done)
    } catch (error) {
      put(view.id, view)
      toast.error(describeFailure(error).sentence)
      reload()
    }
  }

  /** @throws if the view could not be deleted. Somebody else may have deleted it. */
  async function remove({ id }: GoalView): Promise<void> {
    try {
      await api.deleteGoalView({ params: { goalViewId: id } })
    } catch (error) {
      if (!isApiError(error, 'goal_view_not_found')) throw error
    }
    put(id)
    toast.success(texts.done.removed)
  }

  return { put, change, remove }
}
