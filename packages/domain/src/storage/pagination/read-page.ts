import type { Context } from '../../requests/context.ts'
import type { Position, QueryOptions, QueryResult } from '../database/query-records.ts'
import type { CursorBinding } from './cursor.ts'
import { countThatFits } from './response-size.ts'

/** The page parameters of a list (the contract's `pageQuery`). */
export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

export const defaultPageSize = 100

export type Page<E> = { items: E[]; nextCursor: string | null }

/**
 * Reads one page with one query. It reads one extra element, to recognize the last page. The cursor contains the
 * position of the last returned element. DynamoDB ends a query at 1 MB, so a page of large elements, or with few
 * matches of a filter, can be short or empty and still have a next page. A page also ends before its elements exceed
 * one response (`response-size.ts`).
 *
 * @param filtered  Whether the query drops elements. Then it reads up to 1 MB to fill the page.
 * @param cursorAt  Returns the position of an element, after which the next page starts.
 * @param present  Returns the elements as clients see them, in the same order: null for one that no longer exists, and
 *   fewer if the rest would not fit into the response.
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
    present: (items: T[]) => (E | null)[] | Promise<(E | null)[]>
  },
): Promise<Page<E>> {
  const limit = page.limit ?? defaultPageSize
  const cursor = page.cursor === undefined ? null : cursors.open(binding, page.cursor)
  const { data, cursor: end } = await query(filtered ? { cursor } : { cursor, limit: limit + 1 })
  const elements = await present(data.slice(0, limit))
  const shown = elements.slice(0, countThatFits(elements))
  const last = data[shown.length - 1]
  // `end` is the position where the query stopped, which may be after the last element of the page.
  const position = shown.length < data.length && last !== undefined ? cursorAt(last) : end
  const items = shown.filter((element) => element !== null)
  return { items, nextCursor: position === null ? null : cursors.seal(binding, position) }
}
