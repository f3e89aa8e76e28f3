/** npm forwards Ctrl-C to the service, which the terminal has signaled already. A repeat within this time is not a second Ctrl-C. */
const repeatMilliseconds = 500

/**
 * Returns the handler of all signals that stop the service: the first stops it and then exits. The second exits at once, because
 * acknowledged writes are on disk.
 *
 * @param now  Milliseconds that only grow.
 */
export function createSignalHandler({
  stop,
  exit,
  now,
}: {
  stop: () => Promise<void>
  exit: () => void
  now: () => number
}): () => Promise<void> {
  let firstAt: number | undefined
  return async () => {
    if (firstAt === undefined) {
      firstAt = now()
      await stop()
      exit()
    } else if (now() - firstAt > repeatMilliseconds) exit()
  }
}
