import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { MessageSquarePlus } from 'lucide-react'
import { useSingleKeys } from '../../../help/shortcuts/single-keys.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useMayWrite } from '../../data/authority.ts'
import { texts } from './texts.ts'

type ReportButtonProps<Goal> = { goal: Goal; onReport: (goal: Goal) => void }

/** Reports on the goal of a row. It is there when the row is pointed at or has the focus; on phones, the selection has it. */
export function ReportButton<Goal extends Pick<GoalSummary, 'title' | 'ownerUserId'>>({
  goal,
  onReport,
}: ReportButtonProps<Goal>) {
  const mayWrite = useMayWrite(goal)
  // `s` reaches it from the row, and a list has enough tab stops.
  const hasKey = useSingleKeys()
  if (!mayWrite) return null
  return (
    <IconButton
      label={texts.reportOn(goal.title)}
      data-report
      tabIndex={hasKey ? -1 : 0}
      onClick={() => onReport(goal)}
      className="absolute right-1.5 z-10 bg-sunken opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 hover:bg-surface pointer-coarse:opacity-100 max-lg:hidden print:hidden"
    >
      <MessageSquarePlus className="size-4" aria-hidden="true" />
    </IconButton>
  )
}
