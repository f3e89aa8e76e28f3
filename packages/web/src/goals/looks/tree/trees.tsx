import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { useMemo } from 'react'
import { usePeople } from '../../data/people.ts'
import { useMoved } from '../../editing/move/moves.ts'
import { groupGoals, sortGoals } from '../../list/arrange-goals.ts'
import { GoalGroupSection } from '../../list/goal-group-section.tsx'
import { type GoalsSearch, isFiltered } from '../../list/goals-search.ts'
import { texts } from '../../list/texts.ts'
import { useFolds } from './folds.ts'
import { Tree } from './tree.tsx'

type TreesProps = { goals: readonly GoalSummary[]; search: GoalsSearch }

/** One tree, or one for each group, with the goals above those of the group in gray. */
export function Trees({ goals, search }: TreesProps) {
  const { nameOf } = usePeople()
  const { group: grouping, sort } = search
  const folds = useFolds(isFiltered(search))
  const moved = useMoved(goals)
  const sorted = useMemo(() => sortGoals(moved, sort), [moved, sort])
  if (grouping === undefined) return <Tree name={texts.title} goals={sorted} folds={folds} />
  return (
    <div className="space-y-6">
      {groupGoals(sorted, grouping, { nameOf }).map((group) => (
        <GoalGroupSection key={group.key} group={group}>
          <Tree name={group.name} goals={group.goals} folds={folds} />
        </GoalGroupSection>
      ))}
    </div>
  )
}
