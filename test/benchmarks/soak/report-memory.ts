/**
 * Loaded into the service before its own code (`--import`): tells its parent, when asked, how much memory is in use after
 * a collection, and what keeps the process alive.
 */
export type MemoryReport = { heapBytes: number; handles: number }

process.on('message', (message) => {
  if (message !== 'memory') return
  globalThis.gc?.()
  const report: MemoryReport = {
    heapBytes: process.memoryUsage().heapUsed,
    handles: process.getActiveResourcesInfo().length,
  }
  process.send?.(report)
})
// Being asked is no reason to stay.
process.channel?.unref()
