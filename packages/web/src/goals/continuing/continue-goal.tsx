import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { FastForward } from 'lucide-react'
import { useState } from 'react'
import { useOnDemand } from '../../app/hooks/use-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { useMayWrite } from '../data/authority.ts'
import { texts } from './texts.ts'

const loadDialog = async () => (await import('./dialog/continue-dialog.tsx')).ContinueDialog

const isCompleted = ({ status }: Goal) => status === 'completed'
const isOverdue = ({ attention }: Goal) => attention.includes('overdue')

/** Whether the page offers to continue a goal in a notice: it has ended, and nothing continues it. */
function isSuggested(goal: Goal): boolean {
  return (isCompleted(goal) || isOverdue(goal)) && (goal.continuedByGoalIds ?? []).length === 0
}

/** Offers to continue a goal that has ended. */
export function ContinueSuggestion({ goal }: { goal: Goal }) {
  const mayWrite = useMayWrite(goal)
  if (!mayWrite || !isSuggested(goal)) return null
  return (
    <Notice tone="info" live={false} actions={<ContinueButton goal={goal} />}>
      {isCompleted(goal) ? texts.suggestCompleted : texts.suggestOverdue}
    </Notice>
  )
}

/** Continues a goal at any other time. */
export function ContinueGoal({ goal }: { goal: Goal }) {
  const mayWrite = useMayWrite(goal)
  return mayWrite && !isSuggested(goal) ? <ContinueButton goal={goal} /> : null
}

function ContinueButton({ goal }: { goal: Goal }) {
  const [isOpen, setOpen] = useState(false)
  const dialog = useOnDemand(loadDialog)
  const { part: ContinueDialog } = dialog
  return (
    <>
      <Button
        size="small"
        className="print:hidden"
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={() => void dialog.open(() => setOpen(true))}
      >
        <FastForward className="size-4" aria-hidden="true" />
        {texts.continue}
      </Button>
      <FailureNotice failure={dialog.failure} />
      {ContinueDialog && isOpen && <ContinueDialog goal={goal} onClose={() => setOpen(false)} />}
    </>
  )
}
