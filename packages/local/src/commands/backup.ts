import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFileName } from '@cairn/engine'
import { readSettings } from '../settings.ts'
import { printSentence, StartError, sentenceOf } from '../start-error.ts'

const usage = `Usage: npm run backup -- <file>

Writes a copy of the database in DATA_DIR to a new file, also while the service runs.
To restore it, stop the service, delete engine.sqlite and the files that begin with engine.sqlite- in DATA_DIR, and copy the
file there as engine.sqlite.`

/**
 * Copies a consistent state of the database. The service keeps reading and writing meanwhile: SQLite's write-ahead log shows a
 * reader the state at its beginning.
 */
async function backUp(source: string, target: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 10_000 })
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
  const copy = new DatabaseSync(target, { readOnly: true })
  const [finding] = Object.values(copy.prepare('PRAGMA quick_check(1)').get() ?? {})
  copy.close()
  if (finding !== 'ok') throw new Error(`the copy is damaged: ${finding}`)
  const handle = await open(target, 'r+')
  await handle.sync()
  await handle.close()
}

// The copy holds password hashes.
process.umask(0o077)

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
  if (existsSync(file)) throw new StartError(`${file} exists. Name a new file.`)
  await backUp(source, file).catch((error) => {
    throw new StartError(`Cannot write the backup ${file}: ${sentenceOf(error)}`)
  })
  console.log(`Saved a backup of ${source} as ${path.resolve(file)}.`)
} catch (error) {
  printSentence(error)
  process.exitCode = 1
}
