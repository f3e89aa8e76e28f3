import { ServiceError } from '@cairn/contract/errors'
import {
  type Goal,
  type GoalHealth,
  type GoalStatus,
  statusClearsHealth,
} from '@cairn/contract/schemas/goals'
import { keyOf } from '../database/keys.ts'
import { noOwnerKey } from '../table/entities/goal.ts'

const defaultTitleMaximumLength = 72

// A sentence ends with its mark before white space; CJK marks need none behind them.
const firstSentencePattern = /^.*?(?:[.!?…](?=\s|$)|[。！？])/su

/**
 * The title of a goal that was published without one (contract, "Goals"): the description's first sentence
 * without its full stop, white space folded, at most 72 characters, cut at a word with `…`.
 */
export function defaultTitle(detailedDescription: string): string {
  const text = detailedDescription.trim().replaceAll(/\s+/g, ' ')
  const sentence = firstSentencePattern.exec(text)?.[0] ?? text
  // An ellipsis of three stops is none of them.
  const characters = [...sentence.replace(/(?<=[^.])[.。]$/u, '').trim()]
  if (characters.length <= defaultTitleMaximumLength) return characters.join('')
  // One character is the ellipsis. A word that ends exactly at the limit stays whole.
  const kept = characters.slice(0, defaultTitleMaximumLength - 1)
  const wordEnd = characters[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ')
  return `${(wordEnd > 0 ? kept.slice(0, wordEnd) : kept).join('').trimEnd()}…`
}

/** The health of a goal after a report: kept where the report has none, cleared with the work. */
export function healthAfterReport(
  current: GoalHealth | undefined,
  report: { status: GoalStatus; health?: GoalHealth | null | undefined },
): GoalHealth | undefined {
  return statusClearsHealth(report.status) ? undefined : (report.health ?? current)
}

/** The key under which an owner's goals are listed. */
export function ownerKeyOf(ownerUserId: string | null | undefined): string {
  return ownerUserId == null ? noOwnerKey : keyOf(ownerUserId)
}

/** A clock that stands behind the last writer's must not move a goal down its list. */
export function laterOf(now: string, previous: string): string {
  return now > previous ? now : previous
}

const maximumGoalBytes = 256 * 1024

/**
 * Throws `payload_too_large` where a goal, as stored, would take more than 256 KiB. Only its texts are measured, as
 * JSON in UTF-8, so that a goal that was taken once can always be changed without growing.
 */
export function requireStorableSize({
  title,
  detailedDescription,
  criteria,
}: Pick<Goal, 'title' | 'detailedDescription' | 'criteria'>): void {
  const bytes = Buffer.byteLength(JSON.stringify({ title, detailedDescription, criteria }), 'utf8')
  if (bytes <= maximumGoalBytes) return
  throw new ServiceError(
    'payload_too_large',
    `A goal may take ${maximumGoalBytes} bytes; this one takes ${bytes}.`,
  )
}
