import { createReadStream } from 'node:fs'
import { CommandError, usageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { isAppExport, readAppExport } from './app-export.ts'
import { type ExportLine, exportFormat, exportVersion, type ReadLine } from './format.ts'
import { lineProblem } from './line-problem.ts'

/**
 * Yields the lines of an export, from a file or with `-` from standard input.
 * @throws `CommandError` if it is no export, if a line is damaged, or at the end if the file was cut.
 */
async function* readExport(
  file: string,
  { stdin }: Pick<Io, 'stdin'>,
): AsyncGenerator<ReadLine, void, undefined> {
  const input = (file === '-' ? stdin : createReadStream(file)).setEncoding('utf8')
  let number = 0
  let last: ExportLine | undefined
  try {
    for await (const text of linesIn(input as AsyncIterable<string>)) {
      number++
      if (text.trim() === '') continue
      last = parsed(text, number, file)
      if (number === 1 && !isHead(last)) throw usageError(`${file} is not an export of cairn.`)
      yield { ...last, place: `Line ${number} of ${file}` }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
      throw usageError(`Cannot read ${file}: ${code}`)
    }
    throw error
  }
  if (last?.type !== 'end')
    throw new CommandError(`${file} is not whole: its last line is missing. Export again.`)
}

/** Not `readline`: it takes U+2028 and U+2029 for line breaks, which strings of JSON may contain. */
async function* linesIn(input: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let parts: string[] = []
  for await (const chunk of input) {
    const [first = '', ...others] = chunk.split('\n')
    parts.push(first)
    for (const other of others) {
      yield parts.join('')
      parts = [other]
    }
  }
  yield parts.join('')
}

function isHead(line: ExportLine): boolean {
  if (line.type !== 'export' || line.format !== exportFormat || line.formatVersion !== exportVersion)
    return false
  const { origin, exportedAt, organization } = line
  return typeof origin === 'string' && typeof exportedAt === 'string' && typeof organization?.id === 'string'
}

function parsed(text: string, number: number, file: string): ExportLine {
  const line = objectIn(text)
  if (!line) {
    throw number === 1
      ? usageError(`${file} is not an export of cairn.`)
      : new CommandError(`Line ${number} of ${file} is damaged.`)
  }
  const problem = lineProblem(line)
  if (problem !== undefined) throw new CommandError(`Line ${number} of ${file} is damaged: ${problem}`)
  return line as ExportLine
}

function objectIn(text: string): { type: unknown } | undefined {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null && 'type' in line) return line
  } catch {
    // As if it were no object.
  }
  return undefined
}

/**
 * Opens an export: a file of `cairn export`, or all files that the web app saved. The result reads it as often as it is called.
 * Standard input can be read once, so its lines are kept.
 * @throws `CommandError` if several files are named that are no parts of one export.
 */
export async function openExport(
  files: readonly string[],
  io: Pick<Io, 'stdin'>,
): Promise<() => AsyncGenerator<ReadLine>> {
  const [file = '', ...others] = files
  if (await isAppExport(file)) return () => readAppExport(files)
  if (others.length > 0) throw usageError('Name one export.')
  if (file !== '-') return () => readExport(file, io)
  const kept: ReadLine[] = []
  for await (const line of readExport(file, io)) kept.push(line)
  return async function* () {
    yield* kept
  }
}
