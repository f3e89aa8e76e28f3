import { createBackgroundWork } from '@cairn/domain/background-work'
import type { Context } from '@cairn/domain/context'
import type { Runtime } from '../configuration/runtime.ts'
import type { OperationEvent } from './event.ts'

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
