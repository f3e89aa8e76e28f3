import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** As Standard Webhooks says: a message that is older, or comes from the future, may be a replay. */
const toleranceSeconds = 300

/** Returns the key in a secret; undefined if it is none. */
export function keyIn(secret: string): Buffer | undefined {
  const encoded = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(secret)?.[1]
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
}

/**
 * Returns what is wrong with a message; undefined if it is genuine.
 * @param body  As it arrived.
 */
export function problemOf(
  key: Buffer,
  headers: IncomingHttpHeaders,
  body: Buffer,
  now: number,
): string | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') {
    return 'It has no signature.'
  }
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) {
    return 'It is more than five minutes old, or the clock is wrong.'
  }
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const isGenuine = signatures.split(' ').some((signature) => {
    const [version, encoded = ''] = signature.split(',')
    const received = Buffer.from(encoded, 'base64')
    return version === 'v1' && received.length === expected.length && timingSafeEqual(received, expected)
  })
  return isGenuine ? undefined : 'The signature is wrong: it has another secret, or was changed.'
}
