import { type GoalHealth, goalHealths } from '@cairn/contract/goals/goal-words'
import { healthNames } from '../../data/display-names.ts'
import { texts } from './texts.ts'

/**
 * Says in words what a cairn shows.
 *
 * @param count  All reports of the goal.
 * @param recent  The health after each of the latest ones, oldest first.
 */
export function describeCairn(count: number, recent: readonly (GoalHealth | null)[]): string {
  if (count === 0) return texts.none
  const reports = texts.reports(count)
  const latest = recent.at(-1)
  if (latest === undefined) return reports
  if (recent.length === 1) return texts.one(reports, nameOf(latest))
  const counted = [...goalHealths, null].flatMap((health) => {
    const times = recent.filter((one) => one === health).length
    return times > 0 ? [texts.times(times, nameOf(health))] : []
  })
  return recent.length === count
    ? texts.all(reports, counted, nameOf(latest))
    : texts.recent(reports, recent.length, counted, nameOf(latest))
}

const nameOf = (health: GoalHealth | null): string => (health ? healthNames[health] : healthNames.none)
