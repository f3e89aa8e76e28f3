/**
 * Makes stored text harmless on a terminal. Threats: ESC, U+009B and other controls, which move the cursor, rename the window or
 * paste into the shell; bidirectional controls, which reverse what follows; line breaks, which forge lines.
 */

/** Controls, bidirectional embeddings, overrides and isolates, line separators, the byte order mark, and tags. */
const dangerous = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`
}

/** Returns the text on one line: white space is a blank, and dangerous characters are shown as escapes. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\r\n\t ]+/g, ' ')
    .replaceAll(/^ | $/g, '')
    .replaceAll(dangerous, visible)
}

/** Returns the lines of the text, with dangerous characters shown as escapes. */
export function linesOf(text: string): string[] {
  return text
    .replaceAll('\t', '    ')
    .split(/\r?\n/)
    .map((line) => line.replaceAll(dangerous, visible))
}

/** The codes of `styles`, which only paint. */
const paint = '\\u001b\\[(?:0|1|2|31|32|33)m'
const paintOrDangerous = new RegExp(`${paint}|${dangerous.source}`, 'gu')

/** Returns lines without what may command a terminal, whoever made them: the net below `oneLine` and `linesOf`. */
export function harmless(text: string): string {
  return text.replaceAll(paintOrDangerous, (found) =>
    found === '\n' || found.startsWith('\u001b[') ? found : visible(found),
  )
}

/** Returns JSON that is harmless too: `JSON.stringify` leaves U+007F to U+009F and bidirectional controls as they are. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent)
  return text.replaceAll(dangerous, (character) => {
    if (character === '\n') return character
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })
}
