import type { Context } from '@cairn/domain/context'
import type { OperationEvent } from './event.ts'
import type { Runtime } from './runtime.ts'

/** The domain's context of a request. */
export function contextOf({ database, cursors }: Runtime, event: OperationEvent): Context {
  return { database: { ...database, deadline: event.deadline }, cursors, now: event.now }
}
