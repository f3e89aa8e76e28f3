const characters = new Intl.Segmenter()

/** The characters of a text as people see them, however many code units each has. */
function charactersOf(text: string): string[] {
  return Array.from(characters.segment(text), ({ segment }) => segment)
}

/**
 * Returns what stands for a name where there is no picture. In a script with capitals, the first letter of the first and of the last
 * word. In others two letters would join or mean a word, so it is the first one.
 *
 * @param count  How many there is room for.
 */
export function initialsOf(name: string, count: 1 | 2): string {
  const initials = name.split(/\s+/).flatMap((word) => charactersOf(word).find(isLetter) ?? [])
  const [first] = initials
  const last = initials.at(-1)
  // A name may consist of other signs, such as emoji.
  if (first === undefined || last === undefined) return charactersOf(name.trim())[0] ?? ''
  const hasRoom = count === 2 && initials.length > 1 && hasCase(first) && hasCase(last)
  return hasRoom ? upperCase(first) + upperCase(last) : upperCase(first)
}

const isLetter = (character: string) => /[\p{Letter}\p{Number}]/u.test(character)

const hasCase = (character: string) => character.toLowerCase() !== character.toUpperCase()

/** Some letters, such as ß, become several. */
function upperCase(character: string): string {
  const upper = character.toUpperCase()
  return charactersOf(upper).length === 1 ? upper : character
}
