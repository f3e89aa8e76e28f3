/**
 * Sealed cursors. A cursor contains the position where a list continues. In plain text it would reveal table keys and
 * give access to other lists, so it is encrypted and authenticated (AES-256-GCM) together with its binding. A cursor
 * that was altered, forged, or sent to another route, filter or organization does not open.
 */
import { ServiceError } from '@cairn/contract/errors/errors'
import { createSealer } from '../../requests/sealer.ts'

/** The binding of a cursor: the operation, the organization and the filters. */
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

/** @param secret  At least 32 bytes of randomness, the same on every instance. */
export function createCursorSealer(secret: Uint8Array): CursorSealer {
  const sealer = createSealer('cursor', secret)
  const bound = (binding: CursorBinding) => [positionFormat, ...binding.map((part) => part ?? null)]
  return {
    seal: (binding, position) => sealer.seal(bound(binding), position),
    open(binding, cursor) {
      const position = sealer.open(bound(binding), cursor)
      if (position === undefined) throw invalidCursor()
      return position
    },
  }
}

function invalidCursor(): ServiceError {
  return new ServiceError(
    'invalid_cursor',
    'The cursor is not valid for this list. Start again without a cursor.',
  )
}
