import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { describeFailure } from '../../../data/api/failures/failures.ts'
import { offerUndo } from '../../../data/undo/offer-undo.ts'
import { toast } from '../../../ui/toast.ts'
import { goalsKey, reloadGoals } from '../../data/queries.ts'
import { changeGoals, moveUnder, type Outcome, undoChange } from '../../list/bulk/change-goals.ts'
import { moves } from './moves.ts'
import { texts } from './texts.ts'
import { type Parent, withParent } from './with-parent.ts'

type Pages = InfiniteData<{ goals: GoalSummary[] }>
type Whole = { goals: GoalSummary[] }

/** Moves a goal below another one, or with null to the top: at once on the page, and in the background in the service. Undo moves it back. */
export function useMoveGoal(): (goal: GoalSummary, parent: Parent | null) => void {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const key = goalsKey(organization.id)
  const [whole, pages] = [
    [...key, 'whole'],
    [...key, 'pages'],
  ]

  function show(movedId: string, parent: Parent | null): void {
    // A response that is on its way was read before the move.
    for (const queryKey of [whole, pages]) void queryClient.cancelQueries({ queryKey })
    queryClient.setQueriesData<Whole>(
      { queryKey: whole },
      (list) => list && { ...list, goals: withParent(list.goals, movedId, parent) },
    )
    queryClient.setQueriesData<Pages>(
      { queryKey: pages },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({ ...page, goals: withParent(page.goals, movedId, parent) })),
        },
    )
  }

  /** The list is loaded again after the last of several moves: before, it would show goals where they were. */
  async function save(goalId: string, parent: Parent | null, work: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = await moves.save({ goalId, parent }, work, () => show(goalId, parent))
    if (moves.pending().length === 0) void reloadGoals(queryClient, organization.id)
    return outcome
  }

  async function move(goal: GoalSummary, parent: Parent | null): Promise<void> {
    const change = moveUnder(parent?.id ?? null)
    const outcome = await save(goal.id, parent, () => changeGoals([moves.atLatestVersion(goal)], change))
    const [failure] = outcome.failures
    if (failure) toast.error(texts.notMoved(goal.title, describeFailure(failure.error).sentence))
    else {
      offerUndo(parent ? texts.moved(goal.title, parent.title) : texts.movedToTop(goal.title), () => {
        void undo()
      })
    }

    async function undo(): Promise<void> {
      const { ancestors } = goal
      const above = ancestors.at(-1)
      const before = above ? { ...above, ancestors: ancestors.slice(0, -1) } : null
      const { failures } = await save(goal.id, before, () => undoChange(outcome, change))
      const [left] = failures
      if (left) toast.error(texts.notMoved(goal.title, describeFailure(left.error).sentence))
      else toast(texts.movedBack(goal.title))
    }
  }

  return (goal, parent) => void move(goal, parent)
}
