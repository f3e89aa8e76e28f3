import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { healthNames, statusNames } from '../../data/display-names.ts'
import { kindOf, type StoneKind, stoneCountsOf, stoneKinds } from './stones-below.ts'
import { texts } from './texts.ts'

type Parent = Pick<GoalSummary, 'status' | 'health'> & { rollup: NonNullable<GoalSummary['rollup']> }

/** Says in words what the cairn of a goal with goals below it shows. */
export function describeParentCairn(goal: Parent): string {
  const counts = stoneCountsOf(goal.rollup)
  // What presses most is said first.
  const counted = stoneKinds
    .filter((kind) => counts[kind] > 0)
    .toReversed()
    .map((kind) => texts.times(counts[kind], nameOf(kind)))
  return texts.below(goal.rollup.descendants, counted, nameOf(kindOf(goal)))
}

function nameOf(kind: StoneKind): string {
  return kind === 'completed' || kind === 'paused' ? statusNames[kind] : healthNames[kind]
}
