import { isDeepStrictEqual } from 'node:util'
import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import { bodyOf, type GoalRequest, type RequestOf } from './requests.ts'
import {
  type GoalState,
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
            goal.history.slice(0, Number(request.query?.limit ?? 100)),
          )
            ? state
            : undefined,
      }
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
    status: 'active',
    health: null,
    evaluation: null,
    summary: 'Goal published',
    details: '',
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
        history: [published],
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
  const changed: GoalState = {
    ...goal,
    title: body.title ?? goal.title,
    detailedDescription: body.detailedDescription ?? goal.detailedDescription,
    timeframe: body.timeframe ?? goal.timeframe,
    ownerUserId: body.ownerUserId === undefined ? goal.ownerUserId : body.ownerUserId,
    labelIds: body.labelIds?.toSorted() ?? goal.labelIds,
  }
  return {
    outcome: 'ok',
    accept: (response) =>
      isDeepStrictEqual(goalView(bodyOf<'updateGoal'>(request, response).goal), viewOfState(changed))
        ? withGoal(state, params.goalId, changed)
        : undefined,
  }
}

function predictReport(state: State, goal: GoalState, request: RequestOf<'createGoalUpdate'>): Prediction {
  const { body, params } = request
  const content = JSON.stringify(body)
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

  const clearsHealth = body.status === 'completed' || body.status === 'archived'
  const entry: UpdateView = {
    revision: goal.revision + 1,
    status: body.status,
    health: body.health ?? null,
    evaluation: body.evaluation ?? null,
    summary: body.summary,
    details: body.details,
    idempotencyKey: body.idempotencyKey,
  }
  const after = (update: GoalUpdate): GoalState => ({
    ...goal,
    status: body.status,
    health: clearsHealth ? null : (body.health ?? goal.health),
    currentEvaluation: body.evaluation ?? goal.currentEvaluation,
    revision: entry.revision,
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
