import type { Mapping } from './mapping.ts'
import type { Row, Table } from './parse-table.ts'
import type { Field } from './presets.ts'

/** Something about a row that a person should know. The column is null if it is about the whole row. */
export type Remark = { line: number; column: string | null; message: string }

/** The cells of a row by field. */
export type ReadRow = {
  line: number
  /** The texts of all columns of a field, without those that are blank. */
  texts: (field: Field) => string[]
  /** The first text of a field; empty if there is none. */
  text: (field: Field) => string
  remark: (field: Field, message: string) => Remark
}

/** In front of what a spreadsheet would run. */
const guard = /^'(?='*[=+\-@\t\n\uff1d\uff0b\uff0d\uff20∑√∏<>＜＞≤≥≠±÷×])/

export function readRow({ line, cells }: Row, { columns }: Table, { positions, preset }: Mapping): ReadRow {
  const texts = (field: Field) =>
    positions[field].flatMap((position) => {
      const cell = cells[position] ?? ''
      if (cell.trim() === '') return []
      return [preset?.isGuarded ? cell.replace(guard, '') : cell]
    })
  return {
    line,
    texts,
    text: (field) => texts(field)[0] ?? '',
    remark: (field, message) => ({ line, column: columns[positions[field][0] ?? -1] ?? field, message }),
  }
}

/**
 * Returns what is wrong with the number of cells. Products leave out empty cells at the end, which does no harm where nothing is read.
 */
export function lengthProblem(
  { line, cells }: Row,
  { columns }: Table,
  { positions }: Mapping,
): Remark | undefined {
  const last = Math.max(...Object.values(positions).flat())
  const hasMore = cells.slice(columns.length).some((cell) => cell.trim() !== '')
  if (cells.length > last && !hasMore) return undefined
  const message = `The row has ${cells.length} cells, and the header has ${columns.length}. Put texts with delimiters or line breaks in quotes.`
  return { line, column: null, message }
}

/** Whether a row of our own export is an entry of a goal's history, and not a goal. */
export function isHistory({ cells }: Row, { columns }: Table, { positions }: Mapping): boolean {
  const entry = columns.indexOf('entry')
  return positions.goal.length > 0 && entry !== -1 && cells[entry] !== 'goal'
}
