/**
 * Sealed cursors. A cursor tells where a list goes on and would let its holder read table keys, or jump into
 * another list, were it plain: it is encrypted and authenticated (AES-256-GCM) together with what it belongs to,
 * so that one that was altered, forged, or carried to another route, filter or organization does not open.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors'

const nonceBytes = 12
const tagBytes = 16

/** What a cursor is bound to: the operation, the organization and the filters in force. */
export type CursorBinding = readonly (string | undefined)[]

export type CursorSealer = {
  seal(binding: CursorBinding, position: string): string
  /** Throws `invalid_cursor` where the cursor was not sealed with this secret for this binding. */
  open(binding: CursorBinding, cursor: string): string
}

/**
 * Of what stands in a position (`query-records.ts`). Raised with it, so that a cursor from before a deploy is refused
 * rather than misread.
 */
const positionFormat = 2

function associatedData(binding: CursorBinding): Buffer {
  return Buffer.from(JSON.stringify([positionFormat, ...binding.map((part) => part ?? null)]))
}

/** @param secret  At least 32 bytes of randomness, the same on every instance. */
export function createCursorSealer(secret: Uint8Array): CursorSealer {
  const key = createHash('sha256').update('cairn cursor key\0').update(secret).digest()

  return {
    seal(binding, position) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(binding))
      const sealed = Buffer.concat([cipher.update(position, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },

    open(binding, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      // Node skips what is not base64url and spare bits; only the exact text that was sealed is a cursor.
      if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== cursor)
        throw invalidCursor()
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(associatedData(binding)).setAuthTag(bytes.subarray(-tagBytes))
      try {
        const opened = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]
        return Buffer.concat(opened).toString('utf8')
      } catch (cause) {
        throw invalidCursor(cause)
      }
    },
  }
}

function invalidCursor(cause?: unknown): ServiceError {
  return new ServiceError('invalid_cursor', 'The cursor does not belong to this list.', { cause })
}
