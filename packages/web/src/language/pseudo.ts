import { isGroup } from './catalog.ts'

const accents: Record<string, string> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  u: 'ú',
  y: 'ý',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ó',
  U: 'Ú',
  Y: 'Ý',
}

/**
 * `Save` becomes `[Šave~]`: still readable, a third longer as in German, and recognizable as part of the catalog. Names in braces stay
 * (`fill`), and so does the name of the product, which pages also draw.
 */
export function pseudo(text: string): string {
  if (text.trim() === '') return text
  const accented = text.replaceAll(/\{\w+\}|Cairn|[A-Za-z]/g, (part) => accents[part] ?? part)
  return `[${accented}${'~'.repeat(Math.ceil(text.length / 3))}]`
}

/** Marks all texts in a value. Those of functions are marked when the functions return them. */
export function pseudoValue(value: unknown): unknown {
  if (typeof value === 'string') return pseudo(value)
  if (typeof value === 'function') return (...values: unknown[]) => pseudoValue(value(...values))
  if (Array.isArray(value)) return value.map(pseudoValue)
  if (isGroup(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, pseudoValue(text)]))
  }
  return value
}
