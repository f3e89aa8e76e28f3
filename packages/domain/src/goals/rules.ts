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

// A sentence ends with a mark before white space. CJK marks need no white space after them.
const firstSentencePattern = /^.*?(?:[.!?…](?=\s|$)|[。！？])/su

/**
 * The title of a goal that was published without one (contract, "Goals"): the first sentence of the description,
 * without its period and with collapsed white space, at most 72 characters, cut after a word with `…`.
 */
export function defaultTitle(detailedDescription: string): string {
  const text = detailedDescription.trim().replaceAll(/\s+/g, ' ')
  const sentence = firstSentencePattern.exec(text)?.[0] ?? text
  // Removes a period, but not the last dot of an ellipsis.
  const characters = [...sentence.replace(/(?<=[^.])[.。]$/u, '').trim()]
  if (characters.length <= defaultTitleMaximumLength) return characters.join('')
  // One character is the ellipsis. A word that ends exactly at the limit is kept.
  const kept = characters.slice(0, defaultTitleMaximumLength - 1)
  const wordEnd = characters[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ')
  return `${(wordEnd > 0 ? kept.slice(0, wordEnd) : kept).join('').trimEnd()}…`
}

/** The health of a goal after a report: unchanged if the report has none, cleared by a completed or archived status. */
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

/** Returns the later time: an instance whose clock is behind must not move a goal down its list. */
export function laterOf(now: string, previous: string): string {
  return now > previous ? now : previous
}

const bytesPerKibibyte = 1024
const maximumGoalBytes = 256 * bytesPerKibibyte

/**
 * Only its texts are measured, as JSON in UTF-8, so a change that does not make a stored goal longer is always
 * accepted.
 * @throws `payload_too_large` if the stored goal would exceed 256 KiB.
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
    `A goal may take at most 256 KiB. This one takes ${Math.ceil(bytes / bytesPerKibibyte)} KiB: shorten its texts.`,
  )
}
