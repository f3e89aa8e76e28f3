import { rmdirSync } from 'node:fs'
import { mkdir, rmdir, stat } from 'node:fs/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { cleanedUp } from './cleaned-up.ts'

const pauseMilliseconds = 100
/** Longer than a request may take. */
const longestWaitMilliseconds = 45_000

/**
 * Runs one process at a time. A folder is a lock on every platform: only one process can make it.
 * @throws `CommandError` if another process holds it for too long.
 */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + longestWaitMilliseconds
  while (!(await isMade(folder))) {
    // Left behind by a process that was killed.
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > longestWaitMilliseconds) await rmdir(folder).catch(() => undefined)
    else if (Date.now() > until) {
      throw new CommandError('Another cairn command changes the sign-ins.', exitCodes.tryLater)
    } else await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
  return cleanedUp(() => release(folder), work)
}

function release(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Another process took it for left behind.
  }
}

async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
