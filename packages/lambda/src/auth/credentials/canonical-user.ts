import { isValidName, removeForbiddenCharacters } from '@cairn/contract/names'
import { lazy } from '@cairn/contract/registry/lazy'
import { userId } from '@cairn/contract/schemas/common'
import { invitedAddressOf } from '@cairn/domain/organizations/invitations/rules'
import * as z from 'zod'
import { isProvidedAddress } from '../provided-address.ts'

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
