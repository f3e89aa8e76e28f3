/** The history as a story: what somebody did at one sitting in one entry, the entries by month, and each report as a sentence. */
import type { GoalEdit } from '@cairn/contract/schemas/goals/goal-history'
import { dayMilliseconds, today } from '../../presentation/time/format.ts'
import type { ReportItem, StreamEntry } from './stream.ts'

/** Edits are newest first. */
export type StoryEntry = ReportItem | { kind: 'edits'; version: number; edits: [GoalEdit, ...GoalEdit[]] }

/** @param entries  Newest first. Edits of one author that follow each other within a day become one entry. */
export function foldEdits(entries: readonly StreamEntry[]): StoryEntry[] {
  const story: StoryEntry[] = []
  for (const entry of entries) {
    const newer = story.at(-1)
    if (entry.kind === 'report') story.push(entry)
    else if (newer?.kind === 'edits' && areOneSitting(newer.edits[0], entry.edit))
      newer.edits.push(entry.edit)
    else story.push({ kind: 'edits', version: entry.version, edits: [entry.edit] })
  }
  return story
}

function areOneSitting(newer: GoalEdit, older: GoalEdit): boolean {
  const authorOf = ({ authorityUserId, actor, actorName }: GoalEdit) =>
    JSON.stringify([authorityUserId, actor, actorName])
  return (
    Date.parse(newer.createdAt) - Date.parse(older.createdAt) < dayMilliseconds &&
    authorOf(newer) === authorOf(older)
  )
}

export type Chapter = {
  /** Its first day in the reader's time zone: `2026-11-01`. */
  month: string
  entries: StoryEntry[]
}

/** The entries by month, in their order. */
export function chaptersOf(entries: readonly StoryEntry[]): Chapter[] {
  const chapters: Chapter[] = []
  for (const entry of entries) {
    const { createdAt } = entry.kind === 'report' ? entry.update : entry.edits[0]
    const month = `${today(new Date(createdAt)).slice(0, 7)}-01`
    const newer = chapters.at(-1)
    if (newer?.month === month) newer.entries.push(entry)
    else chapters.push({ month, entries: [entry] })
  }
  return chapters
}

export type Deed =
  | 'published'
  | 'completed'
  | 'archived'
  | 'paused'
  | 'resumed'
  | 'moved'
  | 'still'
  | 'rated'
  | 'reported'

/** A report's effects on the goal, the most important first: status, then health. */
export function deedOf({ update: { revision, status, health }, before }: ReportItem): Deed {
  if (revision === 1) return 'published'
  if (before && before.status !== status) return status === 'active' ? 'resumed' : status
  if (health === null) return 'reported'
  if (!before || before.health === null) return 'rated'
  return before.health === health ? 'still' : 'moved'
}
