import type { Implementation } from '../../../requests/operation.ts'
import { countAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../../requests/request-context.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { principalEntity } from '../../../storage/table/entities/people/principal.ts'
import { accountLinkOf } from '../links/account-link.ts'
import { noAccountMessage } from '../links/no-account-message.ts'
import { recipientAt } from '../links/recipient.ts'
import { verificationTokenOf } from '../verification/verification-token.ts'
import { passwordResetMessage, resetLifetimeHours } from './password-messages.ts'

/**
 * Emails a link that resets the password.
 *
 * Threat: finding out which addresses are registered. Known or not, verified or not, the response, the work (one read, one
 * write, one email) and the round trips are the same: a link is stored for every address, and emailed only for accounts.
 */
export const forgotPassword: Implementation<'forgotPassword', EmailContext> = async (
  context,
  _access,
  { body: { email } },
) => {
  const { database, now, settings } = context
  const emailKey = keyOf(email)
  const [, principal] = await Promise.all([
    countAttempt(context, 'forgotPassword', { claimedKey: emailKey }),
    readRecord(database, principalEntity, { emailKey }),
  ])
  const { secret, link } = accountLinkOf(now, {
    emailKey,
    kind: 'password_reset',
    lifetimeMinutes: resetLifetimeHours * 60,
    account: principal ?? undefined,
  })
  await transact(database, { link })
  const url = `${settings.webOrigin}/reset-password#token=${verificationTokenOf(emailKey, secret)}`
  const to = recipientAt(email, principal, context)
  await context.email.deliver(
    principal ? passwordResetMessage(to, url) : noAccountMessage(to, settings.webOrigin),
  )
  return { email }
}
