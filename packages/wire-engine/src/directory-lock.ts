import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { StartError, systemErrorCode } from '@cairn/local/start-error'

export type DirectoryLock = { release(): Promise<void> }

/**
 * Locks an existing directory for this process. The lock is an abstract Unix socket, which the kernel frees however the process
 * ends, so there are no stale locks. Its name is the directory's device and inode, the same under every path. Only Linux has
 * abstract sockets, and only Linux has the embedded engine. Processes in different network namespaces (containers) do not see
 * each other's locks.
 * @throws StartError if another process holds the lock.
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
