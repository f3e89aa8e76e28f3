import { CsvError, parse } from 'csv-parse/sync'
import { CommandError, usageError } from '../../exit-codes.ts'

export type Row = {
  /** The line of the file in which the row begins, from 1. */
  line: number
  cells: string[]
}

export type Table = { columns: string[]; rows: Row[] }

const maximumRowMebibytes = 2

/**
 * Divides the text of a CSV file (RFC 4180) into columns and rows, with any usual delimiter. Rows without content are left out.
 * @throws `CommandError` if it is no table, or has no rows.
 */
export function parseTable(text: string, file: string): Table {
  if (text.trim() === '') throw usageError(`${file} is empty.`)
  const [header, ...rows] = rowsOf(text, file)
  if (!header) throw usageError(`${file} has no header.`)
  if (rows.length === 0) throw usageError(`${file} has a header and no rows.`)
  return { columns: header.cells.map((name) => name.trim()), rows }
}

function rowsOf(text: string, file: string): Row[] {
  // Excel writes the delimiter into a line of its own.
  const [first = '', given] = /^sep=(.)\n/.exec(text) ?? []
  const content = text.slice(first.length)
  let lastLine = first === '' ? 0 : 1
  const before = lastLine
  const rows: Row[] = []
  try {
    parse(content, {
      delimiter: given ?? delimiterOf(content),
      record_delimiter: '\n',
      relax_column_count: true,
      max_record_size: maximumRowMebibytes * 1024 * 1024,
      on_record: (cells, { lines }) => {
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: lastLine + 1, cells })
        lastLine = before + lines
        return null
      },
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new CommandError(
      `The row that begins in line ${lastLine + 1} of ${file} ${problems[error.code] ?? 'is damaged'}.`,
    )
  }
}

const problems: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote and never closes it',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside a cell that does not begin with one',
  CSV_MAX_RECORD_SIZE: `is longer than ${maximumRowMebibytes} MiB: a closing quote may be missing`,
}

/** The delimiter that the header has most often, outside of quotes. Not by an expression: a header may be as long as the file. */
function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const character of text.replace(/^\s*\n/, '')) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '\n') break
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
