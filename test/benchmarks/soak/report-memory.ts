/**
 * Loaded into the service before its own code (`--import`): tells its parent, when asked, what keeps the process alive, and
 * how much memory is in use after a collection.
 */
export type Question = 'handles' | 'memory'
export type Reply = { handles: number; heapBytes: number }

process.on('message', (question: Question) => {
  if (question === 'memory') globalThis.gc?.()
  const reply: Reply = {
    handles: process.getActiveResourcesInfo().length,
    heapBytes: process.memoryUsage().heapUsed,
  }
  process.send?.(reply)
})
// Being asked is no reason to stay.
process.channel?.unref()
