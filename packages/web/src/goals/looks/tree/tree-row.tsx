import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { formatNumber } from '../../../presentation/time/format.ts'
import { cn } from '../../../ui/cn.ts'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'
import { healthNames } from '../../data/display-names.ts'
import { StateIcon } from '../../pictures/badges.tsx'
import { hasStones, StonesOfGoal } from '../../pictures/cairn/stones-of-goal.tsx'
import { Due } from '../../pictures/due.tsx'
import { describeHealths, HealthBar, worstOf } from '../../pictures/health-bar.tsx'
import { Working } from '../../work/worker.tsx'
import type { TreeNode } from './build-tree.ts'
import { RowMenu, type TreeActions } from './row-menu.tsx'
import { texts } from './texts.ts'

/** The columns of a wide window. Fixed widths, so that rows align although the browser lays them out one by one. */
export const columns =
  'xl:grid-cols-[minmax(0,1fr)_clamp(6rem,25vw_-_14rem,14rem)_3.75rem_8.5rem_7.25rem_6.5rem_2.25rem] xl:gap-x-3 xl:pl-3 xl:pr-1.5 min-[110rem]:gap-x-6'

type TreeRowProps = {
  node: TreeNode
  /** Undefined if the filters leave the goal out. */
  owner: string | undefined
  mayWrite: boolean
  isFolded: boolean
  /** The row that Tab reaches. */
  isCurrent: boolean
  isDropTarget: boolean
  actions: TreeActions
}

/** A goal of a tree. Only rows that change are drawn again, so that folding is quick among hundreds. */
export const TreeRow = memo(function TreeRow({
  node,
  owner,
  mayWrite,
  isFolded,
  isCurrent,
  isDropTarget,
  actions,
}: TreeRowProps) {
  const { id, title, goal, children, level, position, siblings } = node
  return (
    <div
      role="treeitem"
      tabIndex={isCurrent ? 0 : -1}
      data-row
      data-id={id}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      {...(children.length > 0 && { 'aria-expanded': !isFolded })}
      draggable={mayWrite}
      className={cn(
        'group/line line-lazy-72 relative grid grid-cols-[minmax(0,1fr)_2.25rem] items-center gap-x-2 border-b border-line py-1.5 pl-2 text-[0.9375rem] last:border-b-0 hover:bg-sunken focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent xl:line-lazy-31 xl:min-h-10 xl:py-1',
        columns,
        isDropTarget && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <div
        className="flex min-w-0 items-center gap-1.5 pl-[calc((var(--level)-1)*0.75rem)] sm:pl-[calc((var(--level)-1)*1.375rem)]"
        style={{ '--level': level } as React.CSSProperties}
      >
        {children.length > 0 ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={isFolded ? texts.unfold(title) : texts.fold(title)}
            onClick={() => actions.onFold(id, !isFolded)}
            className="relative z-10 inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-line hover:text-ink sm:size-7 print:invisible"
          >
            <ChevronRight
              className={cn('size-4 transition-transform', !isFolded && 'rotate-90')}
              aria-hidden="true"
            />
          </button>
        ) : (
          <span className="w-8 shrink-0 sm:w-7" />
        )}
        {goal && <StateIcon status={goal.status} health={goal.health} />}
        <Link
          to="/goals/$goalId"
          params={{ goalId: id }}
          tabIndex={-1}
          title={title}
          className={cn(
            'min-w-0 after:absolute after:inset-0',
            goal ? 'font-medium' : 'text-ink-faint italic',
          )}
        >
          {!goal && <span className="sr-only">{texts.leftOut}</span>}
          <bdi className="line-clamp-2 wrap-anywhere">{title}</bdi>
        </Link>
      </div>
      {goal && (
        <Cells
          goal={goal}
          owner={owner}
          mayWrite={mayWrite}
          isCurrent={isCurrent}
          level={level}
          actions={actions}
        />
      )}
    </div>
  )
})

type CellsProps = Pick<TreeRowProps, 'owner' | 'mayWrite' | 'isCurrent' | 'actions'> & {
  goal: GoalSummary
  level: number
}

function Cells({ goal, owner, mayWrite, isCurrent, level, actions }: CellsProps) {
  return (
    <>
      <div
        className="col-span-2 row-start-2 flex flex-wrap items-center gap-x-3.5 gap-y-1 pb-1 pl-[calc((var(--level)-1)*0.75rem+2.25rem)] text-sm text-ink-faint sm:pl-[calc((var(--level)-1)*1.375rem+2rem)] xl:contents"
        style={{ '--level': level } as React.CSSProperties}
      >
        <div className="contents min-w-0 xl:flex xl:flex-col">
          <div title={owner} className="min-w-0 truncate text-sm">
            {owner}
          </div>
          <Working claim={goal.claim} />
        </div>
        <div className={cn('flex', !hasStones(goal) && 'max-xl:hidden')}>
          {hasStones(goal) && <StonesOfGoal goal={goal} />}
        </div>
        <div className={cn('text-sm', !goal.rollup && 'max-xl:hidden')}>
          {goal.rollup && <Below rollup={goal.rollup} />}
        </div>
        <div className="text-sm empty:max-xl:hidden">
          <Progress goal={goal} />
        </div>
        <div className="min-w-0 text-sm">
          <Due goal={goal} />
        </div>
      </div>
      <div className="col-start-2 row-start-1 flex justify-end xl:col-start-7">
        <RowMenu goal={goal} mayWrite={mayWrite} isCurrent={isCurrent} level={level} actions={actions} />
      </div>
    </>
  )
}

/** The goals below: how many, how they are, and the worst of them. */
function Below({ rollup }: { rollup: NonNullable<GoalSummary['rollup']> }) {
  const { descendants, byHealth } = rollup
  const worst = worstOf(byHealth)
  const words = texts.below(descendants, describeHealths(byHealth))
  return (
    <span title={words} className="relative z-10 flex items-center gap-1.5">
      {worst && (
        <span title={texts.worst(healthNames[worst])} className="flex [&_svg]:size-4">
          <StateIcon status="active" health={worst === 'none' ? null : worst} />
        </span>
      )}
      <HealthBar counts={byHealth} className="h-2 w-14" />
      <span aria-hidden="true" className="tabular-nums">
        {formatNumber(descendants)}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** Of a goal with goals below it, their roll-up; otherwise its own progress. */
function Progress({ goal }: { goal: GoalSummary }) {
  const share = goal.rollup ? goal.rollup.progress : goal.progress
  if (share === null) return null
  return (
    <span title={goal.rollup ? texts.rollup.replace(/: $/, '') : undefined} className="relative z-10 flex">
      <span className="sr-only">{goal.rollup ? texts.rollup : texts.own}</span>
      <ProgressBar share={share} />
    </span>
  )
}
