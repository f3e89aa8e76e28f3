import { once } from '@cairn/contract/once'
import { userId } from '@cairn/contract/schemas/common'
import { invitedAddressOf } from '@cairn/domain/invitations/rules'
import * as z from 'zod'

/** Text that says something, and that the table can give back as it came. */
export const nonBlank = once(() => z.string().refine((text) => text.trim() !== '' && text.isWellFormed()))

/**
 * The canonical user out of what a provider vouches for; what else the provider knows goes no further.
 *
 * An address is the key to invitations, and two mailboxes must not become one: nothing of it is folded but ASCII
 * letters, nothing taken off but ASCII white space (`toLowerCase` makes k of the Kelvin sign, `trim` drops U+FEFF).
 */
export const canonicalUserSchema = once(() =>
  z.object({
    id: userId(),
    displayName: nonBlank().transform((name) => name.trim()),
    email: nonBlank().transform((email) =>
      invitedAddressOf(email.replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, '')),
    ),
  }),
)
