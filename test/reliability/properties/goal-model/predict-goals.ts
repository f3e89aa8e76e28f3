import { isDeepStrictEqual } from 'node:util'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { bodyOf, type GoalRequest, type RequestOf } from './requests.ts'
import {
  editView,
  type GoalState,
  type GoalView,
  goalView,
  type Prediction,
  type State,
  type UpdateView,
  updateView,
  viewOfState,
  withGoal,
} from './state.ts'

/** Predicts the response to a request about goals by the owner of the organization, from the contract. */
export function predictGoal(state: State, request: GoalRequest): Prediction {
  if (request.id === 'createGoal') return predictCreate(state, request)
  const { goalId } = request.params
  const goal = state.goals.get(goalId)
  if (!goal) return { outcome: '404 goal_not_found' }

  switch (request.id) {
    case 'getGoal':
      return {
        outcome: 'ok',
        accept: (response) =>
          isDeepStrictEqual(goalView(bodyOf<'getGoal'>(request, response).goal), viewOfState(goal))
            ? state
            : undefined,
      }
    case 'listGoalUpdates':
      return {
        outcome: 'ok',
        accept: (response) =>
          isDeepStrictEqual(
            bodyOf<'listGoalUpdates'>(request, response).updates.map(updateView),
            (request.query?.order === 'desc' ? goal.history.toReversed() : goal.history).slice(
              0,
              Number(request.query?.limit ?? 100),
            ),
          )
            ? state
            : undefined,
      }
    case 'listGoalEdits':
      return {
        outcome: 'ok',
        accept: (response) => {
          const { edits } = bodyOf<'listGoalEdits'>(request, response)
          const shown = request.query?.order === 'desc' ? goal.edits.toReversed() : goal.edits
          return isDeepStrictEqual(edits.map(editView), shown) ? state : undefined
        },
      }
    case 'acknowledgeGoalUpdate':
      // The owner made all reports.
      return Number(request.params.revision) <= goal.revision
        ? { outcome: '403 acknowledgement_own_report' }
        : { outcome: '404 goal_not_found' }
    case 'deleteGoal':
      return { outcome: 'ok', accept: () => withGoal(state, goalId, undefined) }
    case 'updateGoal':
      return predictUpdate(state, goal, request)
    case 'createGoalUpdate':
      return predictReport(state, goal, request)
  }
}

function hasUnknownLabel(state: State, labelIds: readonly string[] = []): boolean {
  return labelIds.some((id) => !state.labels.has(id))
}

function predictCreate(state: State, request: RequestOf<'createGoal'>): Prediction {
  const { body } = request
  if (hasUnknownLabel(state, body.labelIds)) return { outcome: '400 invalid_goal_labels' }
  const published: UpdateView = {
    revision: 1,
    version: 1,
    goalVersion: 1,
    status: 'active',
    health: null,
    evaluation: null,
    summary: 'Goal published',
    details: '',
    verdicts: [],
    measurements: [],
    idempotencyKey: '',
  }
  return {
    outcome: 'ok',
    accept: (response) => {
      const { goal } = bodyOf<'createGoal'>(request, response)
      const created: GoalState = {
        // The model's descriptions are one short sentence; the default title omits the period.
        title: body.title ?? body.detailedDescription.replace(/\.$/, ''),
        detailedDescription: body.detailedDescription,
        status: 'active',
        health: null,
        timeframe: body.timeframe,
        currentEvaluation: null,
        ownerUserId: body.ownerUserId === undefined ? state.userId : body.ownerUserId,
        labelIds: (body.labelIds ?? []).toSorted(),
        revision: 1,
        version: 1,
        cadence: body.cadence ?? null,
        criteria: criteriaAfter([], body.criteria ?? [], goal),
        measures: measuresAfter([], body.measures ?? [], goal),
        history: [published],
        edits: [],
        usedKeys: new Map(),
      }
      if (state.goals.has(goal.id) || !isDeepStrictEqual(goalView(goal), viewOfState(created)))
        return undefined
      return withGoal(state, goal.id, created)
    },
  }
}

function predictUpdate(state: State, goal: GoalState, request: RequestOf<'updateGoal'>): Prediction {
  const { body, params } = request
  if (hasUnknownLabel(state, body.labelIds)) return { outcome: '400 invalid_goal_labels' }
  if (body.expectedVersion !== undefined && body.expectedVersion !== goal.version) {
    return { outcome: '409 goal_version_conflict' }
  }
  if (body.criteria?.some(({ id }) => id !== undefined && goal.criteria.every((known) => known.id !== id))) {
    return { outcome: '400 invalid_goal_criteria' }
  }
  return {
    outcome: 'ok',
    accept: (response) => {
      const shown = bodyOf<'updateGoal'>(request, response).goal
      const changed: GoalState = {
        ...goal,
        title: body.title ?? goal.title,
        detailedDescription: body.detailedDescription ?? goal.detailedDescription,
        timeframe: body.timeframe ?? goal.timeframe,
        ownerUserId: body.ownerUserId === undefined ? goal.ownerUserId : body.ownerUserId,
        labelIds: body.labelIds?.toSorted() ?? goal.labelIds,
        cadence: body.cadence === undefined ? goal.cadence : body.cadence,
        criteria: body.criteria ? criteriaAfter(goal.criteria, body.criteria, shown) : goal.criteria,
        measures: body.measures ? measuresAfter(goal.measures, body.measures, shown) : goal.measures,
      }
      const fields = editableFields.filter(
        (field) => !isDeepStrictEqual(defined(goal, field), defined(changed, field)),
      )
      // An edit that changes nothing writes nothing.
      const version = goal.version + (fields.length > 0 ? 1 : 0)
      const edits = fields.length > 0 ? [...goal.edits, { version, fields: fields.toSorted() }] : goal.edits
      const after = { ...changed, version, edits }
      return isDeepStrictEqual(goalView(shown), viewOfState(after))
        ? withGoal(state, params.goalId, after)
        : undefined
    },
  }
}

