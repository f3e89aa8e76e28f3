import { isValidName } from '@cairn/contract/names'

/** That of an invitation (contract, "Invitations"). */
const maximumLength = 320

/** Before the `@`: anything but blanks, controls and the marks of mail headers, or a text in quotes. */
const localPart = /^(?:[^\p{Cc} "(),:;<>@[\\\]]+|"(?:[^\p{Cc}"\\]|\\\P{Cc})+")$/u

/** After it: a name in any script, with the joiners that some of them need, or the address of a machine. */
const domain =
  /^(?:[\p{L}\p{M}\p{N}\p{Join_Control}_-]+(?:\.[\p{L}\p{M}\p{N}\p{Join_Control}_-]+)*|\[[\w.:-]+\])$/u

/**
 * Whether the text is one email address, as RFC 5322 (3.4.1) and RFC 6531 write them. That is more than people may enter
 * (`emailAddress` of the contract): nobody who signs in elsewhere is locked out for an address in another script, in quotes,
 * or of a host without a dot. It is no list of addresses, and none with a name before it.
 */
export function isProvidedAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at === -1 || text.length > maximumLength || !isValidName(text)) return false
  return localPart.test(text.slice(0, at)) && domain.test(text.slice(at + 1))
}
