import { isDeepStrictEqual } from 'node:util'
import type { InputOf } from '@cairn/contract/registry'
import type { EditedFields } from '@cairn/contract/schemas/goal-history'
import { recordGoalEvent } from '../changes/record-events.ts'
import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { editEvent } from '../events/goal-events.ts'
import type { Implementation } from '../operation.ts'
import { goalEditEntity } from '../table/entities/goals/goal-edit.ts'
import type { GoalRow } from '../table/entities/goals/goal-row.ts'
import { createRecord } from '../table/entity/writes.ts'
import { goalAuthority, requireMayAssignTo, requireWritable } from './authority.ts'
import { invalidGoalOwner, isPossibleOwner } from './goal-owner.ts'
import { versionConflict } from './history/conflict.ts'
import { editGoal } from './history/edit-goal.ts'
import { missingLabels } from './labels/label-counts.ts'
import {
  invalidGoalLabels,
  readLabelDirectory,
  readLabels,
  requireLabels,
} from './labels/read-goal-labels.ts'
import { type GoalState, readGoal } from './record/read-goal.ts'
import { summarize } from './record/summarize.ts'
import { toGoalResponse } from './record/to-goal-response.ts'
import { writeGoal } from './record/write-goal.ts'
import { standingAfterEdit, writeTexts } from './record/write-texts.ts'

/**
 * Edits a goal, except its status, health, evaluation and revision, which only reports change. Absent fields keep the
 * value that they have at the time of the write: if another write comes first, everything is read and decided again, unless
 * the caller expects a version. An edit that changes nothing writes nothing.
 */
export const updateGoal: Implementation<'updateGoal'> = async (context, access, { params, body }) => {
  const { database, now } = context
  const { organizationId } = access
  return retryOnLostRace(database, async () => {
    const [role, stored, labelsOf, possibleOwner] = await Promise.all([
      access.role,
      readGoal(database, organizationId, params.goalId),
      body.labelIds
        ? readLabels(database, organizationId, body.labelIds).then((labels) => async () => labels)
        : readLabelDirectory(database, organizationId),
      isPossibleOwner(database, access, body.ownerUserId),
    ])
    const authority = goalAuthority(access, role)
    const current = requireWritable(authority, stored)
    const { row } = current
    if (body.expectedVersion !== undefined && body.expectedVersion !== row.version) {
      throw await versionConflict({ database, access, goal: row }, body.expectedVersion)
    }
    const ownerChanges = body.ownerUserId !== undefined && body.ownerUserId !== (row.ownerUserId ?? null)
    if (ownerChanges) {
      requireMayAssignTo(authority, body.ownerUserId)
      if (!possibleOwner) throw invalidGoalOwner()
    }
    if (body.labelIds) requireLabels(await labelsOf(body.labelIds), body.labelIds)

    const edited = editedGoal(current, body)
    const fields = changesBetween(current, edited)
    if (Object.keys(fields).length === 0) {
      return { goal: toGoalResponse(current, await labelsOf(row.labelIds), now) }
    }
    const { goal, record } = editGoal(current, edited, fields, access, now)
    // Labels that the directory does not contain are read while the goal is written, which saves a fourth round trip.
    const [labels, failed] = await Promise.all([
      labelsOf(goal.row.labelIds),
      writeGoal(context, goal, current, {
        history: createRecord(database, goalEditEntity, record),
        change: recordGoalEvent(database, organizationId, editEvent(record, goal.row.title)),
      }),
    ])
    const missing = missingLabels(failed)
    if (failed.length > missing.length) return lostRace
    if (missing.length > 0) throw invalidGoalLabels(missing)
    return { goal: toGoalResponse(goal, labels, now) }
  })
}

/** The goal after an edit, still at its old version. */
function editedGoal(current: GoalState, body: InputOf<'updateGoal'>['body']): GoalState {
  const { ownerUserId = current.row.ownerUserId, cadence } = body
  const title = body.title ?? current.row.title
  const text = writeTexts(current.text, title, body)
  const standing = standingAfterEdit(current.standing, current.text, text)
  const row: GoalRow = {
    ...current.row,
    title,
    timeframe: body.timeframe ?? current.row.timeframe,
    labelIds: body.labelIds ?? current.row.labelIds,
    ownerUserId: ownerUserId ?? undefined,
    cadence: cadence === undefined ? current.row.cadence : cadence?.everyDays,
    ...summarize(text, standing),
  }
  return { row, text, standing }
}

/** The fields that differ, with their values before and after. The order of labels does not matter. */
function changesBetween(before: GoalState, after: GoalState): EditedFields {
  const valuesBefore = editableFields(before)
  const valuesAfter = editableFields(after)
  const changed = (Object.keys(valuesAfter) as (keyof EditedFields)[]).filter(
    (field) => !isDeepStrictEqual(valuesBefore[field], valuesAfter[field]),
  )
  return Object.fromEntries(
    changed.map((field) => [field, { from: valuesBefore[field], to: valuesAfter[field] }]),
  )
}

/** What edits show of a goal. Nested objects are rebuilt, because the table returns its own kind of objects. */
function editableFields({ row, text }: GoalState) {
  return {
    title: row.title,
    detailedDescription: text.detailedDescription,
    timeframe: { ...row.timeframe },
    ownerUserId: row.ownerUserId ?? null,
    labelIds: row.labelIds.toSorted(),
    criteria: text.criteria.map(({ id, title, description }) => ({ id, title, description })),
    measures: text.measures.map(({ id, title, unit, start, target }) => ({ id, title, unit, start, target })),
    cadence: row.cadence === undefined ? null : { everyDays: row.cadence },
  }
}
