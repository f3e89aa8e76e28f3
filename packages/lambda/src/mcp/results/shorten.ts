/** Shortens texts and lists, so that a result fits into its limit whatever members have written. */

/** Where a result was shortened. With this path and `shown` as the offset, the tool returns what follows. */
export type Cut = { path: string; shown: number; total: number }

/** The longest texts, in UTF-16 code units, and the longest lists. */
export type Level = { text: number; list: number }

/** From whole to nothing but the marker. */
export const levels: readonly [Level, ...Level[]] = [
  { text: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY },
  ...[28_000, 24_000, 20_000, 16_000, 12_000, 9_000, 7_000, 6_000, 5_000].map((text) => ({
    text,
    list: 200,
  })),
  ...[4_000, 3_000, 2_000, 1_500, 1_000].map((text) => ({ text, list: 100 })),
  { text: 700, list: 60 },
  { text: 500, list: 40 },
  { text: 300, list: 40 },
  { text: 200, list: 30 },
  { text: 200, list: 20 },
  { text: 120, list: 20 },
  { text: 80, list: 10 },
  { text: 50, list: 5 },
  { text: 50, list: 2 },
  { text: 40, list: 0 },
  { text: 20, list: 0 },
  { text: 10, list: 0 },
  { text: 0, list: 0 },
]

export type ShortenOptions = {
  level: Level
  /** Lists that end a page: what they leave out would be missing. */
  whole?: readonly string[]
  /** Lists whose last elements matter most. */
  newestLast?: readonly string[]
  cuts: Cut[]
}

/** Ids, hashes and cursors, which are useless in part. */
const opaque = /(?:^|\.)(?:\w*(?:[iI]d|[hH]ash|[cC]ursor)|sha256|code|notice|whatToDo)$/

/** @param offset  The position of this text or list in the whole one at `path`. */
export function shorten(value: unknown, options: ShortenOptions, path = '', offset = 0): unknown {
  if (typeof value === 'string') return shortenText(value, options, path, offset)
  if (Array.isArray(value)) return shortenList(value, options, path, offset)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, shorten(field, options, join(path, name))]),
  )
}

function shortenText(text: string, { level, cuts }: ShortenOptions, path: string, offset: number): string {
  if (text.length <= level.text + markerLength || opaque.test(path)) return text
  const end = endOfCharacter(text, level.text)
  cuts.push({ path, shown: offset + end, total: offset + text.length })
  return `${text.slice(0, end)}…[+${text.length - end}]`
}

/** A text that is longer by less than this stays whole. */
const markerLength = 12

/** Returns the position, or the one before if it is between the halves of a surrogate pair. */
function endOfCharacter(text: string, position: number): number {
  const code = text.charCodeAt(position - 1)
  return code >= 0xd800 && code <= 0xdbff ? position - 1 : position
}

function shortenList(
  list: readonly unknown[],
  options: ShortenOptions,
  path: string,
  offset: number,
): unknown[] {
  const { level, whole = [], newestLast = [], cuts } = options
  const count = whole.includes(path) ? list.length : Math.min(list.length, level.list)
  const skipped = newestLast.includes(path) ? list.length - count : 0
  if (count < list.length) cuts.push({ path, shown: offset + count, total: offset + list.length })
  return list
    .slice(skipped, skipped + count)
    .map((element, index) => shorten(element, options, join(path, String(offset + skipped + index))))
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
