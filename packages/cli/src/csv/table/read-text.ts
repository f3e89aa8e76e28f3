import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { usageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'

const maximumMebibytes = 64

export type CsvText = {
  text: string
  /** Whether the letters were guessed. */
  isGuessed: boolean
}

/**
 * Returns the text of a CSV file, or of standard input with `-`, with `\n` as its line break.
 * @throws `CommandError` if it cannot be read, is too large, or is no text.
 */
export async function readText(file: string, { stdin }: Pick<Io, 'stdin'>): Promise<CsvText> {
  const { text, isGuessed } = decoded(await bytesOf(file, stdin), file)
  return { text: text.replaceAll(/\r\n?/g, '\n'), isGuessed }
}

async function bytesOf(file: string, stdin: Io['stdin']): Promise<Buffer> {
  try {
    if (file !== '-') requireSize((await stat(file)).size, file)
    const bytes = file === '-' ? await buffer(stdin) : await readFile(file)
    requireSize(bytes.length, file)
    return bytes
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw usageError(`Cannot read ${file}: ${reasons[code] ?? code}.`)
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'you are not allowed to',
}

function requireSize(bytes: number, file: string): void {
  if (bytes <= maximumMebibytes * 1024 * 1024) return
  throw usageError(`${file} is larger than ${maximumMebibytes} MiB. Divide it.`)
}

/** Excel writes UTF-16 as "Unicode Text", UTF-8 with a mark as "CSV UTF-8", and the letters of the system as "CSV". */
function decoded(bytes: Buffer, file: string): CsvText {
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    throw usageError(
      `${file} is a workbook. Save it as "CSV UTF-8" in your spreadsheet, and import that file.`,
    )
  }
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return { text: new TextDecoder('utf-16le').decode(bytes), isGuessed: false }
  if (mark === 'feff') return { text: new TextDecoder('utf-16be').decode(bytes), isGuessed: false }
  if (bytes.includes(0)) throw usageError(`${file} is not a CSV file: it has binary content.`)
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true }
  }
}
