import { expect } from 'vitest'
import type { Send } from './exchange.ts'

const maximumPages = 200

/** Walks a list to its end and returns the elements page by page. */
export async function walk<T>(
  send: Send,
  path: string,
  name: string,
  query: Record<string, string> = {},
): Promise<T[][]> {
  const pages: T[][] = []
  let cursor: string | null = null
  do {
    const search = new URLSearchParams({ ...query, ...(cursor !== null && { cursor }) })
    const { status, body } = await send('GET', `${path}?${search}`)
    expect(status).toBe(200)
    const page = body as Record<string, T[]> & { nextCursor: string | null }
    pages.push(page[name] ?? [])
    cursor = page.nextCursor
  } while (cursor !== null && pages.length < maximumPages)
  expect(cursor).toBeNull()
  return pages
}

/** Walks a list of the client to its end and returns what `elementsOf` returns for its pages. */
export async function collect<Page extends { nextCursor: string | null }, Element>(
  read: (cursor: string | undefined) => Promise<Page>,
  elementsOf: (page: Page) => readonly Element[],
): Promise<Element[]> {
  const elements: Element[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    elements.push(...elementsOf(page))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return elements
}
