import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { GoalPicker } from '../goal-picker/goal-picker.tsx'
import { canBeParentOf } from '../goal-picker/relatives.ts'
import { texts } from './texts.ts'
import type { Parent } from './with-parent.ts'

type MoveDialogProps = {
  goal: GoalSummary
  onMove: (goal: GoalSummary, parent: Parent | null) => void
  onClose: () => void
}

/** Finds the goal under which another one is moved: the same as dragging it there. */
export function MoveDialog({ goal, onMove, onClose }: MoveDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={texts.title(goal.title)}>
      <GoalPicker
        none={texts.toTop}
        selected={goal.parentGoalId}
        isOffered={(other) => canBeParentOf(other, goal)}
        onChoose={(parent) => {
          onClose()
          if ((parent?.id ?? null) !== goal.parentGoalId) onMove(goal, parent)
        }}
      />
    </Dialog>
  )
}
