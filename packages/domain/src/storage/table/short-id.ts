/**
 * Ids in keys, as short as they can be. A goal's row is stored four times (in the table, in two indexes, and for each
 * label), so every byte of an id counts.
 */
import { createHash } from 'node:crypto'

const uuidDigits = 32

/** A UUID in base64url: 22 characters. */
export function shortId(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The UUID of a short id. */
export function longId(short: string): string {
  const digits = Buffer.from(short, 'base64url').toString('hex').padStart(uuidDigits, '0')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-')
}

/** 128 bits of the SHA-256 of a text from outside, in base64url: 22 characters. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest().subarray(0, 16).toString('base64url')
}

/** The `shortHash` of the text of a `keyOf`. */
export function shortHashOfKey(key: string): string {
  return Buffer.from(key, 'hex').subarray(0, 16).toString('base64url')
}

/** A SHA-256 in base64url: 43 characters instead of 64. */
export function shortDigest(hexadecimal: string): string {
  return Buffer.from(hexadecimal, 'hex').toString('base64url')
}

/** The hexadecimal form of a short digest. */
export function longDigest(short: string): string {
  return Buffer.from(short, 'base64url').toString('hex')
}

/** A UUID of version 5 (RFC 9562): always the same for a name in the namespace of another UUID. */
export function namedId(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(shortId(namespace), 'base64url'))
    .update(name)
    .digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return longId(bytes.subarray(0, 16).toString('base64url'))
}
