import { lazy } from '@cairn/contract/lazy'
import { isValidName, removeForbiddenCharacters } from '@cairn/contract/names'
import { userId } from '@cairn/contract/schemas/common'
import { invitedAddressOf } from '@cairn/domain/invitations/rules'
import * as z from 'zod'
import { isProvidedAddress } from './provided-address.ts'

/** Text that says something, and that the table can give back as it came. */
export const nonBlank = lazy(() => z.string().refine((text) => text.trim() !== '' && text.isWellFormed()))

/**
 * The canonical user out of what a provider vouches for; what else the provider knows goes no further.
 *
 * An address is the key to invitations, and two mailboxes must not become one: nothing of it is folded but ASCII
 * letters, nothing taken off but ASCII white space (`toLowerCase` makes k of the Kelvin sign, `trim` drops U+FEFF).
 */
export const canonicalUserSchema = lazy(() =>
  z.object({
    id: userId(),
    // A provider takes names that we do not: what makes them dangerous to others is taken out.
    displayName: nonBlank()
      .transform((name) => removeForbiddenCharacters(name).trim())
      .refine(isValidName),
    email: nonBlank()
      .transform((email) => invitedAddressOf(email.replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, '')))
      .refine(isProvidedAddress),
  }),
)
