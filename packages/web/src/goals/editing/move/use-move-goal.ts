import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { describeFailure } from '../../../data/api/failures/failures.ts'
import { offerUndo } from '../../../data/undo/offer-undo.ts'
import { toast } from '../../../ui/toast.ts'
import { goalsKey, reloadGoals } from '../../data/queries.ts'
import { changeGoals, moveUnder, undoChange } from '../../list/bulk/change-goals.ts'
import { texts } from './texts.ts'
import { type Parent, withParent } from './with-parent.ts'

type Pages = InfiniteData<{ goals: GoalSummary[] }>
type Whole = { goals: GoalSummary[] }

/** Moves a goal below another one, or with null to the top: at once on the page, and in the background in the service. Undo moves it back. */
export function useMoveGoal(): (goal: GoalSummary, parent: Parent | null) => void {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const key = goalsKey(organization.id)

  function show(movedId: string, parent: Parent | null): void {
    queryClient.setQueriesData<Whole>(
      { queryKey: [...key, 'whole'] },
      (list) => list && { ...list, goals: withParent(list.goals, movedId, parent) },
    )
    queryClient.setQueriesData<Pages>(
      { queryKey: [...key, 'pages'] },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({ ...page, goals: withParent(page.goals, movedId, parent) })),
        },
    )
  }

  async function move(goal: GoalSummary, parent: Parent | null): Promise<void> {
    const change = moveUnder(parent?.id ?? null)
    show(goal.id, parent)
    const outcome = await changeGoals([goal], change)
    const [failure] = outcome.failures
    if (failure) toast.error(texts.notMoved(goal.title, describeFailure(failure.error).sentence))
    else {
      offerUndo(parent ? texts.moved(goal.title, parent.title) : texts.movedToTop(goal.title), () => {
        void undo()
      })
    }
    await reloadGoals(queryClient, organization.id)

    async function undo(): Promise<void> {
      const { failures } = await undoChange(outcome, change)
      const [left] = failures
      if (left) toast.error(texts.notMoved(goal.title, describeFailure(left.error).sentence))
      else toast(texts.movedBack(goal.title))
      await reloadGoals(queryClient, organization.id)
    }
  }

  return (goal, parent) => void move(goal, parent)
}
