import type { GoalConflict, GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { Names } from '@cairn/domain/organizations/read-names'

type Entry = GoalUpdate | GoalEdit

/** A report in a list: `entry` of `get_history` has its verdicts and evidence. */
export function presentListedReport(update: GoalUpdate, names: Names) {
  const { revision, version, createdAt, status, health, evaluation, summary, details } = update
  return {
    revision,
    version,
    at: createdAt,
    by: authorOf(update, names),
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
export function presentReport(update: GoalUpdate, names: Names) {
  const { revision, goalVersion, version, createdAt, status, health, evaluation, summary, details } = update
  const { verdicts, measurements, evidence, idempotencyKey, hash } = update
  return {
    revision,
    goalVersion,
    version,
    at: createdAt,
    by: authorOf(update, names),
    status,
    health,
    evaluation,
    summary,
    details,
    verdicts,
    measurements,
    evidence,
    acknowledgedBy: update.acknowledgements.map(({ userId }) => names.user(userId)),
    idempotencyKey,
    hash,
  }
}

export function presentEdit(edit: GoalEdit, names: Names) {
  const { version, createdAt, fields, hash } = edit
  return { version, at: createdAt, by: authorOf(edit, names), fields, hash }
}

/** What the caller missed, as a refused change returns it. */
export function presentConflict({ updates, edits, ...rest }: GoalConflict, names: Names) {
  return {
    ...rest,
    updates: updates.map((update) => presentReport(update, names)),
    edits: edits.map((edit) => presentEdit(edit, names)),
  }
}

/** Who reported or edited: `Ann`, or `Helpdesk bot (agent, run 4711) for Ann`. */
function authorOf({ actor, authorityUserId }: Entry, names: Names): string {
  const person = names.user(authorityUserId)
  if (actor.kind === 'user') return person
  const about = [...(actor.kind === 'agent' ? ['agent'] : []), ...(actor.runId ? [`run ${actor.runId}`] : [])]
  const program = about.length > 0 ? `${names.actor(actor)} (${about.join(', ')})` : names.actor(actor)
  return `${program} for ${person}`
}

function countVerdicts({ verdicts }: GoalUpdate): Partial<Record<string, number>> {
  const counts: Partial<Record<string, number>> = {}
  for (const { result } of verdicts) counts[result] = (counts[result] ?? 0) + 1
  return counts
}

/** Whom the entries name. */
export function peopleOf(entries: readonly Entry[]): { userIds: string[]; actors: GoalUpdate['actor'][] } {
  const readers = entries.flatMap((entry) => ('acknowledgements' in entry ? entry.acknowledgements : []))
  return {
    userIds: [
      ...entries.map(({ authorityUserId }) => authorityUserId),
      ...readers.map(({ userId }) => userId),
    ],
    actors: entries.map(({ actor }) => actor),
  }
}
