import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { StartError, systemErrorCode } from '../start-error.ts'

export type DirectoryLock = { release(): Promise<void> }

/**
 * Takes an existing directory for this process alone. The lock is an abstract Unix socket: the kernel frees it
 * whenever and however the process ends, so there is never a stale lock to judge. Its name is the directory's
 * device and inode, the same under every path that leads there. Only Linux has abstract sockets, as only Linux has
 * the embedded engine; processes in different network namespaces (containers) do not see each other's locks.
 * @throws StartError where another process holds it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const { dev, ino } = await stat(directory, { bigint: true })
  const server = createServer((connection) => connection.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(`\0cairn-data-${dev}-${ino}`, resolve)
  }).catch((error) => {
    if (systemErrorCode(error) !== 'EADDRINUSE') throw error
    throw new StartError(`Another service is using the data directory ${directory} (DATA_DIR).`)
  })
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}
