/**
 * Refuses new passwords that an attacker tries first.
 *
 * Threats: lists of leaked passwords, and guesses from public facts about a person. The contract limits the length.
 * There are no rules about kinds of characters (ASVS 5.0, 6.2.5).
 */
import { ServiceError } from '@cairn/contract/errors/errors'

export type NewPassword = { password: string; email: string; displayName: string }

/** Shorter words are part of too many others: "ann" is in "planning". */
const wordMinimumLength = 4

/** Required of any password by NIST SP 800-63B and ASVS 5.0 (6.2.1). */
const passwordMinimumLength = 8

/** Words specific to the service (ASVS 5.0, 6.1.2). */
const serviceWords = ['cairn']

/**
 * Returns what is wrong with a new password; undefined if nothing is. Ignores letter case and the form of characters
 * (full width, composed).
 *
 * A password must not contain the address or the whole name. It may contain the local part and single words of the
 * name, because many are ordinary words ("info", "long"), but the rest must be long enough without them.
 */
export function problemOfNewPassword(
  { password, email, displayName }: NewPassword,
  commonPasswords: readonly string[],
): string | undefined {
  const folded = fold(password)
  if (commonPasswords.includes(folded)) return 'Choose a password that is not one of the most common ones.'
  const address = fold(email)
  const name = fold(displayName)
  const has = (text: string) => lengthOf(text) >= wordMinimumLength && folded.includes(text)
  if (has(address) || has(name))
    return 'Choose a password that does not contain your email address or your name.'
  const localPart = address.slice(0, address.lastIndexOf('@'))
  const known = [localPart, ...wordsIn(localPart), ...wordsIn(name), ...serviceWords].filter(has)
  if (known.length > 0 && lengthOf(without(folded, known)) < passwordMinimumLength) {
    return 'Choose a password that is more than your name, your email address or the name of the service.'
  }
  return undefined
}

/**
 * Depends only on the request, never on existing accounts.
 * @param path  The field with the password.
 * @throws `invalid_request` if the password is refused.
 */
export async function requireGoodNewPassword(registration: NewPassword, path = 'password'): Promise<void> {
  // Imported lazily, because only new passwords need the list.
  const { default: commonPasswords } = await import('./common-passwords.json', { with: { type: 'json' } })
  const message = problemOfNewPassword(registration, commonPasswords)
  if (message === undefined) return
  throw new ServiceError('invalid_request', 'The request is not valid.', {
    details: [{ path, message }],
  })
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function lengthOf(text: string): number {
  return [...text].length
}

function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u)
}

/** Removes longer words first, so that removing "ada" does not break "adam". */
function without(text: string, words: string[]): string {
  return words
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), text)
}
