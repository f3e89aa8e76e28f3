/**
 * Shares a busy process among its callers.
 *
 * The event loop serves all requests alike, so a program with 64 connections would take 64 turns for each one of a person.
 * While requests of different callers arrive, each caller has at most a few running; its others wait. A caller who is
 * alone runs as many as it likes, so a single program can use the whole machine. On Lambda a process has one request at
 * a time, and nobody ever waits.
 */

/** Enough to use the processor while some wait for the disk; few enough that others hardly wait. */
const defaultAtOnce = 4
/** A caller counts as alone if nobody else has sent anything for this long. */
const defaultAloneAfterMilliseconds = 1_000

export type CallerTurns = {
  /** Does the work of a request when it is its turn. */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>
}

export type CallerTurnsOptions = {
  /** Requests of one caller that run at once while there are others. */
  atOnce?: number
  aloneAfterMilliseconds?: number
  /** A clock that never goes back, in milliseconds. */
  now?: () => number
}

/** The requests of one caller. */
type CallerQueue = { running: number; waiting: (() => void)[] }

export function createCallerTurns({
  atOnce = defaultAtOnce,
  aloneAfterMilliseconds = defaultAloneAfterMilliseconds,
  now = () => performance.now(),
}: CallerTurnsOptions = {}): CallerTurns {
  const queues = new Map<string, CallerQueue>()
  let lastCaller: string | undefined
  let sharedUntil = Number.NEGATIVE_INFINITY

  const mayStart = ({ running }: CallerQueue) => running < atOnce || now() >= sharedUntil

  function queueOf(caller: string): CallerQueue {
    const known = queues.get(caller)
    if (known) return known
    const queue = { running: 0, waiting: [] }
    queues.set(caller, queue)
    return queue
  }

  function noteArrival(caller: string): void {
    if (lastCaller !== undefined && lastCaller !== caller) sharedUntil = now() + aloneAfterMilliseconds
    lastCaller = caller
  }

  function end(caller: string, queue: CallerQueue): void {
    queue.running--
    while (queue.waiting.length > 0 && mayStart(queue)) {
      queue.running++
      queue.waiting.shift()?.()
    }
    if (queue.running === 0) queues.delete(caller)
  }

  return {
    async run(caller, work) {
      noteArrival(caller)
      const queue = queueOf(caller)
      if (mayStart(queue) && queue.waiting.length === 0) queue.running++
      else await new Promise<void>((resolve) => queue.waiting.push(resolve))
      try {
        return await work()
      } finally {
        end(caller, queue)
      }
    },
  }
}
