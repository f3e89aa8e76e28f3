import { ServiceError } from '@cairn/contract/errors/errors'
import type { Implementation } from '../../../requests/operation.ts'
import { countAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../../requests/request-context.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { principalEntity } from '../../../storage/table/entities/people/principal.ts'
import { accountLinkOf } from '../links/account-link.ts'
import { confirmByEmail } from '../links/confirm-by-email.ts'
import { recipientAt } from '../links/recipient.ts'
import { requirePassword } from '../passwords/require-password.ts'
import {
  emailChangeLifetimeHours,
  emailChangeMessage,
  emailChangeRequestedMessage,
  emailTakenMessage,
} from './email-change-messages.ts'
import { emailChangeTokenOf } from './email-change-token.ts'

/**
 * Asks for another address of the caller's account. It changes when the link in the email to the new address is confirmed
 * (`verifyEmail`); the current address gets a note.
 *
 * Threat: finding out which addresses are registered. Taken or not, the response and the work are the same.
 * @throws `invalid_credentials` if the password is wrong.
 */
export const changeEmail: Implementation<'changeEmail', EmailContext> = async (
  context,
  access,
  { body: { email, password } },
) => {
  const { database, now, settings } = context
  const { user } = access
  if (email === user.email) {
    throw new ServiceError('invalid_request', 'The request is not valid.', {
      details: [{ path: 'email', message: 'This is your email address already.' }],
    })
  }
  const [, principal, holder] = await Promise.all([
    countAttempt(context, 'changeEmail', { provenUserId: user.id }),
    requirePassword(context, access, password),
    readRecord(database, principalEntity, { emailKey: keyOf(email) }),
  ])
  const { secret, link } = accountLinkOf(now, {
    emailKey: principal.emailKey,
    kind: 'email_change',
    lifetimeMinutes: emailChangeLifetimeHours * 60,
    account: principal,
    newEmail: email,
  })
  await transact(database, { link })
  const url = `${settings.webOrigin}/verify-email#token=${emailChangeTokenOf(principal.emailKey, secret)}`
  await Promise.all([
    context.email.deliver(
      holder?.verifiedAt === undefined
        ? emailChangeMessage(recipientAt(email, principal, context), user.displayName, url)
        : emailTakenMessage(recipientAt(email, holder, context), settings.webOrigin),
    ),
    confirmByEmail(
      context,
      emailChangeRequestedMessage(
        recipientAt(user.email, principal, context),
        email,
        now,
        settings.webOrigin,
      ),
    ),
  ])
  return { email }
}
