import type { NamedActor } from '@cairn/contract/schemas/actors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { useHold } from '../../data/live/hold.ts'
import { fill } from '../../language/fill.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { texts } from './texts.ts'
import { reloadWork } from './work-queries.ts'
import { workerName } from './worker.tsx'

type TakeBackProps = {
  goal: { id: string; title: string }
  holder: NamedActor
  /** Whether the title of the goal is not on the page around it, so that the button names it. */
  isInList?: boolean
}

/** A button that asks, and then ends the claim of somebody on a goal. */
export function TakeBack({ goal, holder, isInList = false }: TakeBackProps) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  useHold(isConfirming)

  async function takeBack(): Promise<void> {
    await api.releaseGoalClaim({ params: { goalId: goal.id }, query: {} })
    toast.success(texts.takeBack.done)
    await reloadWork(queryClient, organization.id)
  }

  return (
    <>
      <Button
        size="small"
        aria-label={isInList ? texts.takeBack.one(goal.title) : undefined}
        onClick={() => setIsConfirming(true)}
      >
        {texts.takeBack.name}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.takeBack.question}
        action={texts.takeBack.name}
        onConfirm={takeBack}
      >
        <p>
          {fill(texts.takeBack.consequence, {
            who: (
              <strong className="font-semibold text-ink wrap-anywhere">
                <bdi>{workerName(holder).name}</bdi>
              </strong>
            ),
          })}
        </p>
      </ConfirmDialog>
    </>
  )
}
