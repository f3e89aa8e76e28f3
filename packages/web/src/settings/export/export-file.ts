import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import type { OrganizationMember } from '@cairn/contract/schemas/people/organizations'

/** A goal as the API returns it, with its whole history, oldest first. */
export type ExportedGoal = { goal: Goal; updates: GoalUpdate[]; edits: GoalEdit[] }

/** What every file of an export says. `EXPORT.md` describes it. */
export type ExportHead = {
  format: 'cairn-organization'
  formatVersion: 1
  /** ISO 8601: when the export began. The same in all files of an export. */
  exportedAt: string
  organization: { id: string; name: string }
  /** From 1. */
  part: number
  /** Whether this is the last file. */
  last: boolean
  /** Only in the first file. */
  members?: OrganizationMember[]
  labels?: GoalLabel[]
}

/** The text of a file, in pieces: as one string, it would be in memory twice. */
export function fileText(head: ExportHead, goals: readonly string[]): string[] {
  const separated = goals.flatMap((goal, index) => (index === 0 ? [goal] : [',\n', goal]))
  return [JSON.stringify(head).slice(0, -1), ',"goals":[\n', ...separated, '\n]}\n']
}

/** Such as `acme-2026-11-22-1.json`. Only letters and digits of the name, because not every system allows the others. */
export function fileName({ organization, exportedAt, part }: ExportHead): string {
  const name = organization.name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return `${name || 'organization'}-${exportedAt.slice(0, 10)}-${part}.json`
}
