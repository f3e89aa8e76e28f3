import type { Evidence } from '@cairn/contract/schemas/goals/goal-history'
import * as z from 'zod'
import { linksIn, titleOfLink } from './links.ts'
import { texts } from './texts.ts'

/** A piece of evidence as typed: a link, or a quote. `key` identifies it while others are removed. */
export const evidenceRow = z.object({
  key: z.string(),
  title: z.string(),
  url: z.string(),
  text: z.string(),
})
export type EvidenceRow = z.output<typeof evidenceRow>

const newKey = (): string => crypto.randomUUID()

export const linkRow = (url: string, key = newKey()): EvidenceRow => ({
  key,
  title: titleOfLink(url),
  url,
  text: '',
})

/**
 * Makes evidence of what was typed or pasted: one piece per link, or a quote if it has none. Links that are evidence already
 * are left out.
 */
export function rowsFrom(typed: string, rows: readonly EvidenceRow[], key = newKey): EvidenceRow[] {
  const links = linksIn(typed)
  if (links.length > 0) return newLinks(links, rows).map((url) => linkRow(url, key()))
  // The title is what it is, until the person gives it another.
  return typed.trim() === '' ? [] : [{ key: key(), title: texts.quote, url: '', text: typed.trim() }]
}

/** The links that are not evidence yet. */
export function newLinks(links: readonly string[], rows: readonly EvidenceRow[]): string[] {
  return links.filter((link) => !rows.some(({ url }) => url === link))
}

export function evidenceOf({ title, url, text }: EvidenceRow): Evidence {
  return { title, ...(url && { url }), ...(text && { text }) }
}
