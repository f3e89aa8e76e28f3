import type { GoalEdit, GoalUpdate } from '@cairn/client'
import { fieldNames } from '@cairn/contract/display/value-names'
import { indented } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'
import { authorOf, minuteOf, type People, spaced } from '../../output/words.ts'

export const isReport = (entry: GoalUpdate | GoalEdit): entry is GoalUpdate => 'revision' in entry

/** Reports and edits as they followed each other. */
export function inOrder(
  updates: readonly GoalUpdate[],
  edits: readonly GoalEdit[],
): (GoalUpdate | GoalEdit)[] {
  return [...updates, ...edits].sort((left, right) => left.version - right.version)
}

/** An entry of a history as people read it. */
export function entryLines(entry: GoalUpdate | GoalEdit, people: People): string[] {
  const head = `${minuteOf(entry.createdAt)}  v${entry.version}  ${authorOf(entry, people)}`
  return isReport(entry) ? [head, ...reportLines(entry)] : [head, ...editLines(entry)]
}

function reportLines({ revision, status, health, summary, details, evidence }: GoalUpdate): string[] {
  const state = health ? `${status}, ${spaced(health)}` : status
  return [
    `  Revision ${revision} (${state}): ${oneLine(summary)}`,
    ...(details.trim() === summary.trim() ? [] : indented(details).map((line) => `  ${line}`.trimEnd())),
    ...evidence.map(({ title, url, text }) => `    ${oneLine(`${title}: ${url ?? text}`)}`),
  ]
}

function editLines({ fields }: GoalEdit): string[] {
  return Object.entries(fields).map(([name, change]) => {
    const label = fieldNames[name as keyof typeof fieldNames] ?? name
    return `  ${label}: ${shortValue(change.from)} → ${shortValue(change.to)}`
  })
}

/** Long texts are cut: `--json` has them whole. */
const maximumCharacters = 80

function shortValue(value: unknown): string {
  const characters = [...oneLine(typeof value === 'string' ? value : JSON.stringify(value))]
  if (characters.length <= maximumCharacters) return characters.join('')
  return `${characters.slice(0, maximumCharacters - 1).join('')}…`
}
