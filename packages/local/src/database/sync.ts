import { open } from 'node:fs/promises'

/** Writes what the system has not yet written of a file, or of the names in a directory, to the disk. */
export async function sync(fileOrDirectory: string): Promise<void> {
  // Windows cannot sync a directory.
  if (process.platform === 'win32') return
  const handle = await open(fileOrDirectory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
