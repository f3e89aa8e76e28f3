import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useState } from 'react'
import { describeFailure } from '../../../data/api/failures/failures.ts'
import { useHold } from '../../../data/live/hold.ts'
import { offerUndo } from '../../../data/undo/offer-undo.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { texts } from './texts.ts'
import { useDecide } from './use-decide.ts'

/** Lets the reviewer of a goal decide whether it needs a second person, also without the right to edit the goal. */
export function VerificationControl({ goal: { id, verification } }: { goal: Goal }) {
  const decide = useDecide(id)
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  useHold(isConfirming)
  const isRequired = verification === 'other_person'

  async function switchOff(): Promise<void> {
    await decide({ verification: 'none' })
    offerUndo(texts.isOff, () => void switchOn())
  }

  async function switchOn(): Promise<void> {
    setBusy(true)
    try {
      await decide({ verification: 'other_person' })
      toast.success(texts.isOn)
    } catch (error) {
      toast.error(describeFailure(error).sentence)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        size="small"
        className="print:hidden"
        busy={busy}
        onClick={() => (isRequired ? setConfirming(true) : void switchOn())}
      >
        {isRequired ? texts.switchOff : texts.switchOn}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={texts.off.title}
        action={texts.switchOff}
        onConfirm={switchOff}
      >
        <p>{texts.off.text}</p>
      </ConfirmDialog>
    </>
  )
}
