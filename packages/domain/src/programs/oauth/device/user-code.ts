/**
 * The code that a device shows and a person types: eight letters in two groups, without vowels, so that it spells no word, and without letters
 * that look like another or like a digit (RFC 8628, 6.1).
 */
const letters = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/** The library's names of that form. */
export const userCodeFormat = { charset: 'base-20', mask: '****-****' } as const

/** Returns the code in a text that a person typed, without its dash; undefined if it cannot be one. */
export function parseUserCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '')
  return letters.test(code) ? code : undefined
}

/** The code as the device shows it. */
export function userCodeText(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
