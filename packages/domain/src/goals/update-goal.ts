import { isDeepStrictEqual } from 'node:util'
import { editableFieldNames } from '@cairn/contract/goals/fields'
import type { InputOf } from '@cairn/contract/registry/registry'
import type { EditedFields } from '@cairn/contract/schemas/goals/goal-history'
import { recordGoalEvent } from '../background/changes/record-events.ts'
import { editEvent } from '../events/goal-events.ts'
import type { Implementation } from '../requests/operation.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { goalEditEntity } from '../storage/table/entities/goals/goal-edit.ts'
import type { GoalRow } from '../storage/table/entities/goals/goal-row.ts'
import { writtenFields } from '../storage/table/entities/goals/row-fields.ts'
import { createRecord } from '../storage/table/entity.ts'
import { readShownLinks } from './continuing/links.ts'
import { claimConflict, versionConflict } from './history/conflict.ts'
import { editGoal } from './history/edit-goal.ts'
import { missingLabels } from './labels/label-counts.ts'
import {
  invalidGoalLabels,
  type Labels,
  readLabelDirectory,
  readLabels,
  requireLabels,
} from './labels/read-goal-labels.ts'
import { editableValues } from './record/editable-values.ts'
import { type GoalState, readGoal } from './record/read-goal.ts'
import { summarize } from './record/summarize.ts'
import { toGoalResponse } from './record/to-goal-response.ts'
import { writeGoal } from './record/write-goal.ts'
import { standingAfterEdit, writeTexts } from './record/write-texts.ts'
import { rightItem, settleRight } from './review/right-to-weaken.ts'
import { isReviewersEdit, rightToWeaken } from './review/verification.ts'
import { requireMayAssignTo, requirePerson, requireVisible, requireWritable } from './rules/authority.ts'
import { invalidGoalOwner, isMemberOrNobody, requirePossibleReviewer } from './rules/goal-owner.ts'
import { placeGoal } from './tree/deciding/place-goal.ts'
import { isPlaced } from './tree/deciding/wanted-place.ts'
import { relationsOfEdit, relationsToFollow } from './tree/following/relation-change.ts'
import { readFamily } from './tree/reading/family.ts'
import { readRelations } from './tree/reading/relations.ts'
import { readAuthority } from './tree/reading/sight.ts'
import { readWatching } from './watching/watch-record.ts'
import { goalClaimed } from './work/claims/claim-errors.ts'
import { type ClaimedWrite, readClaim, refusalOf, requiredClaim } from './work/claims/guard-write.ts'

/**
 * Edits a goal, except its status, health, evaluation and revision, which only reports change. Absent fields keep the
 * value that they have at the time of the write: if another write comes first, everything is read and decided again, unless
 * the caller expects a version. An edit that changes nothing writes nothing.
 */