const editableFields = [
  'title',
  'detailedDescription',
  'timeframe',
  'ownerUserId',
  'labelIds',
  'cadence',
  'criteria',
  'measures',
] as const

/** A field as edits compare it: without verdicts and values. */
function defined(goal: GoalState, field: (typeof editableFields)[number]): unknown {
  if (field === 'criteria') return goal.criteria.map(({ result: _, ...definition }) => definition)
  if (field === 'measures') return goal.measures.map(({ value: _, ...definition }) => definition)
  return goal[field]
}

type Written = RequestOf<'updateGoal'>['body']

/** Known ids keep verdicts, unless their text changes. New ones have the ids that the response shows. */
function criteriaAfter(
  before: GoalView['criteria'],
  written: NonNullable<Written['criteria']>,
  shown: Goal,
): GoalView['criteria'] {
  return written.map(({ id: named, title, description }, index) => {
    const id = named ?? shown.criteria[index]?.id ?? ''
    const known = before.find((criterion) => criterion.id === id)
    const isSame = known?.title === title && known.description === description
    return { id, title, description, result: isSame ? known.result : null }
  })
}

function measuresAfter(
  before: GoalView['measures'],
  written: NonNullable<Written['measures']>,
  shown: Goal,
): GoalView['measures'] {
  return written.map(({ id: named, title, start, target }, index) => {
    const id = named ?? shown.measures[index]?.id ?? ''
    return { id, title, start, target, value: before.find((measure) => measure.id === id)?.value ?? null }
  })
}

function predictReport(state: State, goal: GoalState, request: RequestOf<'createGoalUpdate'>): Prediction {
  const { body, params } = request
  const { expectedRevision: _, ...repeatable } = body
  const content = JSON.stringify(repeatable)
  const used = goal.usedKeys.get(body.idempotencyKey)
  // The key is checked before the revision.
  if (used && used.content !== content) return { outcome: '409 goal_update_idempotency_conflict' }
  if (used) {
    return {
      outcome: 'ok',
      accept: (response) => {
        const { update } = bodyOf<'createGoalUpdate'>(request, response)
        const isSame = update.id === used.updateId && isDeepStrictEqual(updateView(update), used.update)
        return isSame ? state : undefined
      },
    }
  }
  if (body.expectedRevision !== goal.revision) return { outcome: '409 goal_revision_conflict' }
  const isUnknown = (known: { id: string }[], id: string) => !known.some((one) => one.id === id)
  if (body.verdicts?.some(({ criterionId }) => isUnknown(goal.criteria, criterionId))) {
    return { outcome: '400 invalid_goal_criteria' }
  }
  if (body.measurements?.some(({ measureId }) => isUnknown(goal.measures, measureId))) {
    return { outcome: '400 invalid_goal_measures' }
  }

  const clearsHealth = body.status === 'completed' || body.status === 'archived'
  const entry: UpdateView = {
    revision: goal.revision + 1,
    version: goal.version + 1,
    goalVersion: goal.version,
    status: body.status,
    health: body.health ?? null,
    evaluation: body.evaluation ?? null,
    summary: body.summary,
    details: body.details,
    verdicts: body.verdicts ?? [],
    measurements: body.measurements ?? [],
    idempotencyKey: body.idempotencyKey,
  }
  const after = (update: GoalUpdate): GoalState => ({
    ...goal,
    status: body.status,
    health: clearsHealth ? null : (body.health ?? goal.health),
    currentEvaluation: body.evaluation ?? goal.currentEvaluation,
    revision: entry.revision,
    version: entry.version,
    criteria: goal.criteria.map((criterion) => ({
      ...criterion,
      result:
        entry.verdicts.find(({ criterionId }) => criterionId === criterion.id)?.result ?? criterion.result,
    })),
    measures: goal.measures.map((measure) => ({
      ...measure,
      value: entry.measurements.find(({ measureId }) => measureId === measure.id)?.value ?? measure.value,
    })),
    history: [...goal.history, entry],
    usedKeys: new Map(goal.usedKeys).set(body.idempotencyKey, {
      content,
      updateId: update.id,
      update: entry,
    }),
  })
  return {
    outcome: 'ok',
    accept: (response) => {
      const { update } = bodyOf<'createGoalUpdate'>(request, response)
      if (!isDeepStrictEqual(updateView(update), entry)) return undefined
      return withGoal(state, params.goalId, after(update))
    },
  }
}
