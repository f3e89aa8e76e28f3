import { isDeepStrictEqual } from 'node:util'
import type { EditedFields, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { confirmationsOf } from '../../goals/acknowledgements/confirmations-of.ts'
import { standingAfterReport } from '../../goals/history/standing-after-report.ts'
import { editableValues } from '../../goals/record/editable-values.ts'
import { summarize } from '../../goals/record/summarize.ts'
import { wordsOfGoal } from '../../goals/record/write-goal.ts'
import { standingAfterEdit } from '../../goals/record/write-texts.ts'
import { healthAfterReport, laterOf, recentHealthAfter } from '../../goals/rules/rules.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { type GoalStanding, noStanding } from '../../storage/table/entities/goals/goal-standing.ts'
import type { GoalText } from '../../storage/table/entities/goals/goal-text.ts'
import type { Report } from '../finding.ts'
import { entriesOf } from './check-history.ts'
import type { GoalPartition } from './partition.ts'
import { plain } from './plain.ts'

/** A goal's state according to its history. */
type Outcome = Pick<
  GoalRow,
  | 'status'
  | 'health'
  | 'currentEvaluation'
  | 'lastReport'
  | 'recentHealth'
  | 'standingVersion'
  | 'createdAt'
  | 'createdByUserId'
> & {
  /** The time of the latest entry. */
  lastEntryAt: string
  standing: GoalStanding
  /** The latest value of each field that an edit has changed. */
  edited: Record<string, unknown>
}

/** Checks that the entries of the history, one after the other, result in the goal's row and standing. */
export function checkOutcome(report: Report, partition: GoalPartition): void {
  const { name, goal, standing, words, texts } = partition
  const { row } = goal
  const outcome = outcomeOf(report, partition)
  const text = texts.at(-1)
  if (!text) return
  if (words?.words !== wordsOfGoal(row, text).join(' ')) {
    report('broken', words ?? goal, `goal ${name} is found by other words than its own`)
  }
  const confirmations = confirmationsOf(outcome.standing.verdicts, partition.acknowledgements)
  if (!standing) {
    report('broken', goal, `goal ${name} has no standing`)
  } else if (
    standing.version !== row.standingVersion ||
    !isDeepStrictEqual(
      plain({ verdicts: standing.verdicts, values: standing.values }),
      plain(outcome.standing),
    )
  ) {
    report('broken', standing, `the standing of goal ${name} is not what its history says`)
  } else if (!isDeepStrictEqual(plain(standing.confirmations ?? {}), plain(confirmations ?? {}))) {
    report('broken', standing, `the confirmations of goal ${name} are not what its acknowledgements say`)
  } else if (standing.confirmationVersion !== row.confirmationVersion) {
    report('broken', standing, `the standing of goal ${name} has other confirmations than its row`)
  }
  const expected = plain({
    status: outcome.status,
    health: outcome.health,
    currentEvaluation: outcome.currentEvaluation,
    lastReport: outcome.lastReport,
    recentHealth: outcome.recentHealth,
    standingVersion: outcome.standingVersion,
    createdAt: outcome.createdAt,
    createdByUserId: outcome.createdByUserId,
    ...summarize(text, { ...outcome.standing, ...(confirmations && { confirmations }) }),
    ...outcome.edited,
  })
  const shown = plain({ ...row, ...editableValues({ row, text }) }) as Record<string, unknown>
  for (const [field, value] of Object.entries(expected)) {
    if (isDeepStrictEqual(shown[field], value)) continue
    report(
      'broken',
      goal,
      `goal ${name} has ${field} ${JSON.stringify(shown[field])}, but its history says ${JSON.stringify(value)}`,
    )
  }
  if (row.updatedAt < outcome.lastEntryAt) {
    report(
      'broken',
      goal,
      `goal ${name} was updated at ${row.updatedAt}, before the newest entry of its history`,
    )
  }
  for (const field of ['health', 'currentEvaluation', 'lastReport', 'progress'] as const) {
    if (shown[field] === undefined || field in expected) continue
    report(
      'broken',
      goal,
      `goal ${name} has ${field} ${JSON.stringify(shown[field])}, but its history says none`,
    )
  }
}

/** Applies every entry. Reports an edit whose `from` is not what the edit before it left. */
function outcomeOf(report: Report, { name, reports, edits, texts }: GoalPartition): Outcome {
  const edited: Record<string, unknown> = {}
  const textsByVersion = new Map<number, GoalText>(texts.map((text) => [text.version, text]))
  const outcome: Outcome = {
    status: 'active',
    createdAt: '',
    createdByUserId: '',
    recentHealth: [],
    lastEntryAt: '',
    standing: noStanding,
    standingVersion: 1,
    edited,
  }
  for (const { record, entry } of entriesOf({ reports, edits, texts })) {
    outcome.lastEntryAt = laterOf(entry.createdAt, outcome.lastEntryAt)
    if (entry.version === 1) {
      outcome.createdAt = entry.createdAt
      outcome.createdByUserId = entry.authorityUserId
    }
    if ('fields' in entry) {
      for (const [field, change] of Object.entries(entry.fields) as [keyof EditedFields, Change][]) {
        if (field in edited && !isDeepStrictEqual(edited[field], change.from)) {
          report(
            'broken',
            record,
            `version ${entry.version} of goal ${name} changed a ${field} that was not there`,
          )
        }
        edited[field] = change.to
      }
      const named = record.__edb_e__ === 'goalEdit' ? record.content.texts : undefined
      const from = named && textsByVersion.get(named.from)
      const to = named && textsByVersion.get(named.to)
      if (from && to) applyStanding(outcome, entry.version, standingAfterEdit(outcome.standing, from, to))
    } else {
      applyReport(outcome, entry)
    }
  }
  return outcome
}

type Change = { from: unknown; to: unknown }

function applyReport(outcome: Outcome, entry: GoalUpdate): void {
  const { revision, version, summary, createdAt, authorityUserId } = entry
  outcome.status = entry.status
  outcome.health = healthAfterReport(outcome.health, entry)
  outcome.currentEvaluation = entry.evaluation ?? outcome.currentEvaluation
  if (revision > 1) {
    outcome.lastReport = { revision, summary, createdAt, authorityUserId }
    outcome.recentHealth = recentHealthAfter(outcome.recentHealth, outcome.health)
  }
  applyStanding(outcome, version, standingAfterReport(outcome.standing, entry))
}

function applyStanding(outcome: Outcome, version: number, standing: GoalStanding): void {
  if (standing === outcome.standing) return
  outcome.standing = standing
  outcome.standingVersion = version
}
