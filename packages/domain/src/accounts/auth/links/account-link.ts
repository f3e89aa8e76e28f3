import { timestampOf, timeToLiveOf } from '../../../requests/context.ts'
import { hashSecret, newSecret } from '../../../requests/secrets.ts'
import {
  type AccountLinkRecord,
  accountLinkEntity,
} from '../../../storage/table/entities/people/account-link.ts'
import type { PrincipalRecord } from '../../../storage/table/entities/people/principal.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'

type Account = Pick<PrincipalRecord, 'userId' | 'sessionGeneration'>

type NewAccountLink = {
  emailKey: string
  kind: 'password_reset' | 'email_change' | 'none'
  lifetimeMinutes: number
  /** The account, when it was read. */
  account: Account | undefined
  newEmail?: string
}

/**
 * A new link about an account, which replaces the one of its kind: its secret, and the write that stores it. It is valid
 * until all sessions of the account end, so a changed password leaves no link that somebody else requested.
 */
export function accountLinkOf(
  now: Date,
  { emailKey, kind, lifetimeMinutes, account, newEmail }: NewAccountLink,
): { secret: string; link: TransactionItem } {
  const secret = newSecret()
  const expiresAt = new Date(now.getTime() + lifetimeMinutes * 60_000)
  const link = {
    Put: accountLinkEntity.put({
      emailKey,
      kind,
      secretHash: hashSecret(secret),
      ...(account && { userId: account.userId }),
      sessionGeneration: account?.sessionGeneration ?? 0,
      createdAt: timestampOf(now),
      expiresAt: timestampOf(expiresAt),
      ...(newEmail !== undefined && { newEmail }),
      ttl: timeToLiveOf(expiresAt),
    }),
  }
  return { secret, link }
}

/**
 * Whether the secret is that of the link, for an account whose sessions have not ended since. The address may belong to a new
 * account, after the former was deleted.
 */
export function isValidLink(
  link: AccountLinkRecord | null,
  secret: string,
  { userId, sessionGeneration = 0 }: Account,
  now: Date,
): link is AccountLinkRecord {
  return (
    link?.secretHash === hashSecret(secret) &&
    link.expiresAt > timestampOf(now) &&
    link.sessionGeneration === sessionGeneration &&
    (link.userId ?? userId) === userId
  )
}

/** Uses a link up. Fails if it has been used or replaced since it was read. */
export function useLink({ emailKey, kind, secretHash }: AccountLinkRecord): TransactionItem {
  return {
    Delete: accountLinkEntity
      .remove({ emailKey, kind })
      .where((link, { eq }) => eq(link.secretHash, secretHash)),
  }
}
