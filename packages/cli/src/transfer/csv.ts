import type { GoalEdit, GoalUpdate } from '@cairn/client'
import { inOrder, isReport } from '../commands/history/entry-lines.ts'
import { type Cell, everyGoalField, goalFields } from '../goal-fields.ts'
import type { People } from '../people.ts'
import type { ExportedGoal } from './format.ts'

const columns = [
  'goal_id',
  'title',
  'goal_status',
  'goal_health',
  'due',
  'owner',
  'labels',
  'progress',
  'entry',
  'version',
  'revision',
  'at',
  'by',
  'actor_kind',
  'actor',
  'run',
  'status',
  'health',
  'summary',
  'details',
  'changed',
  'hash',
  'owner_name',
  'by_name',
  'description',
] as const

/** Columns that only the row of the goal has: the fields that those above lack. */
const fieldColumns = everyGoalField.flatMap(([, { column }]) =>
  columns.some((known) => known === column.headings[0]) ? [] : [column],
)

export const csvHead = `${[...columns, ...fieldColumns.map(({ headings }) => headings[0])].join(',')}\r\n`

/** Rows for a spreadsheet: one for the goal, and one for each entry of its history. Names that are not known are empty. */
export function csvRows({ goal, updates = [], edits = [] }: ExportedGoal, { names }: People): string {
  const common = {
    goal_id: goal.id,
    title: goal.title,
    goal_status: goal.status,
    goal_health: goal.health,
    due: goalFields.timeframe.column.cell(goal),
    owner: goal.ownerUserId,
    owner_name: goal.ownerUserId === null ? null : names.get(goal.ownerUserId),
    labels: goalFields.labelIds.column.cell(goal),
    progress: goal.progress,
  }
  const entries = inOrder(updates, edits)
  const first = {
    ...common,
    entry: 'goal',
    version: goal.version,
    revision: goal.revision,
    at: goal.updatedAt,
    description: goal.detailedDescription,
  }
  return [
    row(first, (column) => column.cell(goal)),
    ...entries.map((entry) =>
      row({ ...common, ...entryCells(entry), by_name: names.get(entry.authorityUserId) }, () => undefined),
    ),
  ].join('')
}

function entryCells(entry: GoalUpdate | GoalEdit) {
  const { version, createdAt, authorityUserId, actor, actorName, hash } = entry
  return {
    entry: isReport(entry) ? 'report' : 'edit',
    version,
    at: createdAt,
    by: authorityUserId,
    actor_kind: actor.kind,
    actor: actorName,
    run: actor.runId,
    hash,
    ...(isReport(entry)
      ? {
          revision: entry.revision,
          status: entry.status,
          health: entry.health,
          summary: entry.summary,
          details: entry.details,
        }
      : { changed: JSON.stringify(entry.fields) }),
  }
}

type FieldColumn = (typeof fieldColumns)[number]

function row(
  cells: { [Name in (typeof columns)[number]]?: Cell },
  fieldCell: (column: FieldColumn) => Cell,
): string {
  const all = [...columns.map((column) => cells[column]), ...fieldColumns.map(fieldCell)]
  return `${all.map(cell).join(',')}\r\n`
}

/** Control characters, which a terminal or an old program may take for commands. Tabs and line breaks are text. */
const controls = /[^\P{Cc}\n\t]/gu

/**
 * RFC 4180, without control characters. A text that a spreadsheet would take for a formula gets an apostrophe in front, as OWASP advises: a goal's title must
 * not run a program on the machine of whoever opens the file. An import takes it away, so one with apostrophes of its own gets one more.
 */
function cell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return `${value}`
  const plain = value.replaceAll(/\r\n?/g, '\n').replaceAll(controls, '')
  const text = /^'*[=+\-@\t\n\uff1d\uff0b\uff0d\uff20]/.test(plain) ? `'${plain}` : plain
  return /[",\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
