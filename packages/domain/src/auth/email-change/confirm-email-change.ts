import { actingUserAuditEntry, readActingUser } from '../../audit/account-audit-entry.ts'
import { credentialOf } from '../../audit/audit-entry.ts'
import { timestampOf } from '../../context.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import { countAttempt } from '../../rate-limits/rate-limiter.ts'
import type { EmailContext, RequestContext } from '../../request-context.ts'
import { accountLinkEntity } from '../../table/entities/account-link.ts'
import { principalEntity, untilVerified } from '../../table/entities/principal.ts'
import { userEntity } from '../../table/entities/user.ts'
import { putRecord, removeRecord, updateRecord } from '../../table/entity/writes.ts'
import { isValidLink, useLink } from '../links/account-link.ts'
import { confirmByEmail } from '../links/confirm-by-email.ts'
import { invalidOrExpiredToken } from '../verification/verification-token.ts'
import { emailChangedMessage } from './email-change-messages.ts'

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
  const { oldEmail, newEmail } = await retryOnLostRace(database, async () => {
    const { link, principal, newEmail } = await readEmailChange(context, token, counted)
    const { sessionGeneration, passwordHash, displayName, verifiedAt, userId } = principal
    const { organizationId } = await readActingUser(database, keyOf(userId))
    const failed = await transact(database, {
      link: useLink(database, link),
      former: removeRecord(
        database,
        principalEntity,
        { emailKey: token.emailKey },
        (stored, { eq, notExists }) =>
          [
            eq(stored.userId, userId),
            eq(stored.passwordHash, passwordHash),
            eq(stored.displayName, displayName),
            sessionGeneration === undefined
              ? notExists(stored.sessionGeneration)
              : eq(stored.sessionGeneration, sessionGeneration),
          ].join(' AND '),
      ),
      principal: putRecord(
        database,
        principalEntity,
        {
          ...without(principal, untilVerified),
          emailKey: keyOf(newEmail),
          email: newEmail,
          verifiedAt: verifiedAt ?? timestampOf(now),
        },
        (stored, { notExists }) => notExists(stored.verifiedAt),
      ),
      user: updateRecord(database, userEntity, { userKey: keyOf(userId) }, { set: { email: newEmail } }),
      audit: actingUserAuditEntry(
        context,
        { userId, organizationId },
        credentialOf('email_link', context.userAgent),
        { action: 'account.email_changed' },
      ),
    })
    if (failed.includes('principal')) throw invalidOrExpiredToken()
    return failed.length > 0 ? lostRace : { oldEmail: principal.email, newEmail }
  })
  await Promise.all(
    [oldEmail, newEmail].map((to) =>
      confirmByEmail(context, emailChangedMessage(to, newEmail, now, settings.webOrigin)),
    ),
  )
  return { redirectTo: `${settings.webOrigin}/settings/account` }
}

function without<T extends object, K extends keyof T>(record: T, names: readonly K[]): Omit<T, K> {
  const copy = { ...record }
  for (const name of names) delete copy[name]
  return copy
}
