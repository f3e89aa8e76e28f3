import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { usePeople } from '../../data/people.ts'
import { groupGoals } from '../../list/arrange-goals.ts'
import { GoalGroupSection } from '../../list/goal-group-section.tsx'
import type { Grouping } from '../../list/goals-search.ts'
import { texts } from '../../list/texts.ts'
import { Timeline, timelineScale } from './timeline.tsx'

type TimelinesProps = { goals: GoalSummary[]; group: Grouping | undefined }

/** One timeline, or one for each group, all with the same scale. */
export function Timelines({ goals, group: grouping }: TimelinesProps) {
  const { nameOf } = usePeople()
  const scale = timelineScale(goals)
  if (grouping === undefined) return <Timeline name={texts.title} goals={goals} scale={scale} />
  return (
    <div className="space-y-6">
      {groupGoals(goals, grouping, { nameOf }).map((group) => (
        <GoalGroupSection key={group.key} group={group}>
          <Timeline name={group.name} goals={group.goals} scale={scale} />
        </GoalGroupSection>
      ))}
    </div>
  )
}
