import { createHash } from 'node:crypto'

/**
 * An idempotency key for a call without one: the same arguments have the same key, so that a model that repeats a call whose response
 * was lost writes nothing twice. It can be told from keys that clients choose.
 */
export function derivedKey(tool: string, content: object): string {
  const digest = createHash('sha256').update(JSON.stringify([tool, sorted(content)]))
  return `mcp-${digest.digest('base64url')}`
}

/** The value with the fields of all objects in one order, because JSON has none. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sorted(field)]),
  )
}
