import * as z from 'zod'

/** The last attempt to send something, which a draft remembers. Retries of the same content reuse its key. */
export const attempt = z.object({ idempotencyKey: z.string(), content: z.string() })
export type Attempt = z.output<typeof attempt>

/**
 * Returns the next attempt. The same content gets the same key: if the response to an earlier attempt was lost, the service
 * returns it again and writes nothing. Changed content gets a new key.
 */
export function nextAttempt(
  last: Attempt | null,
  request: unknown,
  newKey: () => string = () => crypto.randomUUID(),
): Attempt {
  const content = JSON.stringify(request)
  return last?.content === content ? last : { idempotencyKey: newKey(), content }
}
