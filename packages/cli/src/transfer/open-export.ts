import { usageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { isAppExport, readAppExport } from './app-export.ts'
import type { ExportLine } from './format.ts'
import { readExport } from './read-export.ts'

/**
 * Opens an export: a file of `cairn export`, or all files that the web app saved. The result reads it as often as it is called.
 * Standard input can be read once, so its lines are kept.
 * @throws `CommandError` if several files are named that are no parts of one export.
 */
export async function openExport(
  files: readonly string[],
  io: Pick<Io, 'stdin'>,
): Promise<() => AsyncGenerator<ExportLine>> {
  const [file = '', ...others] = files
  if (await isAppExport(file)) return () => readAppExport(files)
  if (others.length > 0) throw usageError('Name one export.')
  if (file !== '-') return () => readExport(file, io)
  const kept: ExportLine[] = []
  for await (const line of readExport(file, io)) kept.push(line)
  return async function* () {
    yield* kept
  }
}
