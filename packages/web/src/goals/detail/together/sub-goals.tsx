import { rankGoals } from '@cairn/contract/goals/rank-goals'
import { maximumAncestors } from '@cairn/contract/goals/relation-limits'
import type { Goal, GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { Link } from '@tanstack/react-router'
import { ListTree, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useOnDemand } from '../../../app/hooks/use-on-demand.ts'
import { useHold } from '../../../data/live/hold.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { SectionTitle } from '../../../ui/page.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'
import { TextSkeleton } from '../../../ui/states/skeleton.tsx'
import { isOpen } from '../../data/is-open.ts'
import { hasStones, StonesOfGoal } from '../../pictures/cairn/stones-of-goal.tsx'
import { Due } from '../../pictures/due.tsx'
import { GoalLines, RelatedGoal } from './related-goal.tsx'
import { texts } from './texts.ts'
import { useSubGoals } from './together-queries.ts'

/** More would hide what comes below. */
const shownAtFirst = 8

const loadAdding = async () => (await import('./add-sub-goal.tsx')).AddSubGoal

/** The goals directly below, open ones first, the most pressing on top. Anybody may add one, because it is theirs. */
export function SubGoals({ goal }: { goal: Goal }) {
  const { data, error, refetch } = useSubGoals(goal)
  const adding = useOnDemand(loadAdding)
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  useHold(isAdding)
  const { part: AddSubGoal } = adding
  const mayHaveMore = goal.ancestors.length < maximumAncestors
  const isParent = goal.rollup !== null || (data?.goals.length ?? 0) > 0
  if (!isParent && !mayHaveMore) return null

  const sorted = inOrder(data?.goals ?? [])
  const button = mayHaveMore && !(isAdding && AddSubGoal) && (
    <Button
      ref={addButton}
      size="small"
      onPointerEnter={adding.preload}
      onFocus={adding.preload}
      onClick={() => void adding.open(() => setAdding(true))}
      data-shortcut="a"
      className="print:hidden"
    >
      <Plus className="size-4" aria-hidden="true" />
      {texts.add}
    </Button>
  )
  return (
    <section aria-labelledby={isParent ? 'sub-goals' : undefined} className="space-y-3">
      {isParent && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <SectionTitle id="sub-goals">{texts.subGoals}</SectionTitle>
          <Link
            to="/goals"
            search={{ look: 'tree', below: goal.id }}
            className={buttonClass({ variant: 'quiet', size: 'small' }, 'print:hidden')}
          >
            <ListTree className="size-4" aria-hidden="true" />
            {texts.inTree}
          </Link>
        </div>
      )}
      {isParent && !data && !error && <TextSkeleton />}
      {isParent && !data && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {sorted.length > 0 && <Lines goals={sorted} />}
      {isAdding && AddSubGoal && (
        <AddSubGoal
          parent={goal}
          onClose={() => {
            flushSync(() => setAdding(false))
            addButton.current?.focus()
          }}
        />
      )}
      {button}
      <FailureNotice failure={adding.failure} />
    </section>
  )
}

function inOrder(goals: readonly GoalSummary[]): GoalSummary[] {
  const ranked = rankGoals(goals)
  return [...ranked.filter(isOpen), ...ranked.filter((goal) => !isOpen(goal))]
}

function Lines({ goals }: { goals: readonly GoalSummary[] }) {
  const [isWhole, setWhole] = useState(false)
  // Nobody has to press a button for one more.
  const shown = isWhole || goals.length === shownAtFirst + 1 ? goals : goals.slice(0, shownAtFirst)
  return (
    <>
      <GoalLines label={texts.subGoals}>
        {shown.map((goal) => (
          <RelatedGoal key={goal.id} goal={goal}>
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1 pr-1.5 text-sm text-ink-faint md:grid md:grid-cols-[3.75rem_6.75rem_6.25rem] md:gap-x-3">
              {hasStones(goal) ? <StonesOfGoal goal={goal} /> : <span className="max-md:hidden" />}
              <Progress goal={goal} />
              <Due goal={goal} />
            </span>
          </RelatedGoal>
        ))}
      </GoalLines>
      {shown.length < goals.length && (
        <Button size="small" variant="quiet" onClick={() => setWhole(true)} className="mr-2">
          {texts.more(goals.length - shown.length)}
        </Button>
      )}
    </>
  )
}

function Progress({ goal: { rollup, progress } }: { goal: GoalSummary }) {
  const share = rollup ? rollup.progress : progress
  return share === null ? <span className="max-md:hidden" /> : <ProgressBar share={share} />
}
