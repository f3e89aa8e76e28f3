import { createHash } from 'node:crypto'
import type { CreationKey, ToolCall } from './tool-call.ts'

/**
 * An idempotency key for a call without one: the same arguments of the same client, with the same credential and run, have the same key.
 * So a model that repeats a call whose response was lost writes nothing twice, and two agents that say the same both say it. The
 * key can be told from keys that clients choose.
 */
export function derivedKey(
  { access, clientInfo }: Pick<ToolCall, 'access' | 'clientInfo'>,
  tool: string,
  content: object,
): string {
  const { kind, subjectId } = access.authentication
  const caller = [kind, subjectId, clientInfo?.name, clientInfo?.version]
  const digest = createHash('sha256').update(JSON.stringify([tool, caller, sorted(content)]))
  return `mcp-${digest.digest('base64url')}`
}

/** The key of a creation: the caller's own, or the derived one. */
export function creationKeyOf(
  call: Pick<ToolCall, 'access' | 'clientInfo'>,
  idempotencyKey: string | undefined,
  tool: string,
  content: object,
): CreationKey {
  return idempotencyKey === undefined
    ? { idempotencyKey: derivedKey(call, tool, content), isKeyDerived: true }
    : { idempotencyKey, isKeyDerived: false }
}

/** The value with the fields of all objects in one order, because JSON has none. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const fields = value as Record<string, unknown>
  const names = Object.keys(fields).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(fields[name])]))
}
