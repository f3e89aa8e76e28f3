import { createHash } from 'node:crypto'

/** Returns the id of a picture with this content: 128 bits of its SHA-256, so the same picture sent again is the same one. */
export function pictureIdOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}
