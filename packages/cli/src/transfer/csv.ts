import type { GoalEdit, GoalUpdate } from '@cairn/client'
import { inOrder, isReport } from '../commands/history/entry-lines.ts'
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
] as const

export const csvHead = `${columns.join(',')}\r\n`

/** Rows for a spreadsheet: one for the goal, and one for each entry of its history. */
export function csvRows({ goal, updates = [], edits = [] }: ExportedGoal): string {
  const common = {
    goal_id: goal.id,
    title: goal.title,
    goal_status: goal.status,
    goal_health: goal.health,
    due: goal.timeframe.kind === 'deadline' ? goal.timeframe.targetDate : goal.timeframe.kind,
    owner: goal.ownerUserId,
    labels: goal.labels.map(({ name }) => name).join(', '),
    progress: goal.progress,
  }
  const entries = inOrder(updates, edits)
  const first = {
    ...common,
    entry: 'goal',
    version: goal.version,
    revision: goal.revision,
    at: goal.updatedAt,
  }
  return [first, ...entries.map((entry) => ({ ...common, ...entryCells(entry) }))].map(row).join('')
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

type Cell = string | number | null | undefined

function row(cells: { [Name in (typeof columns)[number]]?: Cell }): string {
  return `${columns.map((column) => cell(cells[column])).join(',')}\r\n`
}

/**
 * RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe in front, as OWASP advises: a goal's title must
 * not run a program on the machine of whoever opens the file.
 */
function cell(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return `${value}`
  const text = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
