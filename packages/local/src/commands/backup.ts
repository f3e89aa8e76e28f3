import { existsSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFileName } from '@cairn/engine'
import { readSettings } from '../settings.ts'
import { printSentence, StartError, sentenceOf, systemErrorCode } from '../start-error.ts'

const usage = `Usage: npm run backup -- <file>

Copies the database in DATA_DIR to a new file. The service may run.
To restore it, stop the service, delete engine.sqlite, engine.sqlite-wal and engine.sqlite-shm in DATA_DIR, copy the file there
as engine.sqlite, run \`npm run check-integrity\`, and start the service.`

const busyTimeoutMilliseconds = 10_000

/**
 * Copies a consistent state of the database. The service continues to read and write: SQLite's write-ahead log
 * shows a reader the state at its beginning.
 */
async function backUp(source: string, target: string): Promise<void> {
  const handle = await createNewFile(target)
  try {
    copyDatabase(source, target)
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

function copyDatabase(source: string, target: string): void {
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

const [file, ...more] = process.argv.slice(2)
try {
  if (!file || file.startsWith('-') || more.length > 0) throw new StartError(usage)
  const { dataDirectory, endpoint } = readSettings(process.env)
  if (endpoint !== undefined)
    throw new StartError('DYNAMODB_ENDPOINT is set. Back that database up with its own tools.')
  const source = path.resolve(dataDirectory, databaseFileName)
  if (!existsSync(source)) {
    throw new StartError(
      `There is no Cairn database in ${path.resolve(dataDirectory)}. Set DATA_DIR to the service's data directory.`,
    )
  }
  await backUp(source, file)
  console.log(`Saved a backup of ${source} as ${path.resolve(file)}.`)
} catch (error) {
  printSentence(error)
  process.exitCode = 1
}
