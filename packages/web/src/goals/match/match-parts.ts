/** A part of a text. `at`: where it begins. */
type Part = { text: string; isFound: boolean; at: number }

/** Divides a text at the beginnings of its words that a query has, in any case. */
export function partsOf(text: string, q: string): Part[] {
  const wanted =
    q
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const parts: Part[] = []
  let end = 0
  const add = (from: number, to: number, isFound: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), isFound, at: from })
  }
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = word.toLowerCase()
    const length = Math.max(0, ...wanted.filter((one) => folded.startsWith(one)).map((one) => one.length))
    if (length === 0) continue
    add(end, index, false)
    end = index + Math.min(length, word.length)
    add(index, end, true)
  }
  add(end, text.length, false)
  return parts
}
