import type { Group, Operation } from '@cairn/contract/operation'
import type { OperationId, OutputOf, operationGroups } from '@cairn/contract/registry'
import type { PublicRuntime } from '../configuration/runtime.ts'
import type { GroupHandler } from './event.ts'
import { successResponse } from './operation.ts'
import { createRequestPipeline, createRouter } from './request-pipeline.ts'

/** An operation without credential and input that changes nothing. */
type PublicOperation = Operation & {
  method: 'GET'
  credential: 'none'
  params?: undefined
  query?: undefined
  body?: undefined
}

type Operations<G extends Group> = (typeof operationGroups)[G]
type PublicGroup = { [G in Group]: Operations<G> extends Record<string, PublicOperation> ? G : never }[Group]

/** `createGroupHandler` for a group without credentials, input and database. It loads none of what these need. */
export function createPublicGroupHandler<G extends PublicGroup>(
  runtime: PublicRuntime,
  declarations: Operations<G>,
  implementations: { [Id in keyof Operations<G> & OperationId]: () => Promise<OutputOf<Id>> },
): GroupHandler {
  const operations: Operation[] = Object.values(declarations)
  const router = createRouter(operations, (operation) => {
    const implementation = (implementations as Record<string, () => Promise<unknown>>)[operation.id]
    if (!implementation) throw new Error(`There is no implementation of ${operation.id}.`)
    return async (event) => {
      event.operation = operation
      return successResponse(operation, await implementation())
    }
  })
  return createRequestPipeline(runtime, router)
}
