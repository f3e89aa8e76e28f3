import type { GoalUpdate } from '@cairn/contract/schemas/goal-history'
import type { GoalLabel } from '@cairn/contract/schemas/goal-labels'
import type { Goal } from '@cairn/contract/schemas/goals'
import type { Outcome } from '../../support/requests/outcomes.ts'
import type { AnyResponse } from './requests.ts'

/** The part of a goal that the model predicts: all but ids, times and the names of its labels. */
export type GoalView = Pick<
  Goal,
  'title' | 'detailedDescription' | 'status' | 'health' | 'timeframe' | 'currentEvaluation' | 'ownerUserId'
> & { labelIds: string[]; revision: number }

/** The part of a history entry that the model predicts: all but ids and times. */
export type UpdateView = Pick<
  GoalUpdate,
  'revision' | 'status' | 'health' | 'evaluation' | 'summary' | 'details' | 'idempotencyKey'
>

export type LabelView = Pick<GoalLabel, 'name' | 'color' | 'description'>

type UsedKey = { content: string; updateId: string; update: UpdateView }

export type GoalState = GoalView & { history: UpdateView[]; usedKeys: ReadonlyMap<string, UsedKey> }

/** The content of one organization, as its owner sees it. Immutable. */
export type State = {
  /** The id of the owner, who sends all requests. */
  userId: string
  goals: ReadonlyMap<string, GoalState>
  labels: ReadonlyMap<string, LabelView>
}

/**
 * The expected outcome of a request. For a success, `accept` returns the state after the response, or undefined if the
 * response is wrong.
 */
export type Prediction = { outcome: Outcome; accept?: (response: AnyResponse) => State | undefined }

export function emptyState(userId: string): State {
  return { userId, goals: new Map(), labels: new Map() }
}

export function goalView(goal: Goal): GoalView {
  return {
    title: goal.title,
    detailedDescription: goal.detailedDescription,
    status: goal.status,
    health: goal.health,
    timeframe: goal.timeframe,
    currentEvaluation: goal.currentEvaluation,
    ownerUserId: goal.ownerUserId,
    labelIds: goal.labels.map(({ id }) => id).toSorted(),
    revision: goal.revision,
  }
}

/** Details and key are left out for the first entry, of which the contract defines only revision, status and summary. */
export function updateView(update: GoalUpdate): UpdateView {
  const { revision, status, health, evaluation, summary } = update
  const isReport = revision > 1
  const details = isReport ? update.details : ''
  const idempotencyKey = isReport ? update.idempotencyKey : ''
  return { revision, status, health, evaluation, summary, details, idempotencyKey }
}

export function labelView({ name, color, description }: GoalLabel): LabelView {
  return { name, color, description }
}

/** The view of a goal that the service must return. */
export function viewOfState({ history: _, usedKeys: __, ...view }: GoalState): GoalView {
  return view
}

export function withGoal(state: State, goalId: string, goal: GoalState | undefined): State {
  const goals = new Map(state.goals)
  if (goal) goals.set(goalId, goal)
  else goals.delete(goalId)
  return { ...state, goals }
}

export function withLabel(state: State, labelId: string, label: LabelView | undefined): State {
  const labels = new Map(state.labels)
  if (label) labels.set(labelId, label)
  else labels.delete(labelId)
  return { ...state, labels }
}

/** Compares label names as the contract does. */
export function sameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
