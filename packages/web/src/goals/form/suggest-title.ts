const maximumLength = 72

/**
 * A title for a description that is being typed: its first sentence without Markdown's marks, cut at a word. The form
 * shows it and sends it, so that the goal is called what the person has seen.
 */
export function suggestTitle(description: string): string {
  const firstLine = description.trim().split('\n', 1)[0] ?? ''
  const plain = firstLine
    .replace(/^(?:#{1,6}|>|[-+*]|\d+[.)])\s+/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`~]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const sentence = (/^.*?[.!?](?=\s|$)/u.exec(plain)?.[0] ?? plain).replace(/\.$/, '')
  const characters = [...sentence]
  if (characters.length <= maximumLength) return sentence
  const kept = characters.slice(0, maximumLength - 1).join('')
  const wordEnd = kept.lastIndexOf(' ')
  return `${wordEnd > 0 ? kept.slice(0, wordEnd) : kept}…`
}
