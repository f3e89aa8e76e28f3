import { programWords } from '@cairn/contract/display/program-words'
import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { formerMember, type NameOf } from '@cairn/domain/organizations/context/read-names'
import { wholeRun } from './actor-words.ts'
import type { ReadOn } from './shorten.ts'

type Entry = GoalUpdate | GoalEdit

/** A report in a list: `entry` of `get_history` has its verdicts and evidence. */
export function presentListedReport(update: GoalUpdate, nameOf: NameOf) {
  const { revision, version, createdAt, status, health, evaluation, summary, details } = update
  return {
    revision,
    version,
    at: createdAt,
    ...authorOf(update, nameOf),
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

/** The field of a report with the names of those who have acknowledged it: the first, of possibly many. */
export const acknowledgedBy = 'acknowledgedBy'

/** A whole report. */
export function presentReport(
  update: GoalUpdate & { acknowledgementCount?: number | undefined },
  nameOf: NameOf,
) {
  const { revision, goalVersion, version, createdAt, status, health, evaluation, summary, details } = update
  const { verdicts, measurements, evidence, idempotencyKey, hash } = update
  return {
    revision,
    goalVersion,
    version,
    at: createdAt,
    ...authorOf(update, nameOf),
    status,
    health,
    evaluation,
    summary,
    details,
    verdicts,
    measurements,
    evidence,
    [acknowledgedBy]: update.acknowledgements.map(({ userId }) => nameOf(userId) ?? formerMember),
    ...(update.acknowledgementCount !== undefined && { acknowledgementCount: update.acknowledgementCount }),
    idempotencyKey,
    hash,
  }
}

export function presentEdit(edit: GoalEdit, nameOf: NameOf) {
  const { version, createdAt, fields, withheld, hash } = edit
  return { version, at: createdAt, ...authorOf(edit, nameOf), fields, ...(withheld && { withheld }), hash }
}

/** Returns the author of a report or edit, such as `Ann` or `Helpdesk bot (agent, run 4711) for Ann`, and a run id that is too long for it. */
function authorOf(
  { actor, actorName, authorityUserId }: Entry,
  nameOf: NameOf,
): { by: string; run?: string } {
  const person = nameOf(authorityUserId) ?? formerMember
  if (actor.kind === 'user') return { by: person }
  const { name, details } = programWords(actor, actorName)
  return { by: `${name}${details} for ${person}`, ...wholeRun(actor, details) }
}

/** The call that returns an entry whole. */
export function entryCall(entry: Entry, size: { maxKiB?: number | undefined } = {}): ReadOn {
  const { goalId } = entry
  const number = 'revision' in entry ? { entry: entry.revision } : { kind: 'edits', entry: entry.version }
  return { tool: 'get_history', arguments: { goalId, ...number, ...size } }
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
