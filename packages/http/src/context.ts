import { createBackgroundWork } from '@cairn/domain/background-work'
import type { Context } from '@cairn/domain/context'
import type { OperationEvent } from './event.ts'
import type { Runtime } from './runtime.ts'

/** The domain's context of a request. */
export function contextOf({ database, cursors }: Runtime, event: OperationEvent): Context {
  event.backgroundWork ??= createBackgroundWork()
  return {
    database: { ...database, deadline: event.deadline },
    cursors,
    now: event.now,
    runInBackground: event.backgroundWork.run,
  }
}
