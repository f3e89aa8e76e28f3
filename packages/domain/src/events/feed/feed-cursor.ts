import type { CursorSealer } from '../../storage/pagination/cursor.ts'
import type { FeedPosition } from './position.ts'

/**
 * The content of a cursor of the feed. `listEvents` and `getBrief` take each other's cursors: both are bound to the organization
 * only. What a caller may see is decided when the cursor is used.
 */
export type FeedCursor = {
  /** The position at which to continue. */
  position: FeedPosition
  /** Of a list that goes back: where to follow what has happened since its first page. */
  end?: FeedPosition | undefined
  /** Of a brief that goes back: the time at which it stops, in milliseconds. */
  since?: number | undefined
  /** Of a brief: whether it continues one that had goals, so that it need not have them again. */
  isContinued?: boolean | undefined
}

const sinceMark = 's'
const continuedMark = 'c'

export function sealFeedCursor(
  cursors: CursorSealer,
  organizationId: string,
  { position, end, since, isContinued }: FeedCursor,
): string {
  const parts = [
    ...[position, ...(end ? [end] : [])].flatMap(({ page, index }) => [page, index]),
    ...(since === undefined ? [] : [`${sinceMark}${since}`]),
    ...(isContinued ? [continuedMark] : []),
  ]
  return cursors.seal(binding(organizationId), parts.join('.'))
}

/** @throws `invalid_cursor` if it is not a cursor of this organization's feed. */
export function openFeedCursor(cursors: CursorSealer, organizationId: string, cursor: string): FeedCursor {
  const parts = cursors.open(binding(organizationId), cursor).split('.')
  const [page = 0, index = 0, endPage, endIndex] = parts.filter((part) => /^\d/.test(part)).map(Number)
  const since = parts.find((part) => part.startsWith(sinceMark))
  return {
    position: { page, index },
    end: endPage === undefined || endIndex === undefined ? undefined : { page: endPage, index: endIndex },
    since: since === undefined ? undefined : Number(since.slice(sinceMark.length)),
    isContinued: parts.includes(continuedMark),
  }
}

function binding(organizationId: string): readonly string[] {
  return ['events', organizationId]
}
