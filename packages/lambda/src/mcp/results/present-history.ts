import { programWords } from '@cairn/contract/display/program-words'
import type { GoalConflict, GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { NameOf } from '@cairn/domain/organizations/read-names'

import { formerMember } from './present-goal.ts'

type Entry = GoalUpdate | GoalEdit

/** A report in a list: `entry` of `get_history` has its verdicts and evidence. */
export function presentListedReport(update: GoalUpdate, nameOf: NameOf) {
  const { revision, version, createdAt, status, health, evaluation, summary, details } = update
  return {
    revision,
    version,
    at: createdAt,
    by: authorOf(update, nameOf),
    status,
    health,
    ...(evaluation && { evaluation: evaluation.result }),
    summary,
    details,
    measurements: update.measurements,
    verdicts: countVerdicts(update),
    evidenceCount: update.evidence.length,
  }
}

/** A whole report. */
export function presentReport(update: GoalUpdate, nameOf: NameOf) {
  const { revision, goalVersion, version, createdAt, status, health, evaluation, summary, details } = update
  const { verdicts, measurements, evidence, idempotencyKey, hash } = update
  return {
    revision,
    goalVersion,
    version,
    at: createdAt,
    by: authorOf(update, nameOf),
    status,
    health,
    evaluation,
    summary,
    details,
    verdicts,
    measurements,
    evidence,
    acknowledgedBy: update.acknowledgements.map(({ userId }) => nameOf(userId) ?? formerMember),
    idempotencyKey,
    hash,
  }
}

export function presentEdit(edit: GoalEdit, nameOf: NameOf) {
  const { version, createdAt, fields, hash } = edit
  return { version, at: createdAt, by: authorOf(edit, nameOf), fields, hash }
}

/** What the caller missed, as a refused change returns it. */
export function presentConflict({ updates, edits, ...rest }: GoalConflict, nameOf: NameOf) {
  return {
    ...rest,
    updates: updates.map((update) => presentReport(update, nameOf)),
    edits: edits.map((edit) => presentEdit(edit, nameOf)),
  }
}

/** Who reported or edited: `Ann`, or `Helpdesk bot (agent, run 4711) for Ann`. */
function authorOf({ actor, actorName, authorityUserId }: Entry, nameOf: NameOf): string {
  const person = nameOf(authorityUserId) ?? formerMember
  if (actor.kind === 'user') return person
  const { name, details } = programWords(actor, actorName)
  return `${name}${details} for ${person}`
}

function countVerdicts({ verdicts }: GoalUpdate): Partial<Record<string, number>> {
  const counts: Partial<Record<string, number>> = {}
  for (const { result } of verdicts) counts[result] = (counts[result] ?? 0) + 1
  return counts
}

/** The users whom entries name. */
export function usersOfHistory(entries: readonly Entry[]): string[] {
  const readers = entries.flatMap((entry) => ('acknowledgements' in entry ? entry.acknowledgements : []))
  return [...entries.map(({ authorityUserId }) => authorityUserId), ...readers.map(({ userId }) => userId)]
}
