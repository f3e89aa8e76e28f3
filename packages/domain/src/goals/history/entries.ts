/** Entries of a goal's history: as they are stored, and as clients see them. Both make the same hash. */
import { createHash } from 'node:crypto'
import { rowFieldNames, textFieldNames } from '@cairn/contract/goals/fields'
import { canonicalEntry } from '@cairn/contract/goals/history-chain'
import type {
  Acknowledgement,
  Evidence,
  GoalEdit,
  GoalUpdate,
} from '@cairn/contract/schemas/goals/goal-history'
import type { ReportedUsage } from '@cairn/contract/schemas/goals/goal-work'
import { actorOf } from '../../requests/access.ts'
import type { EditContent, GoalEditRecord } from '../../storage/table/entities/goals/goal-edit.ts'
import type { GoalReportRecord } from '../../storage/table/entities/goals/goal-report.ts'
import { goalKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import type { GoalText } from '../../storage/table/entities/goals/goal-text.ts'
import { longId } from '../../storage/table/short-id.ts'

/** A report before it has its hash. */
export type NewReport = Omit<GoalUpdate, 'hash' | 'acknowledgements'>

/** An edit before it has its hash. */
export type NewEdit = Omit<GoalEdit, 'hash'>

/** Adds the hash of a new entry (`canonicalEntry`). */
export function sealed<E extends NewReport | NewEdit>(entry: E): E & { hash: string } {
  return { ...entry, hash: createHash('sha256').update(canonicalEntry(entry), 'utf8').digest('hex') }
}

/**
 * The record of a new report.
 *
 * @param beside  What its event says in addition.
 */
export function reportRecord(
  report: NewReport,
  beside: Pick<GoalReportRecord, 'previous' | 'ownerUserId' | 'isCounted'>,
): GoalReportRecord {
  const { organizationId, goalId, revision, ...content } = sealed(report)
  return { ...goalKeyOf({ organizationId, goalId }), revision, content, acknowledgements: {}, ...beside }
}

/** Whether an edit changes one of the texts. */
export function changesTexts(fields: GoalEdit['fields']): boolean {
  return textFieldNames.some((field) => fields[field] !== undefined)
}

/**
 * The record of a new edit. Changed texts are not stored again: the entry names the versions that hold them.
 *
 * @param textVersions  The versions of the texts before and after the edit.
 */
export function editRecord(edit: GoalEdit, textVersions: { from: number; to: number }): GoalEditRecord {
  const { organizationId, goalId, version, fields, ...rest } = edit
  const changed = textFieldNames.filter((field) => fields[field] !== undefined)
  const others = Object.fromEntries(
    rowFieldNames.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]]])),
  )
  const content: EditContent = {
    ...rest,
    fields: others,
    ...(changed.length > 0 && { texts: { changed, ...textVersions, bytes: JSON.stringify(fields).length } }),
  }
  return { ...goalKeyOf({ organizationId, goalId }), version, content }
}

/** A report as clients see it, with the acknowledgements that it shows. Nested objects are rebuilt, because the table returns their fields in any order. */
export function toGoalUpdateResponse(
  record: GoalReportRecord,
  acknowledgements: Acknowledgement[] = [],
): GoalUpdate {
  const { content } = record
  return {
    id: content.id,
    organizationId: longId(record.organizationKey),
    goalId: longId(record.goalKey),
    revision: record.revision,
    goalVersion: content.goalVersion,
    version: content.version,
    status: content.status,
    health: content.health,
    evaluation: content.evaluation && { result: content.evaluation.result, asOf: content.evaluation.asOf },
    summary: content.summary,
    details: content.details,
    verdicts: content.verdicts.map(({ criterionId, result, note, evidence }) => ({
      criterionId,
      result,
      ...(note !== undefined && { note }),
      ...(evidence && { evidence: evidence.map(toEvidenceResponse) }),
    })),
    measurements: content.measurements.map(({ measureId, value }) => ({ measureId, value })),
    evidence: content.evidence.map(toEvidenceResponse),
    ...(content.usage && { usage: toUsageResponse(content.usage) }),
    authorityUserId: content.authorityUserId,
    ...toActorResponse(content),
    authentication: { kind: content.authentication.kind, subjectId: content.authentication.subjectId },
    clientInfo: content.clientInfo && { name: content.clientInfo.name, version: content.clientInfo.version },
    ...(content.handoff !== undefined && { handoff: content.handoff }),
    idempotencyKey: content.idempotencyKey,
    createdAt: content.createdAt,
    acknowledgements,
    previousHash: content.previousHash,
    hash: content.hash,
  }
}

/**
 * An edit as clients see it.
 *
 * @param texts  The texts that the edit names, by version.
 */
export function toGoalEditResponse(record: GoalEditRecord, texts: ReadonlyMap<number, GoalText>): GoalEdit {
  const {
    id,
    createdAt,
    authorityUserId,
    actor,
    actorName,
    authentication,
    fields,
    texts: named,
    previousHash,
    hash,
  } = record.content
  const changes = (named?.changed ?? []).map((field) => [
    field,
    { from: texts.get(named?.from ?? 0)?.[field], to: texts.get(named?.to ?? 0)?.[field] },
  ])
  return {
    id,
    organizationId: longId(record.organizationKey),
    goalId: longId(record.goalKey),
    version: record.version,
    createdAt,
    authorityUserId,
    ...toActorResponse({ actor, actorName }),
    authentication: { kind: authentication.kind, subjectId: authentication.subjectId },
    fields: { ...fields, ...Object.fromEntries(changes) },
    previousHash,
    hash,
  }
}

/** The actor of an entry. The name is in the hash of the entries that have it. */
function toActorResponse({
  actor: { kind, id, runId },
  actorName,
}: Pick<GoalUpdate, 'actor' | 'actorName'>): Pick<GoalUpdate, 'actor' | 'actorName'> {
  return actorOf({ actor: { kind, id, runId }, actorName })
}

/** Returns a report's usage with its fields in one order. */
export function toUsageResponse({
  inputTokens,
  outputTokens,
  seconds,
  costMicros,
}: ReportedUsage): ReportedUsage {
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(seconds !== undefined && { seconds }),
    ...(costMicros !== undefined && { costMicros }),
  }
}

function toEvidenceResponse({ title, url, text, sha256 }: Evidence): Evidence {
  return {
    title,
    ...(url !== undefined && { url }),
    ...(text !== undefined && { text }),
    ...(sha256 !== undefined && { sha256 }),
  }
}
