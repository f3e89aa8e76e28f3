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

/** Values in addresses. Invalid ones are ignored. Without zod, because every page knows the addresses of all. */

/** One of several values. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  given: unknown,
): Value | undefined {
  return values.find((value) => value === given)
}

/** Several values, separated by commas. Unknown ones are ignored; without any, everything matches. */
export function someOf<const Value extends string>(
  values: readonly Value[],
  given: unknown,
): Value[] | undefined {
  const parts: unknown[] = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : []
  const chosen = values.filter((value) => parts.includes(value))
  return chosen.length > 0 ? chosen : undefined
}

/** Text of 1 to 200 characters. */
export function textOf(given: unknown): string | undefined {
  return typeof given === 'string' && given.length > 0 && given.length <= 200 ? given : undefined
}

/** At most 50 different texts, separated by commas. */
export function textsOf(given: unknown): string[] | undefined {
  const parts: unknown[] = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : []
  const texts = [...new Set(parts.map(textOf).filter((text) => text !== undefined))]
  return texts.length > 0 ? texts.slice(0, 50) : undefined
}

/** Without the values that are undefined, so that addresses with the same filters are equal. */
export function definedIn<Search extends object>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
}
