/**
 * Secrets of sessions and links: 256 random bits, of which only the SHA-256 is stored. A hash without salt is
 * enough for a secret that nobody can guess; a stolen table opens nothing.
 */
import { createHash, randomBytes } from 'node:crypto'

const secretBytes = 32

/** 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

/** The form of what `newSecret` makes, so that anything else is refused before the database is asked. */
export const secretPattern = /^[A-Za-z0-9_-]{43}$/
