import type { GoalRollup, GoalSummary } from '@cairn/client'
import { oneLine } from '../../output/escape.ts'
import { dueOf, ownerName, percentOf, spaced, stateOf } from '../../output/words.ts'
import type { People } from '../../people.ts'

/** A goal in a list. */
export const rowOf = (goal: GoalSummary, people: People) => [
  oneLine(goal.id),
  stateOf(goal),
  goal.attention.map(spaced).join(', ') || '–',
  dueOf(goal.timeframe),
  ownerName(goal.ownerUserId, people),
  oneLine(goal.title),
]

/** The place of the words that were searched, such as `report: … the printer was slow`; empty for those of the title, which is there. */
export const matchText = ({ match }: Pick<GoalSummary, 'match'>): string =>
  match === undefined || match.where === 'title' ? '' : oneLine(`${match.where}: ${match.text}`)

/** Whether a goal waits for another one that is not finished. */
export const isBlocked = ({ blockedBy }: Pick<GoalSummary, 'blockedBy'>): boolean =>
  blockedBy.some(({ status }) => status === 'active' || status === 'paused')

/** The sum of the goals below one, such as `3 of 7 completed, 40 %, 1 off track`. */
export function rollupWords({ descendants, byStatus, byHealth, progress }: GoalRollup): string {
  return [
    `${byStatus.completed} of ${descendants} completed`,
    ...(progress === null ? [] : [percentOf(progress)]),
    ...(byHealth.off_track > 0 ? [`${byHealth.off_track} off track`] : []),
    ...(byHealth.at_risk > 0 ? [`${byHealth.at_risk} at risk`] : []),
  ].join(', ')
}
