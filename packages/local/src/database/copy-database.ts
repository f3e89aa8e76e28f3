import { type FileHandle, open, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { StartError, sentenceOf, systemErrorCode } from '../start-error.ts'

const busyTimeoutMilliseconds = 10_000

/**
 * Copies a consistent state of the database. The service continues to read and write: SQLite's write-ahead log
 * shows a reader the state at its beginning.
 * @throws StartError if `target` exists or cannot be written. An incomplete copy is removed.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const handle = await createNewFile(target)
  try {
    copyInto(source, target)
    await handle.sync()
  } catch (error) {
    await rm(target, { force: true })
    throw new StartError(`Cannot write the backup ${target}: ${sentenceOf(error)}`)
  } finally {
    await handle.close()
  }
}

/** Only its owner can read it: the copy contains password hashes. */
async function createNewFile(target: string): Promise<FileHandle> {
  try {
    return await open(target, 'wx', 0o600)
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') throw new StartError(`${target} exists. Name a new file.`)
    throw new StartError(`Cannot write the backup ${target}: ${sentenceOf(error)}`)
  }
}

function copyInto(source: string, target: string): void {
  const database = new DatabaseSync(source, { readOnly: true, timeout: busyTimeoutMilliseconds })
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
  const copy = new DatabaseSync(target, { readOnly: true })
  try {
    const [finding] = Object.values(copy.prepare('PRAGMA quick_check(1)').get() ?? {})
    if (finding !== 'ok') throw new Error(`the copy is damaged: ${finding}`)
  } finally {
    copy.close()
  }
}
