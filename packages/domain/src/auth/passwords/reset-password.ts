import { actingUserAuditEntry, readActingUser } from '../../audit/account-audit-entry.ts'
import { credentialOf } from '../../audit/audit-entry.ts'
import { timestampOf } from '../../context.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord } from '../../database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../database/retry.ts'
import { transact } from '../../database/transaction.ts'
import type { Implementation } from '../../operation.ts'
import { requireGoodNewPassword } from '../../passwords/new-password.ts'
import { hashPassword } from '../../passwords/password-hash.ts'
import { countAttempt } from '../../rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../request-context.ts'
import { accountLinkEntity } from '../../table/entities/account-link.ts'
import { type PrincipalRecord, principalEntity, untilVerified } from '../../table/entities/principal.ts'
import { updateRecord } from '../../table/entity/writes.ts'
import { isValidLink, useLink } from '../links/account-link.ts'
import { confirmByEmail } from '../links/confirm-by-email.ts'
import { endAllSessions, isGeneration } from '../sessions/session-generation.ts'
import { invalidOrExpiredToken, parseVerificationToken } from '../verification/verification-token.ts'
import { passwordChangedMessage } from './password-messages.ts'

/**
 * Sets a new password with the token of an emailed link. The token works once, even with concurrent requests, for an hour. It
 * proves the mailbox, so it also verifies the address. All sessions end in the same transaction.
 * @throws `invalid_or_expired_token`, the same error for every reason; `invalid_request` for a weak password, which does not
 * use up the link.
 */
export const resetPassword: Implementation<'resetPassword', EmailContext> = async (
  context,
  _access,
  { body: { token, password } },
) => {
  const { database, now, settings, rateLimitSubject } = context
  const parsed = parseVerificationToken(token)
  if (!parsed) throw invalidOrExpiredToken()
  const { emailKey, secret } = parsed
  const read = () =>
    Promise.all([
      readRecord(database, accountLinkEntity, { emailKey, kind: 'password_reset' }),
      readRecord(database, principalEntity, { emailKey }),
    ])
  const requireValid = ([link, principal]: Awaited<ReturnType<typeof read>>) => {
    if (!principal || !isValidLink(link, secret, principal, now)) {
      throw invalidOrExpiredToken()
    }
    return { link, principal }
  }
  const [, found] = await Promise.all([
    countAttempt(context, 'resetPassword', { claimedKey: emailKey }),
    read(),
  ])
  const first = requireValid(found)
  const { email } = first.principal
  await requireGoodNewPassword({ ...first.principal, password })
  const passwordHash = await hashPassword(password, rateLimitSubject.address)
  let known: typeof first | undefined = first
  await retryOnLostRace(database, async () => {
    const { link, principal } = known ?? requireValid(await read())
    known = undefined
    const userKey = keyOf(principal.userId)
    const { stored, organizationId } = await readActingUser(database, userKey)
    const failed = await transact(database, {
      link: useLink(database, link),
      principal: updateRecord(
        database,
        principalEntity,
        { emailKey },
        {
          set: { passwordHash, verifiedAt: principal.verifiedAt ?? timestampOf(now) },
          remove: [...untilVerified],
          add: { sessionGeneration: 1 },
          where: (stored, operators) =>
            `${isGeneration(generationOf(principal))(stored, operators)} AND ${operators.eq(stored.userId, principal.userId)}`,
        },
      ),
      user: endAllSessions(database, userKey, stored),
      audit: actingUserAuditEntry(
        context,
        { userId: principal.userId, organizationId },
        credentialOf('email_link', context.userAgent),
        { action: 'account.password_reset' },
      ),
    })
    return failed.length > 0 ? lostRace : undefined
  })
  await confirmByEmail(context, passwordChangedMessage(email, now, settings.webOrigin))
  return { redirectTo: `${settings.webOrigin}/sign-in?reset=1` }
}

function generationOf({ sessionGeneration = 0 }: PrincipalRecord): number {
  return sessionGeneration
}
