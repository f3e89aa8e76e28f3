import type { Context } from './context.ts'
import type { CursorBinding } from './cursor.ts'
import type { Position, QueryOptions, QueryResult } from './query-records.ts'

/** Page parameters of a list, as the contract's `pageQuery` gives them. */
export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

export const defaultPageSize = 100

export type Page<T> = {
  items: T[]
  nextCursor: string | null
  /**
   * The page that ends behind its first `count` elements, for what would be too much in one answer. At least one
   * element stays.
   */
  endBehind(count: number): Page<T>
}

/**
 * Reads one page with one query. One element more than asked for is read, so that the last page is known to be
 * the last; the cursor stands on the last element that is returned. DynamoDB ends a query at 1 MB, so a page of
 * large elements, or of few matches of a filter, can be short or even empty and still have a next one.
 *
 * @param filtered  The query leaves elements out: it then reads up to the 1 MB to fill the page.
 * @param cursorAt  The position that goes on behind an element.
 */
export async function readPage<T>(
  { cursors }: Context,
  page: PageQuery,
  {
    binding,
    filtered = false,
    query,
    cursorAt,
  }: {
    binding: CursorBinding
    filtered?: boolean
    query: (options: QueryOptions) => Promise<QueryResult<T>>
    cursorAt: (item: T) => Position
  },
): Promise<Page<T>> {
  const limit = page.limit ?? defaultPageSize
  const cursor = page.cursor === undefined ? null : cursors.open(binding, page.cursor)
  const result = await query(filtered ? { cursor } : { cursor, limit: limit + 1 })
  const seal = (position: Position | null) => (position === null ? null : cursors.seal(binding, position))

  const pageOf = (items: T[], position: Position | null): Page<T> => ({
    items,
    nextCursor: seal(position),
    endBehind: (count) => {
      const kept = items.slice(0, Math.max(1, count))
      const last = kept.at(-1)
      return last === undefined || kept.length === items.length
        ? pageOf(items, position)
        : pageOf(kept, cursorAt(last))
    },
  })

  const items = result.data.slice(0, limit)
  const last = items.at(-1)
  // A query that stopped at its limit says where it stopped, also where that was behind the page's last element.
  return pageOf(items, result.data.length > limit && last !== undefined ? cursorAt(last) : result.cursor)
}
