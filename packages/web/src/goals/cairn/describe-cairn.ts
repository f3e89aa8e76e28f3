import { type GoalHealth, goalHealths } from '@cairn/contract/goals/goal-words'
import { formatNumber } from '../../time/format.ts'
import { healthNames } from '../display-names.ts'

/**
 * Says in words what a cairn shows.
 *
 * @param count  All reports of the goal.
 * @param recent  The health after each of the latest ones, oldest first.
 */
export function describeCairn(count: number, recent: readonly (GoalHealth | null)[]): string {
  if (count === 0) return 'No reports yet'
  const reports = count === 1 ? '1 report' : `${formatNumber(count)} reports`
  const latest = recent.at(-1)
  if (latest === undefined) return reports
  if (recent.length === 1) return `${reports}: ${nameOf(latest)}`
  const counted = [...goalHealths, null].flatMap((health) => {
    const times = recent.filter((one) => one === health).length
    return times > 0 ? [`${formatNumber(times)} ${nameOf(health)}`] : []
  })
  const of = recent.length === count ? '' : `of the last ${formatNumber(recent.length)}, `
  return `${reports}: ${of}${counted.join(', ')}. The latest: ${nameOf(latest)}`
}

function nameOf(health: GoalHealth | null): string {
  return (health ? healthNames[health] : healthNames.none).toLowerCase()
}
