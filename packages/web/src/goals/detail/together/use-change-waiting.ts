import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { whenOnline } from '../../../app/hooks/when-online.ts'
import { describeFailure } from '../../../data/api/failures/failures.ts'
import { offerUndo } from '../../../data/undo/offer-undo.ts'
import { toast } from '../../../ui/toast.ts'
import { reloadGoals } from '../../data/queries.ts'
import type { FoundGoal } from '../../data/use-found-goals.ts'
import type { Change } from '../../list/bulk/change-goals.ts'
import { texts } from './texts.ts'

// Most visits only read.
const load = whenOnline(() => import('../../list/bulk/change-goals.ts'))

/** Lets other goals wait for a goal, or wait no longer, with Undo. */
export function useChangeWaiting(goal: Pick<Goal, 'id' | 'title'>) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()

  async function save(waiting: FoundGoal, kind: 'waitFor' | 'stopWaitingFor', text: string): Promise<void> {
    const { changeGoals, undoChange, [kind]: changeFor } = await load()
    const change: Change = changeFor(goal.id)
    const outcome = await changeGoals([waiting], change)
    const [failure] = outcome.failures
    if (failure) toast.error(texts.notSaved(waiting.title, describeFailure(failure.error).sentence))
    else offerUndo(text, () => void undo())
    await reloadGoals(queryClient, organization.id)

    async function undo(): Promise<void> {
      const { failures } = await undoChange(outcome, change)
      const [left] = failures
      if (left) toast.error(texts.notSaved(waiting.title, describeFailure(left.error).sentence))
      else toast(texts.undone)
      await reloadGoals(queryClient, organization.id)
    }
  }

  return {
    add: (waiting: FoundGoal) => void save(waiting, 'waitFor', texts.waits(waiting.title, goal.title)),
    remove: (waiting: FoundGoal) =>
      void save(waiting, 'stopWaitingFor', texts.waitsNoLonger(waiting.title, goal.title)),
  }
}
