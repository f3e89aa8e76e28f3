import { expect, test } from 'vitest'
import type { StoredRecord } from '../../storage/record-cache.ts'
import { readPage } from './page.ts'

const mebibyte = 1024 * 1024

/** How many records of these sizes are on the first page. */
function countOf(sizes: number[]): number {
  const records = sizes.map((size, id): StoredRecord => ({ id, key: `${id}`, item: {}, size, isPlain: true }))
  const next = (after: StoredRecord | undefined, limit: number) =>
    records.slice(after ? after.id + 1 : 0).slice(0, limit)
  return readPage(next, undefined, () => true).scannedCount
}

test('a page has at most 1 MiB, to the byte', () => {
  expect(countOf([mebibyte / 2, mebibyte / 2])).toBe(2)
  expect(countOf([mebibyte / 2, mebibyte / 2 + 1])).toBe(1)
})

test('a page has one record, however large', () => {
  expect(countOf([mebibyte + 1, 1])).toBe(1)
})
