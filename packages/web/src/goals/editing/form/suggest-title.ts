const maximumLength = 72

/**
 * Suggests a title while the description is typed: its first sentence without Markdown syntax, cut at a word. The form
 * shows and sends it, so that the title is what the person saw.
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
  const cut = characters.slice(0, maximumLength - 1).join('')
  const wordEnd = cut.lastIndexOf(' ')
  return `${wordEnd > 0 ? cut.slice(0, wordEnd) : cut}…`
}
