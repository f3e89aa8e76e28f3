type Page = { nextCursor: string | null }

/**
 * Follows the cursors of a list to its end, or to `maximumPages`. A page may be short, or even empty, and still not
 * be the last.
 */
export async function allPages<P extends Page>(
  load: (cursor: string | undefined) => Promise<P>,
  maximumPages: number,
): Promise<{ pages: P[]; isComplete: boolean }> {
  const pages: P[] = []
  let cursor: string | undefined
  while (pages.length < maximumPages) {
    const page = await load(cursor)
    pages.push(page)
    if (page.nextCursor === null) return { pages, isComplete: true }
    cursor = page.nextCursor
  }
  return { pages, isComplete: false }
}
