import type { Context } from '../context.ts'
import type { Position, QueryOptions, QueryResult } from '../database/query-records.ts'
import type { CursorBinding } from './cursor.ts'
import { countThatFits } from './response-size.ts'

/** Page parameters of a list, as the contract's `pageQuery` gives them. */
export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

export const defaultPageSize = 100

export type Page<E> = { items: E[]; nextCursor: string | null }

/**
 * Reads one page with one query. One element more than asked for is read, so that the last page is known to be
 * the last; the cursor stands on the last element that is returned. DynamoDB ends a query at 1 MB, so a page of
 * large elements, or of few matches of a filter, can be short or even empty and still have a next one. A page also
 * ends where its elements would no longer fit into one response (`response-size.ts`).
 *
 * @param filtered  The query leaves elements out: it then reads up to the 1 MB to fill the page.
 * @param cursorAt  The position that goes on behind an element.
 * @param present  The elements as clients see them, in the same order and number.
 */
export async function readPage<T, E>(
  { cursors }: Context,
  page: PageQuery,
  {
    binding,
    filtered = false,
    query,
    cursorAt,
    present,
  }: {
    binding: CursorBinding
    filtered?: boolean
    query: (options: QueryOptions) => Promise<QueryResult<T>>
    cursorAt: (item: T) => Position
    present: (items: T[]) => E[] | Promise<E[]>
  },
): Promise<Page<E>> {
  const limit = page.limit ?? defaultPageSize
  const cursor = page.cursor === undefined ? null : cursors.open(binding, page.cursor)
  const { data, cursor: end } = await query(filtered ? { cursor } : { cursor, limit: limit + 1 })
  const elements = await present(data.slice(0, limit))
  const items = elements.slice(0, countThatFits(elements))
  const last = data[items.length - 1]
  // A query that stopped at its limit says where it stopped, also where that was behind the page's last element.
  const position = items.length < data.length && last !== undefined ? cursorAt(last) : end
  return { items, nextCursor: position === null ? null : cursors.seal(binding, position) }
}
