const maximumNameLength = 60

/** Joiners are invisible, but are part of Persian names and of many emoji. */
const blankOrInvisible = /[[\s\p{Z}\p{C}]--[\u200c\u200d]]+/gv

/**
 * Characters that join the parts of an address, including the dots of domain names in other scripts (UTS 46, section
 * 2.3).
 */
const joinsAddress = /([.:@/\\\u3002])(?=\S)/gu

/**
 * A name that somebody chose, as shown in an email to somebody else. Threats: a line break starts another header or
 * paragraph, and email programs turn everything that looks like an address into a link. So the result is one line of at
 * most 60 characters, in which addresses are broken up: `evil.test` becomes `evil. test`.
 */
export function nameInEmail(name: string): string {
  return textInEmail(name, maximumNameLength)
}

/** The same for a longer text, such as a title or a sentence about an event. */
export function textInEmail(text: string, maximumLength: number): string {
  const line = text.normalize('NFKC').replaceAll(blankOrInvisible, ' ').trim().replaceAll(joinsAddress, '$1 ')
  const characters = [...line]
  if (characters.length <= maximumLength) return line
  const beginning = characters.slice(0, maximumLength - 1).join('')
  return `${beginning.trimEnd()}…`
}
