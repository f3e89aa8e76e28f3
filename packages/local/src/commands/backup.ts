import { existsSync } from 'node:fs'
import path from 'node:path'
import { databaseFileName } from '@cairn/engine'
import { copyDatabase } from '../database/copy-database.ts'
import { readSettings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { type Command, runCommand, UsageError } from './command.ts'

const usage: Command['usage'] = (lineOf) => `Usage: ${lineOf('backup', '<file>')}

Copies the database in DATA_DIR to a new file. The service may run.
To restore it, stop the service, delete engine.sqlite, engine.sqlite-wal and engine.sqlite-shm in DATA_DIR, copy the file there
as engine.sqlite, run \`${lineOf('check-integrity')}\`, and start the service.`

const run: Command['run'] = async ([file, ...more], { environment, print }) => {
  if (!file || file.startsWith('-') || more.length > 0) throw new UsageError()
  const { dataDirectory, endpoint } = readSettings(environment)
  if (endpoint !== undefined)
    throw new StartError('DYNAMODB_ENDPOINT is set. Back that database up with its own tools.')
  const source = path.resolve(dataDirectory, databaseFileName)
  if (!existsSync(source)) {
    throw new StartError(
      `There is no Cairn database in ${path.resolve(dataDirectory)}. Set DATA_DIR to the service's data directory.`,
    )
  }
  await copyDatabase(source, file)
  print(`Saved a backup of ${source} as ${path.resolve(file)}.`)
  return true
}

export const backup: Command = {
  summary: 'copies the database to a new file',
  usage,
  run,
}

if (import.meta.main) await runCommand(backup)
