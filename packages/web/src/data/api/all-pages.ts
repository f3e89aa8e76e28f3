type Page = { nextCursor: string | null }

/** Loads the pages of a list, up to `maximumPages`. A short or empty page is not necessarily the last one. */
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