export const updateGoal: Implementation<'updateGoal'> = async (context, access, { params, body }) => {
  const { database, now } = context
  const { organizationId } = access
  const { goalId } = params
  const claimed: ClaimedWrite = { organizationId, goalId, claimFence: body.claimFence }
  if (body.budget !== undefined) requirePerson(access)
  return retryOnLostRace(database, async () => {
    const [
      authority,
      role,
      stored,
      labelsOf,
      possibleOwner,
      possibleReviewer,
      familyOf,
      claim,
      watchingOf,
      links,
    ] = await Promise.all([
      readAuthority(database, access, goalId),
      access.role,
      readGoal(database, organizationId, goalId),
      body.labelIds
        ? readLabels(database, organizationId, body.labelIds).then((labels) => async () => labels)
        : readLabelDirectory(database, organizationId),
      isMemberOrNobody(database, access, body.ownerUserId),
      isMemberOrNobody(database, access, body.reviewerUserId),
      readFamily(context, { organizationId, goalId }),
      readClaim(database, access, claimed),
      readWatching(database, access, goalId),
      readShownLinks(database, access, goalId),
    ])
    const current =
      stored && isReviewersEdit(access, stored, body)
        ? requireVisible(authority, stored)
        : requireWritable(authority, stored)
    const { row } = current
    const refusal = refusalOf(access, claimed, claim, now)
    if (refusal === 'goal_claimed') throw goalClaimed(claim, now)
    if (refusal) {
      const missed = { database, access: { ...access, ...authority }, goal: row }
      throw await claimConflict(missed, { version: body.expectedVersion ?? row.version }, claim, now)
    }
    if (body.expectedVersion !== undefined && body.expectedVersion !== row.version) {
      throw await versionConflict(
        { database, access: { ...access, ...authority }, goal: row },
        body.expectedVersion,
      )
    }
    const ownerChanges = body.ownerUserId !== undefined && body.ownerUserId !== (row.ownerUserId ?? null)
    if (ownerChanges) {
      requireMayAssignTo(authority, body.ownerUserId)
      if (!possibleOwner) throw invalidGoalOwner()
    }
    const reviewerChanges =
      body.reviewerUserId !== undefined && body.reviewerUserId !== (row.reviewerUserId ?? null)
    if (ownerChanges || reviewerChanges) {
      // One who has left the organization may stay.
      requirePossibleReviewer({ ...writtenFields(row, body) }, !reviewerChanges || possibleReviewer)
    }
    if (body.labelIds) requireLabels(await labelsOf(body.labelIds), body.labelIds)

    const before = { row, family: await familyOf(row) }
    const placement = isPlaced(body)
      ? await placeGoal(database, { access, goalId, before, written: body })
      : { written: {}, family: before.family, items: () => ({}), early: () => ({}), traits: [], derived: {} }
    const { parentGoalId: _parent, blockedByGoalIds: _blockers, ...others } = body
    const edited = editedGoal(current, { ...others, ...placement.written })
    const right = rightToWeaken({ ...access, role }, current, edited)
    const fields = changesBetween(current, edited)
    const present = async (shown: GoalState, labels: Labels) => {
      const viewer = { organizationId, ...authority }
      const relations = await readRelations(database, viewer, shown.row, async () => placement.family, now)
      return {
        goal: { ...toGoalResponse(shown, labels, relations, now), ...watchingOf(shown.row), ...links },
      }
    }
    if (Object.keys(fields).length === 0) return present(current, await labelsOf(row.labelIds))
    const { goal, record } = editGoal(current, edited, fields, access, now)
    // Labels that the directory does not contain are read while the goal is written, which saves a fourth round trip.
    const [labels, failed] = await Promise.all([
      labelsOf(goal.row.labelIds),
      writeGoal(
        context,
        goal,
        current,
        {
          ...placement.items(goal.row),
          history: { Put: createRecord(goalEditEntity, record) },
          claim: requiredClaim(access, claimed, claim),
          right: rightItem(access, right),
          change: recordGoalEvent(
            database,
            organizationId,
            editEvent(record, goal.row.title),
            relationsToFollow(relationsOfEdit(record), goal.row),
          ),
        },
        { early: placement.early(goal.row), derived: placement.derived, traits: placement.traits },
      ),
    ])
    if (failed.includes('right')) return settleRight(database, access, right)
    const missing = missingLabels(failed)
    if (failed.length > missing.length) return lostRace
    if (missing.length > 0) throw invalidGoalLabels(missing)
    return present(goal, labels)
  })
}

/** The goal after an edit, still at its old version. */
function editedGoal(current: GoalState, body: InputOf<'updateGoal'>['body']): GoalState {
  const fields = writtenFields(current.row, body)
  const text = writeTexts(current.text, fields.title, body)
  const standing = standingAfterEdit(current.standing, current.text, text)
  const row: GoalRow = {
    ...current.row,
    ...fields,
    ...summarize(text, standing),
  }
  return { row, text, standing }
}

/** The fields that differ, with their values before and after. The order of labels does not matter. */
function changesBetween(before: GoalState, after: GoalState): EditedFields {
  const valuesBefore = editableValues(before)
  const valuesAfter = editableValues(after)
  const changed = editableFieldNames.filter(
    (field) => !isDeepStrictEqual(valuesBefore[field], valuesAfter[field]),
  )
  return Object.fromEntries(
    changed.map((field) => [field, { from: valuesBefore[field], to: valuesAfter[field] }]),
  )
}
