/** Keeps query values as plain text. The router's default would turn a title filter `123` into a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text && `?${text}`
}
