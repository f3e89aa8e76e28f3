import type { Hold, WaitingCaller } from '@cairn/domain/requests/context'
import { requestBudgetMilliseconds } from '@cairn/domain/storage/database/retry'
import type { Runtime } from '../../configuration/runtime.ts'
import type { OperationEvent } from '../event.ts'
import type { RequestHandler } from '../request-pipeline.ts'
import type { EventWait, EventWaits } from './event-waits.ts'

/**
 * Holds a request while its operation has nothing to return, and runs it again when something has happened.
 *
 *   run ─▶ nothing new ─▶ hold ── event ─────────────────────────▶ run again
 *                              ── time, shutdown, client gone ───▶ the response of the last run
 *
 * A held request has no turn of its caller, no deadline and no database call. Every run verifies the credential and reads the role, so whoever
 * loses access meanwhile gets no event.
 */
export function holdRequest(
  runtime: Pick<Runtime, 'clock'>,
  waits: EventWaits,
  handle: RequestHandler,
): RequestHandler {
  return async (event) => {
    const hold = createHold(waits)
    event.hold = hold
    try {
      for (;;) {
        const response = await handle(event)
        await event.requestTasks?.settle(event.deadline)
        if (!(await hold.events(event))) return response
        event.now = runtime.clock()
        event.deadline = Date.now() + requestBudgetMilliseconds
        event.context = undefined
        event.requestTasks = undefined
      }
    } finally {
      hold.close()
    }
  }
}

function createHold(waits: EventWaits): Hold &
  Pick<EventWait, 'close'> & {
    events(event: OperationEvent): Promise<boolean>
  } {
  let wait: EventWait | undefined
  let seconds = 0
  return {
    // An operation may run twice, and the first time for a caller who turns out to be another one.
    begin(caller: WaitingCaller) {
      wait?.close()
      seconds = 0
      wait = waits.open(caller)
      return wait !== undefined
    },
    keep(maximumSeconds) {
      seconds = maximumSeconds
    },
    async events({ startedAt, clientGone }) {
      const milliseconds = startedAt + seconds * 1000 - Date.now()
      return wait !== undefined && milliseconds > 0 && wait.events(milliseconds, clientGone)
    },
    close: () => wait?.close(),
  }
}
