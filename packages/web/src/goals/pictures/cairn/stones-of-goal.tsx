import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { Cairn } from './cairn.tsx'
import { ParentCairn } from './parent-cairn.tsx'

type StonesOfGoalProps = {
  goal: Pick<GoalSummary, 'status' | 'health' | 'revision' | 'recentHealth' | 'rollup'>
  className?: string
}

/** Whether a goal has a picture: reports, or goals below it. */
export const hasStones = ({ revision, rollup }: Pick<GoalSummary, 'revision' | 'rollup'>): boolean =>
  revision > 1 || rollup !== null

/** The picture of a goal in a list: a stone for each report, or of a goal with goals below it, for each of them. */
export function StonesOfGoal({ goal, ...rest }: StonesOfGoalProps) {
  const { rollup, revision, recentHealth } = goal
  if (rollup) return <ParentCairn goal={{ ...goal, rollup }} {...rest} />
  return <Cairn count={revision - 1} recent={recentHealth} {...rest} />
}
