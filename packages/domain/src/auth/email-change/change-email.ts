import { ServiceError } from '@cairn/contract/errors'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { transact } from '../../database/transaction.ts'
import type { Implementation } from '../../operation.ts'
import { countAttempt } from '../../rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../request-context.ts'
import { principalEntity } from '../../table/entities/principal.ts'
import { accountLinkOf } from '../links/account-link.ts'
import { confirmByEmail } from '../links/confirm-by-email.ts'
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
  const { secret, link } = accountLinkOf(database, now, {
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
        ? emailChangeMessage(email, user.displayName, url)
        : emailTakenMessage(email, settings.webOrigin),
    ),
    confirmByEmail(context, emailChangeRequestedMessage(user.email, email, now, settings.webOrigin)),
  ])
  return { email }
}
