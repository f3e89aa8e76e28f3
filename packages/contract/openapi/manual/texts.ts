import { fieldTexts } from './all-texts.ts'

/** The keys that were looked up, so that a test finds texts of fields that are gone. */
const usedKeys = new Set<string>()

/** Returns the manual's text about the field at a path: the entry with most names. */
function entryOf(path: readonly string[], part: 0 | 1): { key: string; value: unknown } | undefined {
  for (let start = 0; start < path.length; start++) {
    const key = path.slice(start).join('.')
    const entry = fieldTexts[key]
    if (entry === undefined) continue
    usedKeys.add(key)
    // An entry may give only one of the two.
    if (entry[part] !== undefined) return { key, value: entry[part] }
  }
  return undefined
}

export function textOf(path: readonly string[]): string | undefined {
  return entryOf(path, 0)?.value as string | undefined
}

/** The example of a field, if the manual has one. */
export function exampleOf(path: readonly string[]): { value: unknown } | undefined {
  return entryOf(path, 1)
}

/** Entries that no field needs. */
export function unusedFieldTexts(): string[] {
  return Object.keys(fieldTexts).filter((key) => !usedKeys.has(key))
}
