import { actingUserAuditEntry, readActingUser } from '../../../organizations/audit/account-audit-entry.ts'
import { credentialOf } from '../../../organizations/audit/audit-entry.ts'
import { timestampOf } from '../../../requests/context.ts'
import { countAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { EmailContext, RequestContext } from '../../../requests/request-context.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { accountLinkEntity } from '../../../storage/table/entities/people/account-link.ts'
import { principalEntity, untilVerified } from '../../../storage/table/entities/people/principal.ts'
import { userEntity } from '../../../storage/table/entities/people/user.ts'
import { formerAddressOf } from '../account/forget-address.ts'
import { isValidLink, useLink } from '../links/account-link.ts'
import { confirmByEmail } from '../links/confirm-by-email.ts'
import { recipientAt } from '../links/recipient.ts'
import { invalidOrExpiredToken } from '../verification/verification-token.ts'
import { emailChangedMessage } from './email-change-messages.ts'

/** More than anybody has in a lifetime, in 12 KB of the account's record. */
const maximumFormerAddresses = 100

type Token = { emailKey: string; secret: string }

/**
 * Returns the link of a token and the account that it changes.
 *
 * @param counted  The attempt, which is counted before it is checked.
 * @throws `invalid_or_expired_token`.
 */
async function readEmailChange(
  { database, now }: RequestContext,
  { emailKey, secret }: Token,
  counted: Promise<void>,
) {
  const [link, principal] = await Promise.all([
    readRecord(database, accountLinkEntity, { emailKey, kind: 'email_change' }),
    readRecord(database, principalEntity, { emailKey }),
    counted,
  ])
  const isValid = principal && isValidLink(link, secret, principal, now)
  if (!isValid || link.newEmail === undefined) throw invalidOrExpiredToken()
  return { link, principal, newEmail: link.newEmail }
}

/** Returns what the page behind the link shows. Does not use the link. */
export async function previewEmailChange(context: RequestContext, token: Token) {
  const counted = countAttempt(context, 'verifyEmail', { claimedKey: token.emailKey })
  const { link, principal, newEmail } = await readEmailChange(context, token, counted)
  return {
    email: newEmail,
    displayName: principal.displayName,
    createdAt: link.createdAt,
    sameBrowser: false,
  }
}

/**
 * Gives an account its new address. An unverified account with this address is replaced, as registering does. Sessions and API
 * tokens stay; links to the former address stop working.
 * @throws `invalid_or_expired_token`, also if somebody has verified the address for another account.
 */
export async function confirmEmailChange(
  context: EmailContext,
  token: Token,
): Promise<{ redirectTo: string }> {
  const { database, now, settings } = context
  const counted = countAttempt(context, 'verifyEmail', { claimedKey: token.emailKey })
  const { account, newEmail } = await retryOnLostRace(database, async () => {
    const { link, principal, newEmail } = await readEmailChange(context, token, counted)
    const { sessionGeneration, passwordHash, displayName, language, verifiedAt, userId } = principal
    const { organizationId } = await readActingUser(database, keyOf(userId))
    const failed = await transact(database, {
      link: useLink(link),
      former: {
        Delete: principalEntity
          .remove({ emailKey: token.emailKey })
          .where((stored, { eq, notExists }) =>
            [
              eq(stored.userId, userId),
              eq(stored.passwordHash, passwordHash),
              eq(stored.displayName, displayName),
              sessionGeneration === undefined
                ? notExists(stored.sessionGeneration)
                : eq(stored.sessionGeneration, sessionGeneration),
              language === undefined ? notExists(stored.language) : eq(stored.language, language),
            ].join(' AND '),
          ),
      },
      principal: {
        Put: principalEntity
          .put({
            ...without(principal, untilVerified),
            emailKey: keyOf(newEmail),
            email: newEmail,
            formerAddresses: [
              ...(principal.formerAddresses ?? []),
              formerAddressOf(principal.email, timestampOf(now)),
            ].slice(-maximumFormerAddresses),
            verifiedAt: verifiedAt ?? timestampOf(now),
          })
          .where((stored, { notExists }) => notExists(stored.verifiedAt)),
      },
      user: { Update: userEntity.patch({ userKey: keyOf(userId) }).set({ email: newEmail }) },
      audit: actingUserAuditEntry(
        context,
        { userId, organizationId },
        credentialOf('email_link', context.userAgent),
        { action: 'account.email_changed' },
      ),
    })
    if (failed.includes('principal')) throw invalidOrExpiredToken()
    return failed.length > 0 ? lostRace : { account: principal, newEmail }
  })
  await Promise.all(
    [account.email, newEmail].map((to) =>
      confirmByEmail(
        context,
        emailChangedMessage(recipientAt(to, account, context), newEmail, now, settings.webOrigin),
      ),
    ),
  )
  return { redirectTo: `${settings.webOrigin}/settings/account` }
}

function without<T extends object, K extends keyof T>(record: T, names: readonly K[]): Omit<T, K> {
  const copy = { ...record }
  for (const name of names) delete copy[name]
  return copy
}
