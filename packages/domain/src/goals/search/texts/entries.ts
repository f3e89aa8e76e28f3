import { removeForbiddenCharacters } from '@cairn/contract/names'
import type { IndexedText, PostedPlace } from '../../../storage/table/entities/goals/goal-text-words.ts'
import { keyWord, tokensOf } from '../postings.ts'

/** Of each text, so many distinct words are found. */
export const wordsPerText = 200
/** Of a goal, so many of its newest reports and of its newest comments are searched. */
export const newestSearched = 20
/** No word more is indexed once those of a goal take this much. A record takes 400 KB. */
const maximumBytes = 150_000

/** Texts of a goal that change together. `id` as in `goalTextWords`. */
export type SearchedTexts = { id: string; version: number; texts: readonly string[] }

/** A finding: the text with the word, and the words around it. */
export type Entry = { id: string; text: string }

/** Returns the words of a goal's long texts, each with the first text that has it. Pure. */
export function entriesOf(sources: readonly SearchedTexts[]): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  for (const { id, texts } of sources) {
    for (const text of texts) {
      const shown = visibleText(text)
      const words = new Set<string>()
      for (const { word, start, end } of tokensOf(shown)) {
        if (words.size === wordsPerText && !words.has(word)) break
        words.add(word)
        const key = keyWord(word)
        if (entries.has(key) || bytes > maximumBytes) continue
        bytes += Buffer.byteLength(key) + 1
        entries.set(key, { id, text: excerpt(shown, start, end) })
      }
    }
  }
  return entries
}

/** The text of a place. */
export const placeOf = (id: string) => id.charAt(0) as PostedPlace

/** Returns entries as `goalTextWords` has them. */
export function indexedTexts(
  sources: readonly SearchedTexts[],
  entries: ReadonlyMap<string, Entry>,
): Record<string, IndexedText> {
  const words = Map.groupBy(entries.keys(), (word) => entries.get(word)?.id ?? '')
  return Object.fromEntries(
    sources.flatMap(({ id, version }) => {
      const found = words.get(id) ?? []
      return found.length === 0 ? [] : [[id, { v: version, w: found.toSorted().join(' ') }]]
    }),
  )
}

/** In place of a text: words whose postings are being written or removed. */
export const unsettledText = 'x'

/** Returns the words of `goalTextWords`, each with the text that has it; with `unsettledText` if that may not have been written. */
export function indexedWords(texts: Readonly<Record<string, IndexedText>>): Map<string, string> {
  const words = new Map<string, string>()
  const isUnsettled = (id: string) => Number(id === unsettledText)
  const byText = Object.entries(texts).sort(([one], [other]) => isUnsettled(one) - isUnsettled(other))
  for (const [id, { w }] of byText) {
    for (const word of w.split(' ')) if (word !== '') words.set(word, id)
  }
  return words
}

/** Text of one line without what must not be in it, in the form in which words are found. */
function visibleText(text: string): string {
  return removeForbiddenCharacters(text.normalize('NFKC')).replaceAll(/\s+/gu, ' ').trim()
}

/** Characters on both sides of a word. With it and the ellipses, less than 200. */
const before = 50
const after = 80

/** Returns a word with the words around it. */
export function excerpt(text: string, start: number, end: number): string {
  const from = start <= before ? 0 : nextWord(text, start - before, start)
  // Of a very long word, its beginning.
  const most = Math.min(text.length, Math.min(end, start + keyLength) + after)
  const to = most === text.length ? most : lastWord(text, end, most)
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim().toWellFormed()}${to < text.length ? ' …' : ''}`
}

const keyLength = 64

function nextWord(text: string, from: number, most: number): number {
  const space = text.indexOf(' ', from)
  return space === -1 || space > most ? from : space + 1
}

function lastWord(text: string, least: number, to: number): number {
  const space = text.lastIndexOf(' ', to)
  return space < least ? to : space
}
