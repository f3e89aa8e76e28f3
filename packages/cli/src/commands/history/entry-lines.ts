import type { Goal, GoalEdit, GoalUpdate } from '@cairn/client'
import { fieldNames } from '@cairn/contract/goals/fields'
import { indented } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'
import { authorOf, minuteOf, ownerName, spaced } from '../../output/words.ts'
import type { People } from '../../people.ts'

export const isReport = (entry: GoalUpdate | GoalEdit): entry is GoalUpdate => 'revision' in entry

/** Reports and edits as they followed each other. */
export function inOrder(
  updates: readonly GoalUpdate[],
  edits: readonly GoalEdit[],
): (GoalUpdate | GoalEdit)[] {
  return [...updates, ...edits].sort((left, right) => left.version - right.version)
}

/** The titles of criteria and measures, by id. */
export type Titles = ReadonlyMap<string, string>

/** Returns the titles of a goal, and of what edits have removed. */
export function titlesOf({ criteria, measures }: Goal, edits: readonly GoalEdit[]): Titles {
  const earlier = edits.flatMap(({ fields }) => [
    ...(fields.criteria?.from ?? []),
    ...(fields.measures?.from ?? []),
  ])
  return new Map([...earlier, ...criteria, ...measures].map(({ id, title }) => [id, title]))
}

/** An entry of a history as people read it. */
export function entryLines(
  entry: GoalUpdate | GoalEdit,
  people: People,
  titles: Titles = new Map(),
): string[] {
  const head = `${minuteOf(entry.createdAt)}  v${entry.version}  ${authorOf(entry, people)}`
  return isReport(entry) ? [head, ...reportLines(entry, titles)] : [head, ...editLines(entry, people)]
}

function reportLines(report: GoalUpdate, titles: Titles): string[] {
  const { revision, status, health, summary, details, evidence, verdicts, measurements } = report
  const titleOf = (id: string) => titles.get(id) ?? id.slice(0, 8)
  const state = spaced(health ? `${status}, ${health}` : status)
  return [
    `  Revision ${revision} (${state}): ${oneLine(summary)}`,
    ...(details.trim() === summary.trim() ? [] : indented(details).map((line) => `  ${line}`.trimEnd())),
    ...verdicts.flatMap(({ criterionId, result, note, evidence = [] }) => [
      `    ${oneLine(`${titleOf(criterionId)}: ${spaced(result)}${note ? `: ${note}` : ''}`)}`,
      ...evidence.map((shown) => `      ${evidenceLine(shown)}`),
    ]),
    ...measurements.map(({ measureId, value }) => `    ${oneLine(`${titleOf(measureId)}: ${value}`)}`),
    ...evidence.map((shown) => `    ${evidenceLine(shown)}`),
  ]
}

const evidenceLine = ({ title, url, text }: GoalUpdate['evidence'][number]) =>
  oneLine(`${title}: ${[url, text].filter((part) => part !== undefined).join(' ')}`)

function editLines({ fields, withheld = [] }: GoalEdit, people: People): string[] {
  const leftOut: readonly string[] = withheld
  return Object.entries(fields).map(([name, change]) => {
    const label = fieldNames[name as keyof typeof fieldNames] ?? name
    const shown = (value: unknown) =>
      name === 'ownerUserId' ? ownerName(value as string | null, people) : shortValue(value)
    const end = leftOut.includes(name) ? ' (without goals that this token may not know)' : ''
    return `  ${label}: ${shown(change.from)} → ${shown(change.to)}${end}`
  })
}

const maximumCharacters = 80

function shortValue(value: unknown): string {
  const characters = [...wholeValue(value)]
  if (characters.length <= maximumCharacters) return characters.join('')
  return `${characters.slice(0, maximumCharacters - 1).join('')}…`
}

function wholeValue(value: unknown): string {
  if (value === null) return 'none'
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Says how to get what the lines of a history leave out: entries that are missing, and the ends of long values. */
export function leftOut(
  { updates, edits }: { updates: readonly GoalUpdate[]; edits: readonly GoalEdit[] },
  { truncated = false } = {},
): string[] {
  const goalId = (updates[0] ?? edits[0])?.goalId
  const isCut = edits.some(({ fields }) =>
    Object.values(fields).some(({ from, to }) =>
      [from, to].some((value) => shortValue(value) !== wholeValue(value)),
    ),
  )
  return [
    ...(truncated && goalId ? [`… and more: cairn history ${goalId}`] : []),
    ...(isCut ? [`Values that end in … are whole in: cairn history ${goalId} --json`] : []),
  ]
}
