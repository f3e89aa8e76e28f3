import { maximumAncestors } from '@cairn/contract/goals/relation-limits'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { useRouter } from '@tanstack/react-router'
import { ArrowUpToLine, CornerDownRight, Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/dialogs/menu.tsx'
import { texts } from './texts.ts'

export type TreeActions = {
  onFold: (id: string, isFolded: boolean) => void
  onMove: (goal: GoalSummary) => void
  onMoveToTop: (goal: GoalSummary) => void
}

type RowMenuProps = {
  goal: GoalSummary
  mayWrite: boolean
  isCurrent: boolean
  level: number
  actions: TreeActions
}

const buttonClass =
  'relative z-10 inline-flex size-9 items-center justify-center rounded-lg text-ink-faint hover:bg-surface hover:text-ink opacity-0 focus-visible:opacity-100 group-hover/line:opacity-100 group-focus-visible/line:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100 xl:size-8 print:hidden'

/** What can be done with a goal of the tree. The menu itself comes with the first use: of hundreds of rows, few are used. */
export function RowMenu({ goal, mayWrite, isCurrent, level, actions }: RowMenuProps) {
  const router = useRouter()
  const [isUsed, setUsed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const label = texts.actions(goal.title)
  const content = <Ellipsis className="size-4" aria-hidden="true" />
  const canHaveSubGoals = level <= maximumAncestors
  const isTop = goal.parentGoalId === null
  if (!mayWrite && !canHaveSubGoals) return null
  if (!isUsed) {
    return (
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-label={label}
        aria-haspopup="menu"
        className={buttonClass}
        onClick={() => {
          setUsed(true)
          setOpen(true)
        }}
      >
        {content}
      </button>
    )
  }
  return (
    <Menu modal={false} open={isOpen} onOpenChange={setOpen}>
      <MenuTrigger aria-label={label} tabIndex={isCurrent ? 0 : -1} className={buttonClass}>
        {content}
      </MenuTrigger>
      <MenuContent align="end">
        {mayWrite && (
          <MenuItem onSelect={() => actions.onMove(goal)}>
            <CornerDownRight className="size-4 text-ink-faint" aria-hidden="true" />
            {texts.moveUnder}
          </MenuItem>
        )}
        {mayWrite && !isTop && (
          <MenuItem onSelect={() => actions.onMoveToTop(goal)}>
            <ArrowUpToLine className="size-4 text-ink-faint" aria-hidden="true" />
            {texts.moveToTop}
          </MenuItem>
        )}
        {canHaveSubGoals && (
          <MenuItem onSelect={() => void router.navigate({ to: '/goals/new', search: { parent: goal.id } })}>
            <Plus className="size-4 text-ink-faint" aria-hidden="true" />
            {texts.addSubGoal}
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  )
}
