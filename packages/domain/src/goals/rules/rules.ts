import { isValidName, removeForbiddenCharacters } from '@cairn/contract/names'
import {
  type GoalHealth,
  type GoalStatus,
  maximumRecentHealth,
  statusClearsHealth,
} from '@cairn/contract/schemas/goals/goal-values'

const defaultTitleMaximumLength = 72
const untitled = 'Untitled'

// A sentence ends with a mark before white space. CJK marks need no white space after them.
// Stryker disable next-line Regex: without ^ it finds the same, in the square of the time.
const firstSentencePattern = /^.*?(?:[.!?…](?=\s)|[。！？])/su

/**
 * The title of a goal that was published without one (contract, "Goals"): the first sentence of the description,
 * without its period and with collapsed white space, at most 72 characters, cut after a word with `…`. Descriptions may have
 * characters that titles may not: they are left out. A description that shows nothing has a title all the same.
 */
export function defaultTitle(detailedDescription: string): string {
  const text = removeForbiddenCharacters(detailedDescription).trim().replaceAll(/\s+/g, ' ')
  const sentence = firstSentencePattern.exec(text)?.[0] ?? text
  // Removes a period, but not the last dot of an ellipsis.
  const characters = [...sentence.replace(/(?<=[^.])[.。]$/u, '').trim()]
  if (!isValidName(characters.slice(0, defaultTitleMaximumLength - 1).join(''))) return untitled
  if (characters.length <= defaultTitleMaximumLength) return characters.join('')
  // One character is the ellipsis. A word that ends exactly at the limit is kept.
  const kept = characters.slice(0, defaultTitleMaximumLength - 1)
  const wordEnd = characters[kept.length] === ' ' ? kept.length : kept.lastIndexOf(' ')
  return `${(wordEnd === -1 ? kept : kept.slice(0, wordEnd)).join('')}…`
}

/** The health of a goal after a report: unchanged if the report has none, cleared by a completed or archived status. */
export function healthAfterReport(
  current: GoalHealth | undefined,
  report: { status: GoalStatus; health?: GoalHealth | null | undefined },
): GoalHealth | undefined {
  return statusClearsHealth(report.status) ? undefined : (report.health ?? current)
}

/** The healths after the latest reports, with that of one more. */
export function recentHealthAfter(
  recent: readonly (GoalHealth | null)[],
  health: GoalHealth | undefined,
): (GoalHealth | null)[] {
  return [...recent, health ?? null].slice(-maximumRecentHealth)
}

/** Returns the later time: an instance whose clock is behind must not move a goal down its list. */
export function laterOf(now: string, previous: string): string {
  // Stryker disable next-line EqualityOperator: equal times are the same text.
  return now > previous ? now : previous
}
