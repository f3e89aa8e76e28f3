/** Links that start with https:// in a text, without the punctuation that ends a sentence. */
const links = /https:\/\/[^\s<>"'`\\^{}|]+/g
const endPunctuation = /[.,;:!?*_\])]+$/

/** The longest address and title that the contract accepts. */
const maximumAddress = 2_000
const maximumTitle = 200

/** Returns the https links in a text, each once, in order. */
export function linksIn(text: string): string[] {
  const found = new Set<string>()
  for (const [match] of text.matchAll(links)) {
    const link = withoutEnd(match)
    if (link.length <= maximumAddress && hostOf(link) !== undefined) found.add(link)
  }
  return [...found]
}

/** A closing bracket belongs to the link if the link opens it: https://example.com/a_(b). */
function withoutEnd(match: string): string {
  const end = endPunctuation.exec(match)?.[0] ?? ''
  const opened = match.includes('(') && end.startsWith(')')
  return match.slice(0, match.length - end.length + (opened ? 1 : 0))
}

/** Returns the host of an https link, or undefined for anything else. */
export function hostOf(link: string): string | undefined {
  if (!link.startsWith('https://') || !URL.canParse(link)) return undefined
  return new URL(link).hostname.replace(/^www\./, '')
}

/** Suggests a title for a link: its host and path, `example.com/reports/42`. */
export function titleOfLink(link: string): string {
  const path = new URL(link).pathname.replace(/\/$/, '')
  const title = `${hostOf(link) ?? ''}${path}`
  return title.length <= maximumTitle ? title : `${title.slice(0, maximumTitle - 1)}…`
}
