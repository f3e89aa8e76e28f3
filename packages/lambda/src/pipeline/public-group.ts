import type { Operation } from '@cairn/contract/registry/operation'
import type { OperationId, OutputOf } from '@cairn/contract/registry/registry'
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

/** `createGroupHandler` for a group without credentials, input and database. It loads none of what these need. */
export function createPublicGroupHandler<D extends Record<string, PublicOperation>>(
  runtime: PublicRuntime,
  declarations: D,
  implementations: { [Id in keyof D & OperationId]: () => Promise<OutputOf<Id>> },
): GroupHandler {
  const router = createRouter(Object.values(declarations), (operation) => {
    const implementation = (implementations as Record<string, () => Promise<unknown>>)[operation.id]
    if (!implementation) throw new Error(`There is no implementation of ${operation.id}.`)
    return async (event) => {
      event.operation = operation
      return successResponse(operation, await implementation())
    }
  })
  return createRequestPipeline(runtime, router)
}
