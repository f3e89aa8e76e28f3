/** More would be throttled by the service, and fewer be slow. */
const requestsAtOnce = 4

/**
 * Does something to each item, some at once.
 * @param onProgress  Called with the number of items that are done.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<void> {
  const waiting = [...items]
  let done = 0
  async function next(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item)
      done += 1
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, next))
}
