import type { Client } from '@cairn/contract/client'
import type { OperationRequest } from '@cairn/contract/operation'
import type { OutputOf, operations } from '@cairn/contract/registry'
import { type Answer, answerTo } from '../../support/requests/outcomes.ts'

type RequestTo<Id extends keyof typeof operations> = { id: Id } & OperationRequest<(typeof operations)[Id]>

/** What the model knows how to predict. Lists are looked at when nothing else is under way. */
export type GoalRequest =
  | RequestTo<'createGoal'>
  | RequestTo<'getGoal'>
  | RequestTo<'updateGoal'>
  | RequestTo<'deleteGoal'>
  | RequestTo<'listGoalUpdates'>
  | RequestTo<'createGoalUpdate'>
export type LabelRequest =
  | RequestTo<'createGoalLabel'>
  | RequestTo<'getGoalLabel'>
  | RequestTo<'updateGoalLabel'>
  | RequestTo<'deleteGoalLabel'>
export type ModelRequest = GoalRequest | LabelRequest

export type RequestOf<Id extends ModelRequest['id']> = Extract<ModelRequest, { id: Id }>
export type AnyAnswer = Answer<unknown>

/** An answered request. */
export type Exchange = { request: ModelRequest; answer: AnyAnswer }

export async function send(api: Client, { id, ...request }: ModelRequest): Promise<AnyAnswer> {
  // Each request has the form of its own operation.
  const call = api[id] as (request: object) => Promise<unknown>
  return answerTo(call(request))
}

/** The body of a success as its operation declares it. */
export function bodyOf<Id extends ModelRequest['id']>(_: RequestOf<Id>, answer: AnyAnswer): OutputOf<Id> {
  return answer.body as OutputOf<Id>
}
