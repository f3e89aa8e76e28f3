/** The origin of a row, which is the last line of the goal's description: "Imported from Jira: ABC-1, https://…". */
export type Source = { product: string | undefined; id: string; url: string }

/** The line; undefined if the row has no id and no address. */
export function sourceLine({ product, id, url }: Source): string | undefined {
  const name = nameOf(id) || url
  if (name === '') return undefined
  return `Imported${product ? ` from ${product}` : ''}: ${name}${url && url !== name ? `, ${url}` : ''}`
}

const nameOf = (id: string) => id.replaceAll(/\s+/g, ' ').trim()

/** The same for all lines of one source, whether they have an address or not. */
const keyOfLine = (line: string) => line.replace(/, https?:\/\/\S+$/, '')

export function sourceKey(source: Source): string | undefined {
  const line = sourceLine(source)
  return line === undefined ? undefined : keyOfLine(line)
}

/** The keys of the sources that a description names. */
export function sourceKeysIn(description: string): string[] {
  return description
    .split('\n')
    .flatMap((line) => (line.startsWith('Imported') ? [keyOfLine(line.trim())] : []))
}
