import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { GoalLabel } from '@cairn/contract/schemas/goals/goal-labels'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import type { Outcome } from '../../../support/requests/outcomes.ts'
import type { AnyResponse } from './requests.ts'

/** The part of a goal that the model predicts: all but ids, times and the names of its labels. */
export type GoalView = Pick<
  Goal,
  | 'title'
  | 'detailedDescription'
  | 'status'
  | 'health'
  | 'timeframe'
  | 'currentEvaluation'
  | 'ownerUserId'
  | 'cadence'
> & {
  labelIds: string[]
  revision: number
  version: number
  criteria: { id: string; title: string; description: string; result: EvaluationResult | null }[]
  measures: { id: string; title: string; start: number; target: number; value: number | null }[]
}

type EvaluationResult = NonNullable<Goal['currentEvaluation']>['result']

/** The part of a history entry that the model predicts: all but ids and times. */
export type UpdateView = Pick<
  GoalUpdate,
  | 'revision'
  | 'version'
  | 'goalVersion'
  | 'status'
  | 'health'
  | 'evaluation'
  | 'summary'
  | 'details'
  | 'verdicts'
  | 'measurements'
  | 'idempotencyKey'
>

/** An edit: its version and what it changed. */
export type EditView = { version: number; fields: string[] }

export type LabelView = Pick<GoalLabel, 'name' | 'color' | 'description'>

type UsedKey = { content: string; updateId: string; update: UpdateView }

export type GoalState = GoalView & {
  history: UpdateView[]
  edits: EditView[]
  usedKeys: ReadonlyMap<string, UsedKey>
}

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
    version: goal.version,
    cadence: goal.cadence,
    criteria: goal.criteria.map(({ id, title, description, verdict }) => ({
      id,
      title,
      description,
      result: verdict?.result ?? null,
    })),
    measures: goal.measures.map(({ id, title, start, target, current }) => ({
      id,
      title,
      start,
      target,
      value: current?.value ?? null,
    })),
  }
}

export function editView({ version, fields }: GoalEdit): EditView {
  return { version, fields: Object.keys(fields).toSorted() }
}

/** Details and key are left out for the first entry, of which the contract defines only revision, status and summary. */
export function updateView(update: GoalUpdate): UpdateView {
  const { revision, version, goalVersion, status, health, evaluation, summary, verdicts, measurements } =
    update
  const isReport = revision > 1
  const details = isReport ? update.details : ''
  const idempotencyKey = isReport ? update.idempotencyKey : ''
  return {
    revision,
    version,
    goalVersion,
    status,
    health,
    evaluation,
    summary,
    details,
    verdicts,
    measurements,
    idempotencyKey,
  }
}

export function labelView({ name, color, description }: GoalLabel): LabelView {
  return { name, color, description }
}

/** The view of a goal that the service must return. */
export function viewOfState({ history: _, edits: __, usedKeys: ___, ...view }: GoalState): GoalView {
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
