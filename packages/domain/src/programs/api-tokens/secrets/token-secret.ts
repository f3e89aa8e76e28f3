/**
 * The form of an API token's secret: `cairn_<token id>_<256 random bits><checksum>`.
 *
 * The prefix identifies the product for secret scanners, and the record for the service. The checksum (CRC-32 of
 * everything before it, 8 hexadecimal digits) detects a mistyped secret without a database call. It protects nothing;
 * the random bits do.
 */
import { crc32 } from 'node:zlib'
import { newSecret } from '../../../requests/secrets.ts'

const pattern = /^(cairn_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_[A-Za-z0-9_-]{43})([0-9a-f]{8})$/

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

/** The part of a secret that may be shown. */
export function tokenPrefixOf(tokenId: string): string {
  return `cairn_${tokenId}`
}

export function newTokenSecret(tokenId: string): string {
  const body = `${tokenPrefixOf(tokenId)}_${newSecret()}`
  return `${body}${checksumOf(body)}`
}

/** Returns the token's id; undefined if the text is not a secret or is mistyped. */
export function tokenIdOf(secret: string): string | undefined {
  const [, body, tokenId, checksum] = pattern.exec(secret) ?? []
  return body !== undefined && checksumOf(body) === checksum ? tokenId : undefined
}
