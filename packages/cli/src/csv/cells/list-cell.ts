/**
 * The names in a cell, separated by commas, semicolons or line breaks. A name that has one of them stands in quotes. Names that differ
 * in case only are one.
 */
export function namesIn(cell: string): string[] {
  const names = new Map<string, string>()
  for (const [, quoted, plain = ''] of cell.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,;\n]*))\s*(?:[,;\n]|$)/g)) {
    const name = (quoted?.replaceAll('""', '"') ?? plain).trim()
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return [...names.values()]
}

/** The cell that `namesIn` reads. */
export function namesCell(names: readonly string[]): string {
  return names.map((name) => (/[,;"\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')
}

/** The lines of a cell that have text. */
export const linesIn = (cell: string): string[] =>
  cell.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** The elements of a JSON list; undefined if the cell is none. */
export function jsonList(cell: string): unknown[] | undefined {
  if (!cell.trimStart().startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(cell)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}
