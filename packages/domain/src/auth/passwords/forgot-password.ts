import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { transact } from '../../database/transaction.ts'
import type { Implementation } from '../../operation.ts'
import { countAttempt } from '../../rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../request-context.ts'
import { principalEntity } from '../../table/entities/principal.ts'
import { accountLinkOf } from '../links/account-link.ts'
import { noAccountMessage } from '../links/no-account-message.ts'
import { verificationTokenOf } from '../verification/verification-token.ts'
import { passwordResetMessage } from './password-messages.ts'

const resetLifetimeMinutes = 60

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
  const { secret, link } = accountLinkOf(database, now, {
    emailKey,
    kind: 'password_reset',
    lifetimeMinutes: resetLifetimeMinutes,
    account: principal ?? undefined,
  })
  await transact(database, { link })
  const url = `${settings.webOrigin}/reset-password#token=${verificationTokenOf(emailKey, secret)}`
  await context.email.deliver(
    principal ? passwordResetMessage(email, url) : noAccountMessage(email, settings.webOrigin),
  )
  return { email }
}
