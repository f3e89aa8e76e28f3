/**
 * Secrets of sessions and links: 256 random bits, stored as a SHA-256 hash only, so a stolen table gives access to
 * nothing. A secret that nobody can guess needs no salt.
 */
import { createHash, randomBytes } from 'node:crypto'

const secretBytes = 32

/** Returns 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

/** The form of a `newSecret`. Anything else is refused without a database call. */
export const secretPattern = /^[A-Za-z0-9_-]{43}$/
