import { isValidName, removeForbiddenCharacters } from '@cairn/contract/names'
import { lazy } from '@cairn/contract/registry/lazy'
import { userId } from '@cairn/contract/schemas/common'
import { invitedAddressOf } from '@cairn/domain/organizations/invitations/rules'
import * as z from 'zod'

/** The limit for invitations (contract, "Invitations"). */
const maximumLength = 320

/** Before the `@`: anything but spaces, control characters and the delimiters of email headers, or a quoted text. */
const localPart = /^(?:[^\p{Cc} "(),:;<>@[\\\]]+|"(?:[^\p{Cc}"\\]|\\\P{Cc})+")$/u

/** After the `@`: a domain name in any script, with the joiners that some scripts need, or an address literal. */
const domain =
  /^(?:[\p{L}\p{M}\p{N}\p{Join_Control}_-]+(?:\.[\p{L}\p{M}\p{N}\p{Join_Control}_-]+)*|\[[\w.:-]+\])$/u

/**
 * Whether the text is one email address by RFC 5322 (3.4.1) and RFC 6531, without a name before it. This accepts more than people may enter (`emailAddress` of the contract). Otherwise a provider's users would
 * be locked out if their address is in another script, in quotes, or at a host without a dot.
 */
export function isProvidedAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at === -1 || text.length > maximumLength || !isValidName(text)) return false
  return localPart.test(text.slice(0, at)) && domain.test(text.slice(at + 1))
}

/** Text with a visible character that the table can store unchanged. */
export const nonBlank = lazy(() => z.string().refine((text) => text.trim() !== '' && text.isWellFormed()))

/**
 * Parses the canonical user from what a provider vouches for, and drops everything else.
 *
 * An address opens invitations, and two mailboxes must not become one: only ASCII letters are lower-cased and only ASCII
 * white space is trimmed (`toLowerCase` turns the Kelvin sign into k, `trim` drops U+FEFF).
 */
export const canonicalUserSchema = lazy(() =>
  z.object({
    id: userId(),
    // Providers accept names that we do not. Characters that could deceive other people are removed.
    displayName: nonBlank()
      .transform((name) => removeForbiddenCharacters(name).trim())
      .refine(isValidName),
    email: nonBlank()
      .transform((email) => invitedAddressOf(email.replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, '')))
      .refine(isProvidedAddress),
  }),
)
