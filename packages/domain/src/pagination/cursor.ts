/**
 * Sealed cursors. A cursor contains the position where a list continues. In plain text it would reveal table keys and
 * give access to other lists, so it is encrypted and authenticated (AES-256-GCM) together with its binding. A cursor
 * that was altered, forged, or sent to another route, filter or organization does not open.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors'

const nonceBytes = 12
const tagBytes = 16

/** What a cursor is bound to: the operation, the organization and the filters. */
export type CursorBinding = readonly (string | undefined)[]

export type CursorSealer = {
  seal(binding: CursorBinding, position: string): string
  /** @throws `invalid_cursor` if the cursor was not sealed with this secret for this binding. */
  open(binding: CursorBinding, cursor: string): string
}

/**
 * The version of the format of positions (`query-records.ts`). Increase it with every change of that format, so that
 * cursors from before a deployment are refused, not misread.
 */
const positionFormat = 3

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
      // Node ignores spare bits and characters that are not base64url. Only the exact text that was sealed is valid.
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
  return new ServiceError(
    'invalid_cursor',
    'The cursor is not valid for this list. Start again without a cursor.',
    { cause },
  )
}
