/**
 * What a new password may not be: one that an attacker tries first.
 *
 * Threats: lists of leaked passwords, and guesses from what everybody knows of a person. Lengths are the contract's;
 * there are no rules about kinds of characters (ASVS 5.0, 6.2.5).
 */
import { ServiceError } from '@cairn/contract/errors'

export type NewPassword = { password: string; email: string; displayName: string }

/** Shorter words are in too many others: "ann" is in "planning". */
const wordMinimumLength = 4

/** What NIST SP 800-63B and ASVS 5.0 (6.2.1) ask of any password. */
const passwordMinimumLength = 8

/** Words that belong to the service rather than to a person (ASVS 5.0, 6.1.2). */
const serviceWords = ['cairn']

/**
 * What is wrong with a new password, as the end of a sentence about it; undefined where nothing is. Letter case and
 * the forms that one character may have (full width, composed) make no difference.
 *
 * The address and the whole name may not be in it at all. The local part and single words of a longer name may, since
 * many are ordinary words ("info", "long"): but they count nothing, and what is left must be a password by itself.
 */
export function problemOfNewPassword(
  { password, email, displayName }: NewPassword,
  commonPasswords: ReadonlySet<string>,
): string | undefined {
  const folded = fold(password)
  if (commonPasswords.has(folded)) return 'must not be one of the most common passwords'
  const address = fold(email)
  const name = fold(displayName)
  const has = (text: string) => lengthOf(text) >= wordMinimumLength && folded.includes(text)
  if (has(address) || has(name)) return 'must not contain your e-mail address or your name'
  const localPart = address.slice(0, address.lastIndexOf('@'))
  const known = [localPart, ...wordsIn(localPart), ...wordsIn(name), ...serviceWords].filter(has)
  if (known.length > 0 && lengthOf(without(folded, known)) < passwordMinimumLength) {
    return 'must have more to it than your name, your address or the name of the service'
  }
  return undefined
}

/** Throws `invalid_request` for a password that is refused. Looks at what was sent only, never at who has an account. */
export async function requireGoodNewPassword(registration: NewPassword): Promise<void> {
  // Read when it is needed: of all requests only a registration looks at the list.
  const { commonPasswords } = await import('./common-passwords.ts')
  const message = problemOfNewPassword(registration, commonPasswords)
  if (message === undefined) return
  throw new ServiceError('invalid_request', 'The request is not valid.', {
    details: [{ path: 'password', message }],
  })
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** In code points, as everywhere. */
function lengthOf(text: string): number {
  return [...text].length
}

function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u)
}

/** Longer words first, so that "ada" does not break "adam" before it is found. */
function without(text: string, words: string[]): string {
  return words
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), text)
}
