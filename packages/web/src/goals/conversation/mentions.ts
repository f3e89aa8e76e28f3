/** Mentions of members in a text that somebody types: `@Ann`. */

export type Mentionable = { userId: string; displayName: string }

/** The mention that is being typed before the caret: where its `@` is, and what follows it. */
export type Typed = { start: number; words: string }

/** Longer beginnings of names are no mentions. */
const maximumWords = 40

/** Returns the mention that is being typed; undefined if there is none. */
export function typedMention(text: string, caret: number): Typed | undefined {
  const before = text.slice(0, caret)
  const start = before.lastIndexOf('@')
  if (start === -1 || caret - start > maximumWords) return undefined
  // An address has a character before its `@`.
  const previous = before[start - 1]
  if (previous !== undefined && !/[\s([{"'“„,;:/-]/.test(previous)) return undefined
  const words = before.slice(start + 1)
  if (/[\n@]/.test(words) || words.startsWith(' ')) return undefined
  return { start, words }
}

/** Returns the members that fit what was typed: those whose name, or a part of it, begins with it. */
export function mentionable<M extends Mentionable>(members: readonly M[], words: string, limit: number): M[] {
  const wanted = words.trimEnd().toLocaleLowerCase()
  const fits = ({ displayName }: M) => {
    const name = displayName.toLocaleLowerCase()
    return name.startsWith(wanted) || name.split(/\s+/).some((part) => part.startsWith(wanted))
  }
  return members.filter(fits).slice(0, limit)
}

/** Puts a member's name in the place of what was typed. Returns the text and the place of the caret. */
export function insertMention(
  text: string,
  caret: number,
  { start }: Typed,
  { displayName }: Pick<Mentionable, 'displayName'>,
): { text: string; caret: number } {
  const mention = `@${displayName} `
  const rest = text.slice(caret).replace(/^ /, '')
  return { text: `${text.slice(0, start)}${mention}${rest}`, caret: start + mention.length }
}

/** Returns the ids of those whose mention is still in the text, in the order in which they were chosen. */
export function mentionsIn(text: string, chosen: readonly Mentionable[], maximum: number): string[] {
  const ids = chosen.filter(({ displayName }) => text.includes(`@${displayName}`)).map(({ userId }) => userId)
  return [...new Set(ids)].slice(0, maximum)
}
