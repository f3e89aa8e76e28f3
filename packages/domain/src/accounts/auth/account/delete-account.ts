import { ServiceError } from '@cairn/contract/errors/errors'
import { accountAuditEntry } from '../../../organizations/audit/account-audit-entry.ts'
import { readAgain, readOrganizations } from '../../../organizations/session/user-organizations.ts'
import type { SessionAccess } from '../../../requests/access.ts'
import { timestampOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import type { EmailContext } from '../../../requests/request-context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { queryRecords } from '../../../storage/database/query-records.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { accountDeletionEntity } from '../../../storage/table/entities/due/account-deletion.ts'
import { personTimerEntity } from '../../../storage/table/entities/due/person-timer.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../../storage/table/entities/organizations/membership.ts'
import { accountLinkEntity } from '../../../storage/table/entities/people/account-link.ts'
import { pictureEntity } from '../../../storage/table/entities/people/picture.ts'
import { type PrincipalRecord, principalEntity } from '../../../storage/table/entities/people/principal.ts'
import { type UserRecord, userEntity } from '../../../storage/table/entities/people/user.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { personKeyOf } from '../../notifications/person.ts'
import { confirmByEmail } from '../links/confirm-by-email.ts'
import { momentInEmail } from '../links/moment-in-email.ts'
import { recipientAt } from '../links/recipient.ts'
import { requirePassword } from '../passwords/require-password.ts'
import { requireOwnSession, sessionHasEnded } from '../sessions/own-session.ts'
import { isGeneration } from '../sessions/session-generation.ts'
import { deletedName, endMemberships, membershipsAtOnce, newDeletion } from './account-deletion.ts'
import { endRemainingMemberships } from './end-remaining-memberships.ts'

/** The last email to the address of an account that was deleted. */
function accountDeletedMessage(to: Recipient, now: Date, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in?mode=register`
  return composeEmail(
    { kind: 'account_deleted', link },
    to,
    ({ accountDeleted, account, createAccount }) => ({
      subject: accountDeleted.subject,
      preview: accountDeleted.preview,
      blocks: [
        { kind: 'text', text: accountDeleted.text },
        {
          kind: 'facts',
          rows: [
            [account, to.email],
            [accountDeleted.deleted, momentInEmail(now)],
          ],
        },
        { kind: 'text', text: accountDeleted.whatEnded },
        { kind: 'text', text: accountDeleted.final },
        { kind: 'button', text: createAccount, url: link },
      ],
      footer: [],
    }),
  )
}

/**
 * Deletes the caller's account. One transaction ends everything that opens something: the account itself, which frees the
 * address, all sessions, the memberships, by which API tokens are judged, links, and emails. The user's record stays without
 * name and address, so nothing can come to life again for this user id. What the organizations do not know yet follows as due
 * work (`finish-account-deletion.ts`).
 *
 * @throws `invalid_credentials` if the password is wrong; `sole_owner` while others are in an organization that the caller owns.
 */
export const deleteAccount: Implementation<'deleteAccount', EmailContext> = async (
  context,
  access,
  { body: { password } },
) => {
  const { database, now, settings, cookies } = context
  const own = requireOwnSession(access)
  let current: SessionAccess = access
  const { to, isWhole } = await retryOnLostRace(database, async () => {
    const user = { ...access.user, email: current.stored.email }
    const { userKey, organizationIds } = current.stored
    const [principal, { stored, memberships }, shared, audit] = await Promise.all([
      requirePassword(context, { user }, password),
      readOrganizations(database, current),
      findShared(database, userKey, organizationIds),
      accountAuditEntry(context, access, { action: 'account.deleted' }),
    ])
    const owned = memberships.filter(({ role }) => role === 'owner').map((one) => one.organizationId)
    if (owned.some((id) => shared.includes(id))) throw soleOwner()
    const ended = memberships.slice(0, membershipsAtOnce)
    const failed = await transact<string>(database, {
      principal: removePrincipal(principal),
      user: emptyUser(stored, own.generation, memberships.slice(membershipsAtOnce), now),
      ...endMemberships(ended),
      picture: { Delete: pictureEntity.delete({ personKey: personKeyOf(user.id) }) },
      person: { Delete: personTimerEntity.delete({ personKey: personKeyOf(user.id) }) },
      reset: {
        Delete: accountLinkEntity.delete({
          emailKey: principal.emailKey,
          kind: 'password_reset',
        }),
      },
      change: {
        Delete: accountLinkEntity.delete({
          emailKey: principal.emailKey,
          kind: 'email_change',
        }),
      },
      deletion: { Put: accountDeletionEntity.create(newDeletion(stored, principal, ended, now)) },
      audit,
    })
    if (failed.length === 0) {
      return {
        to: recipientAt(principal.email, principal, context),
        isWhole: ended.length === memberships.length,
      }
    }
    current = await readAgain(database, current)
    if ((current.stored.sessionGeneration ?? 0) !== own.generation) throw sessionHasEnded()
    return lostRace
  })
  cookies.clear('session')
  await Promise.all([
    confirmByEmail(context, accountDeletedMessage(to, now, settings.webOrigin)),
    // If it fails, the sweep does it.
    isWhole ? undefined : endRemainingMemberships(database, access.user.id).catch(() => undefined),
  ])
  return undefined
}

/**
 * Returns those of some organizations in which there are others. The index may be behind: who joins at the same moment gets the
 * organization (`leave-organizations.ts`).
 */
async function findShared(
  database: Database,
  own: string,
  organizationIds: readonly string[],
): Promise<string[]> {
  const read = async (organizationId: string) => {
    const options = { cursor: null, limit: 2 }
    return queryRecords(database, membershipEntity, 'byOrganization', { organizationId }, options)
  }
  const lists = await Promise.all(organizationIds.map(read))
  return organizationIds.filter((_, index) => lists[index]?.data.some(({ userKey }) => userKey !== own))
}

function soleOwner(): ServiceError {
  return new ServiceError(
    'sole_owner',
    'You own an organization with other people in it. Hand it over, or delete it, then delete your account.',
  )
}

/** Deletes the account. Fails if anything that decides about access has changed since it was read. */
function removePrincipal({
  emailKey,
  userId,
  passwordHash,
  sessionGeneration = 0,
}: PrincipalRecord): TransactionItem {
  return {
    Delete: principalEntity
      .remove({ emailKey })
      .where((stored, operators) =>
        [
          operators.eq(stored.userId, userId),
          operators.eq(stored.passwordHash, passwordHash),
          isGeneration(sessionGeneration)(stored, operators),
        ].join(' AND '),
      ),
  }
}

/**
 * Takes name and address out of the user's record, and ends all sessions. Fails if the session has ended, or the user has joined or
 * switched to another organization.
 *
 * @param remaining  Memberships that are too many for this transaction.
 */
function emptyUser(
  { userKey, activeOrganizationId, organizationIds }: UserRecord,
  generation: number,
  remaining: readonly MembershipRecord[],
  now: Date,
): TransactionItem {
  return {
    Update: userEntity
      .patch({ userKey })
      .set({
        displayName: deletedName,
        email: '',
        deletedAt: timestampOf(now),
        lostOrganizationId: activeOrganizationId,
        organizationIds: remaining.map(({ organizationId }) => organizationId),
      })
      .add({ sessionGeneration: 1 })
      .remove(['pictureId'])
      .where((user, operators) =>
        [
          isGeneration(generation)(user, operators),
          operators.eq(user.activeOrganizationId, activeOrganizationId),
          operators.eq(user.organizationIds, organizationIds),
        ].join(' AND '),
      ),
  }
}
