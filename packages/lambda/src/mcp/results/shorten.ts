/** Shortens texts and lists, so that a result fits into its limit whatever members have written. */
import type { AnyToolName } from '@cairn/contract/mcp/doors'

/** A call of a tool that returns what was left out. */
export type ReadOn = { tool: AnyToolName; arguments: Record<string, unknown> }

/** A shortened value: the first characters of a text, some elements of a list. */
export type Shortened = {
  path: string
  /** Of a text or list: how much of it is there. */
  shown?: number
  /** Absent if nobody knows it. */
  total?: number
  /** Of a list that is shown from its end. */
  kept?: 'newest'
  /** The call that returns the rest, if a source names it. */
  readOn?: ReadOn
}

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

/** The call that returns the rest of a shortened value. */
export type Source =
  /** Of an entry: the call returns it whole. `isCut`: it was shortened before. */
  | { readOn: ReadOn; isCut?: boolean | undefined }
  /** Of a list that keeps its last elements, the newest. `isCut`: older ones are missing before it begins. */
  | { older: (shown: number) => ReadOn; isCut: boolean }

export type ShortenOptions = {
  level: Level
  /** Lists that end a page, by path or name: what they leave out would be missing. */
  whole?: readonly string[] | undefined
  /** The sources of entries and lists, by the values themselves. */
  sources?: ReadonlyMap<object, Source> | undefined
  /** The length of lists that are shown in part, by path. */
  totals?: Readonly<Record<string, number>> | undefined
  cuts: Shortened[]
}

/** Ids, hashes and cursors, which are useless in part, and what the service says itself. */
const opaque = /(?:^|\.)(?:\w*(?:[iI]d|[hH]ash|[cC]ursor)|sha256|code|message|notice|whatToDo)$/

/** @param offset  The position of this text or list in the whole one at `path`. */
export function shorten(value: unknown, options: ShortenOptions, path = '', offset = 0): unknown {
  if (typeof value === 'string') return shortenText(value, options, path, offset)
  if (value === null || typeof value !== 'object') return value
  const source = options.sources?.get(value)
  if (source && 'readOn' in source) return shortenEntry(value, source, options, path)
  if (Array.isArray(value)) return shortenList(value, options, path, offset)
  return shortenFields(value, options, path)
}

function shortenFields(fields: object, options: ShortenOptions, path: string): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, shorten(field, options, join(path, name))]),
  )
}

/** One cut for all that is left out, because one call returns the whole entry. */
function shortenEntry(
  entry: object,
  { readOn, isCut = false }: Extract<Source, { readOn: ReadOn }>,
  options: ShortenOptions,
  path: string,
): object {
  const cuts: Shortened[] = []
  const shortened = shortenFields(entry, { ...options, cuts }, path)
  if (isCut || cuts.some((cut) => cut.readOn === undefined)) options.cuts.push({ path, readOn })
  options.cuts.push(...cuts.filter((cut) => cut.readOn !== undefined))
  return shortened
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
  const { level, whole = [], cuts, sources, totals = {} } = options
  const isWhole = whole.some((name) => path === name || path.endsWith(`.${name}`))
  const count = isWhole ? list.length : Math.min(list.length, level.list)
  const source = sources?.get(list)
  if (source && 'older' in source) {
    if (source.isCut || count < list.length) {
      const total = source.isCut ? {} : { total: list.length }
      cuts.push({ path, shown: count, ...total, kept: 'newest', readOn: source.older(count) })
    }
    const newest = list.slice(list.length - count)
    return newest.map((element, index) => shorten(element, options, join(path, String(index))))
  }
  const total = totals[path] ?? offset + list.length
  if (offset + count < total) cuts.push({ path, shown: offset + count, total })
  return list
    .slice(0, count)
    .map((element, index) => shorten(element, options, join(path, String(offset + index))))
}

export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
