/**
 * Runs work and cleans up after it, also if the process exits in the middle, as it does at Ctrl-C.
 *
 * @param clean  Synchronous, as all that runs at the exit. It may find nothing to clean.
 */
export async function cleanedUp<T>(clean: () => void, work: () => Promise<T>): Promise<T> {
  process.once('exit', clean)
  try {
    return await work()
  } finally {
    process.off('exit', clean)
    clean()
  }
}
