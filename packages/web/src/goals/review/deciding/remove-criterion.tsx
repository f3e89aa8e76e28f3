import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useState } from 'react'
import { useHold } from '../../../data/live/hold.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { texts } from './texts.ts'
import { useDecide } from './use-decide.ts'

type RemoveCriterionProps = { goal: Goal; criterion: Goal['criteria'][number] }

/** Lets a reviewer who may not edit the goal remove a criterion that a second person would have to confirm. */
export function RemoveCriterion({ goal, criterion: { id, title } }: RemoveCriterionProps) {
  const decide = useDecide(goal.id)
  const [isConfirming, setConfirming] = useState(false)
  useHold(isConfirming)

  async function remove(): Promise<void> {
    const left = goal.criteria.filter((criterion) => criterion.id !== id)
    await decide({
      // The whole list is sent, so it must be the one on the page.
      expectedVersion: goal.version,
      criteria: left.map((criterion) => ({
        id: criterion.id,
        title: criterion.title,
        description: criterion.description,
      })),
    })
    toast.success(texts.removed)
  }

  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className="-ml-3 print:hidden"
        aria-label={texts.removeOne(title)}
        onClick={() => setConfirming(true)}
      >
        {texts.remove}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={texts.removing.title}
        action={texts.remove}
        onConfirm={remove}
      >
        <p>
          <strong className="font-semibold text-ink wrap-anywhere">
            <bdi>{title}</bdi>
          </strong>
        </p>
        <p>{texts.removing.text}</p>
      </ConfirmDialog>
    </>
  )
}
