import type { CursorSealer } from '../../pagination/cursor.ts'
import type { FeedPosition } from './position.ts'

/**
 * What a cursor of the feed contains. `listEvents` and `getBrief` take each other's cursors: both are bound to the organization
 * only. What a caller may see is decided when the cursor is used.
 */
export type FeedCursor = {
  /** Where to continue. */
  position: FeedPosition
  /** Of a list that goes back: where to follow what has happened since its first page. */
  end?: FeedPosition | undefined
}

export function sealFeedCursor(
  cursors: CursorSealer,
  organizationId: string,
  { position, end }: FeedCursor,
): string {
  const numbers = [position, ...(end ? [end] : [])].flatMap(({ page, index }) => [page, index])
  return cursors.seal(binding(organizationId), numbers.join('.'))
}

/** @throws `invalid_cursor` if it is not a cursor of this organization's feed. */
export function openFeedCursor(cursors: CursorSealer, organizationId: string, cursor: string): FeedCursor {
  const [page = 0, index = 0, endPage, endIndex] = cursors
    .open(binding(organizationId), cursor)
    .split('.')
    .map(Number)
  const end = endPage === undefined || endIndex === undefined ? undefined : { page: endPage, index: endIndex }
  return { position: { page, index }, end }
}

function binding(organizationId: string): readonly string[] {
  return ['events', organizationId]
}
