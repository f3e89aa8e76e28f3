/**
 * The events that the records of a goal's history tell. The same record always makes the same event, with the same id: where the
 * table has a stream, they are made from its images; otherwise, when the record is written.
 */
import { editableFieldNames } from '@cairn/contract/goals/fields'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { actorOf } from '../requests/access.ts'
import type { GoalAcknowledgementRecord } from '../storage/table/entities/goals/goal-acknowledgement.ts'
import type { GoalEditRecord } from '../storage/table/entities/goals/goal-edit.ts'
import type { GoalReportRecord } from '../storage/table/entities/goals/goal-report.ts'
import { longId, namedId, shortHash } from '../storage/table/short-id.ts'
import { type Cause, newEvent } from './new-event.ts'

type AcknowledgedReport = Pick<
  GoalAcknowledgementRecord,
  'goalKey' | 'revision' | 'reportId' | 'userId' | 'at' | 'confirmed' | 'later'
>
type DeletedGoal = { goalId: string; title: string; ownerUserId?: string | null | undefined }

/** The event of a new report, or of a publication. */
export function reportEvent(record: GoalReportRecord, title: string): Event {
  const { content, revision, previous } = record
  const { id, createdAt, authorityUserId, version, status, health, summary } = content
  const common = {
    id,
    createdAt,
    ...actorOf(content),
    authorityUserId,
    goal: { id: longId(record.goalKey), title },
  }
  if (previous === null) {
    return { ...common, type: 'goal.published', data: { version, ownerUserId: record.ownerUserId ?? null } }
  }
  const data = { revision, version, summary, status, health, previous }
  return { ...common, type: 'goal.reported', data }
}

export function editEvent({ goalKey, version, content }: GoalEditRecord, title: string): Event {
  const { id, createdAt, authorityUserId, fields, texts } = content
  const changed = new Set<string>([...Object.keys(fields), ...(texts?.changed ?? [])])
  return {
    id,
    type: 'goal.edited',
    createdAt,
    ...actorOf(content),
    authorityUserId,
    goal: { id: longId(goalKey), title },
    data: { version, fields: editableFieldNames.filter((name) => changed.has(name)) },
  }
}

/**
 * The events of somebody who has acknowledged a report: one with the acknowledgement, and one with each later confirmation.
 *
 * @param known  How many of them are told already.
 */
export function acknowledgementEvents(
  { goalKey, revision, reportId, userId, at, confirmed = [], later = [] }: AcknowledgedReport,
  title: string,
  known = 0,
): Event[] {
  const user = shortHash(userId)
  const all = [
    { name: `acknowledged ${user}`, at, criterionIds: confirmed },
    ...later.map((one, index) => ({ ...one, name: `confirmed ${user} ${index + 1}` })),
  ]
  return all.slice(known).map((one) => ({
    id: namedId(reportId, one.name),
    type: 'report.acknowledged',
    createdAt: one.at,
    actor: { kind: 'user', id: userId, runId: null },
    authorityUserId: userId,
    goal: { id: longId(goalKey), title },
    data: {
      revision,
      ...(one.criterionIds.length > 0 && { confirmedCriterionIds: one.criterionIds }),
    },
  }))
}

export function deletionEvent(cause: Cause, { goalId, title, ownerUserId = null }: DeletedGoal): Event {
  const goal = { id: goalId, title }
  return newEvent('goal.deleted', cause, { ownerUserId }, { id: deletionEventId(goalId), goal })
}

/** A goal is deleted once, so the event of its deletion is found by the goal's id. */
export function deletionEventId(goalId: string): string {
  return namedId(goalId, 'deleted')
}
