/**
 * Loaded into the service before its own code (`--import`). Reports to its parent, on request, how many resources keep the process
 * alive, and how much memory is in use after a garbage collection.
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
// The channel to the parent must not keep the process alive.
process.channel?.unref()
