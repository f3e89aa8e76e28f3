import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { sealed, toGoalEditResponse, toGoalUpdateResponse } from '../../goals/history/entries.ts'
import type { Report } from '../finding.ts'
import type { GoalPartition } from './partition.ts'
import { plain } from './plain.ts'

/**
 * Checks that the history is complete and unchanged: reports with every revision from 1 to the goal's, entries with every
 * version from 1 to the goal's, the texts that the edits name, and a chain of hashes that ends in the goal's.
 *
 * @returns Whether the history is complete, so that the goal's state can be derived from it.
 */
export function checkHistory(report: Report, partition: GoalPartition): boolean {
  const { name, goal, reports, edits } = partition
  const { row } = goal
  const revisions = reports.map(({ revision }) => revision)
  if (!isGapless(revisions, row.revision)) {
    const shown = shortened(revisions)
    report(
      'broken',
      goal,
      `goal ${name} is at revision ${row.revision}, but its history has revisions ${shown}`,
    )
    return false
  }
  const versions = [...reports.map(({ content }) => content.version), ...edits.map(({ version }) => version)]
  if (!isGapless(versions, row.version)) {
    const shown = shortened(versions.toSorted((left, right) => left - right))
    report('broken', goal, `goal ${name} is at version ${row.version}, but its history has versions ${shown}`)
    return false
  }
  if (!checkTexts(report, partition)) return false
  checkChain(report, partition)
  return true
}

/** Checks that the texts are those that the publication and the edits wrote, and the row names the newest. */
function checkTexts(report: Report, { name, goal, texts, edits }: GoalPartition): boolean {
  const written = [1, ...edits.flatMap(({ content }) => content.texts?.to ?? [])]
  const stored = texts.map(({ version }) => version)
  if (String(stored) !== String(written)) {
    report('broken', goal, `goal ${name} has texts of versions ${stored}, but its history wrote ${written}`)
    return false
  }
  if (goal.row.textVersion !== written.at(-1)) {
    const { textVersion } = goal.row
    report('broken', goal, `goal ${name} shows texts of version ${textVersion}, expected ${written.at(-1)}`)
  }
  return true
}

function checkChain(report: Report, { name, goal, ...partition }: GoalPartition): void {
  let previousHash: string | null = null
  for (const { entry, record } of entriesOf(partition)) {
    const { hash, ...content } = entry
    if (sealed(content).hash !== hash) {
      report(
        'broken',
        record,
        `version ${entry.version} of goal ${name} does not have the hash of its content`,
      )
    }
    if (entry.previousHash !== previousHash) {
      report(
        'broken',
        record,
        `version ${entry.version} of goal ${name} does not follow the version before it`,
      )
    }
    previousHash = hash
  }
  if (previousHash !== goal.row.historyHash) {
    report('broken', goal, `goal ${name} has another hash than the newest entry of its history`)
  }
}

type Entries = Pick<GoalPartition, 'reports' | 'edits' | 'texts'>

/** The entries as clients see them, by version, with their records. */
export function entriesOf({ reports, edits, texts }: Entries) {
  const textsByVersion = new Map(texts.map((text) => [text.version, text]))
  return [
    ...reports.map((record) => ({
      record,
      entry: plain<GoalUpdate | GoalEdit>(toGoalUpdateResponse(record)),
    })),
    ...edits.map((record) => ({
      record,
      entry: plain<GoalUpdate | GoalEdit>(toGoalEditResponse(record, textsByVersion)),
    })),
  ].toSorted((left, right) => left.entry.version - right.entry.version)
}

/** Whether these are all numbers from 1 to `last`, each once. */
function isGapless(numbers: readonly number[], last: number): boolean {
  return numbers.length === last && new Set(numbers).size === last && Math.max(...numbers) === last
}

const shownNumbers = 20

function shortened(numbers: readonly number[]): string {
  const more = numbers.length - shownNumbers
  return more > 0 ? `${numbers.slice(0, shownNumbers)} and ${more} more` : `${numbers}`
}
