import { diffWordsWithSpace } from 'diff'

/** A part of a text: in both versions, only in the new one, or only in the old one. */
export type TextPart = { kind: 'same' | 'added' | 'removed'; text: string }

/** Insertions and deletions above this count as a different text. It bounds the time, which grows with their number. */
const maximumChanges = 1_000
/** A longer unchanged part is shortened to its ends. In characters. */
const longestUnchanged = 240
const contextLength = 80

/** The differences of two texts, word by word. Undefined if they are so different that it is clearer to show both. */
export function textDifferences(from: string, to: string): TextPart[] | undefined {
  const changes = diffWordsWithSpace(from, to, { maxEditLength: maximumChanges })
  return (
    changes &&
    withoutSplitChanges(
      changes.map(({ value, added, removed }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      })),
    )
  )
}

/** Joins changes with only spaces between them: "one two" became "three four" is one change of two words. */
function withoutSplitChanges(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = []
  let removed = ''
  let added = ''
  const endChange = () => {
    if (removed) joined.push({ kind: 'removed', text: removed })
    if (added) joined.push({ kind: 'added', text: added })
    removed = added = ''
  }
  for (const [index, { kind, text }] of parts.entries()) {
    const isBetweenChanges = (removed || added) && index < parts.length - 1 && /^[^\S\n]+$/.test(text)
    if (kind === 'same' && !isBetweenChanges) {
      endChange()
      joined.push({ kind, text })
    } else {
      if (kind !== 'added') removed += text
      if (kind !== 'removed') added += text
    }
  }
  endChange()
  return joined
}

/** Shortens long unchanged parts to their ends next to a change. */
export function withoutLongUnchanged(parts: readonly TextPart[]): TextPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= longestUnchanged) return part
    const start = index === 0 ? '' : part.text.slice(0, contextLength)
    const end = index === parts.length - 1 ? '' : part.text.slice(-contextLength)
    return { kind: 'same', text: `${start} … ${end}`.trim() }
  })
}
