import type { Context } from '../../../requests/context.ts'
import type { PrincipalRecord } from '../../../storage/table/entities/people/principal.ts'
import type { Recipient } from '../../email/compose-email.ts'

/** Whoever reads the emails to an address: in the language of its account, otherwise in that of the browser that asks. */
export function recipientAt(
  email: string,
  account: Pick<PrincipalRecord, 'language'> | null,
  { language }: Pick<Context, 'language'>,
): Recipient {
  return { email, language: account?.language ?? language }
}
