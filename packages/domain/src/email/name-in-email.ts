const maximumLength = 60

/** Joiners are invisible, but belong to names in Persian and to many emoji. */
const blankOrInvisible = /[[\s\p{Z}\p{C}]--[\u200c\u200d]]+/gv

/** What holds the parts of an address together, the dots of domain names in other scripts too (UTS 46, section 2.3). */
const joinsAddress = /([.:@/\\\u3002])(?=\S)/gu

/**
 * A name that somebody chose, as it stands in an email to somebody else. Threats: a line break begins another header or
 * another paragraph, and mail programs make links of whatever looks like an address. So it is one line of at most 60
 * characters, in which nothing holds an address together: `evil.test` becomes `evil. test`.
 */
export function nameInEmail(name: string): string {
  const line = name.normalize('NFKC').replaceAll(blankOrInvisible, ' ').trim().replaceAll(joinsAddress, '$1 ')
  const characters = [...line]
  if (characters.length <= maximumLength) return line
  const beginning = characters.slice(0, maximumLength - 1).join('')
  return `${beginning.trimEnd()}…`
}
