/** Yields what is on all pages, and loads a page when its first item is wanted. */
export async function* itemsOf<Page extends { nextCursor: string | null }, Item>(
  load: (cursor: string | undefined) => Promise<Page>,
  itemsOn: (page: Page) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await load(cursor)
    yield* itemsOn(page)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** `Array.fromAsync`, which Node 20 does not have. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
