import type { Group, Operation } from '@cairn/contract/operation'
import type { OperationId, OutputOf, operationGroups } from '@cairn/contract/registry'
import type { PublicRuntime } from '../configuration/runtime.ts'
import type { GroupHandler, OperationEvent } from './event.ts'
import { successResponse } from './operation.ts'
import { createRequestPipeline, routeTo } from './request-pipeline.ts'

/** Takes nothing, asks for nothing and changes nothing. */
type PublicOperation = Operation & {
  method: 'GET'
  credential: 'none'
  params?: undefined
  query?: undefined
  body?: undefined
}

type Operations<G extends Group> = (typeof operationGroups)[G]
type PublicGroup = { [G in Group]: Operations<G> extends Record<string, PublicOperation> ? G : never }[Group]

/** As `createGroupHandler`, for a group that needs neither credentials nor input nor the database: none is loaded. */
export function createPublicGroupHandler<G extends PublicGroup>(
  runtime: PublicRuntime,
  declarations: Operations<G>,
  handlers: { [Id in keyof Operations<G> & OperationId]: () => Promise<OutputOf<Id>> },
): GroupHandler {
  const pipeline = (operation: Operation) => {
    const handle = (handlers as Record<string, () => Promise<unknown>>)[operation.id]
    if (!handle) throw new Error(`no handler for ${operation.id}`)
    return async (event: OperationEvent) => {
      event.operation = operation
      return successResponse(operation, await handle())
    }
  }
  return createRequestPipeline(runtime, routeTo(Object.values(declarations), pipeline))
}
