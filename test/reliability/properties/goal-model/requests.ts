import type { Client } from '@cairn/contract/http/client'
import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { OutputOf, operations } from '@cairn/contract/registry/registry'
import { type Result, responseTo } from '../../../support/requests/outcomes.ts'

type RequestTo<Id extends keyof typeof operations> = { id: Id } & OperationRequest<(typeof operations)[Id]>

/** The requests that the model predicts. Lists are read only when no other request is in flight. */
export type GoalRequest =
  | RequestTo<'createGoal'>
  | RequestTo<'getGoal'>
  | RequestTo<'updateGoal'>
  | RequestTo<'deleteGoal'>
  | RequestTo<'listGoalUpdates'>
  | RequestTo<'createGoalUpdate'>
  | RequestTo<'listGoalEdits'>
  | RequestTo<'acknowledgeGoalUpdate'>
export type LabelRequest =
  | RequestTo<'createGoalLabel'>
  | RequestTo<'getGoalLabel'>
  | RequestTo<'updateGoalLabel'>
  | RequestTo<'deleteGoalLabel'>
export type ModelRequest = GoalRequest | LabelRequest

export type RequestOf<Id extends ModelRequest['id']> = Extract<ModelRequest, { id: Id }>
export type AnyResponse = Result<unknown>

/** A request with its response. */
export type Exchange = { request: ModelRequest; response: AnyResponse }

export async function send(api: Client, { id, ...request }: ModelRequest): Promise<AnyResponse> {
  // The type of each request matches its operation.
  const call = api[id] as (request: object) => Promise<unknown>
  return responseTo(call(request))
}

/** The body of a success as its operation declares it. */
export function bodyOf<Id extends ModelRequest['id']>(_: RequestOf<Id>, response: AnyResponse): OutputOf<Id> {
  return response.body as OutputOf<Id>
}
