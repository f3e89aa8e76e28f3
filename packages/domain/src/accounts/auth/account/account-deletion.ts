/** The writes of a deletion, which the request begins and the sweep finishes. */
import { timestampOf } from '../../../requests/context.ts'
import {
  type AccountDeletionRecord,
  accountDeletionEntity,
} from '../../../storage/table/entities/due/account-deletion.ts'
import { timerOf } from '../../../storage/table/entities/due/due-index.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../../storage/table/entities/organizations/membership.ts'
import type { PrincipalRecord } from '../../../storage/table/entities/people/principal.ts'
import type { UserRecord } from '../../../storage/table/entities/people/user.ts'
import { userEntity } from '../../../storage/table/entities/people/user.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { personKeyOf } from '../../notifications/person.ts'

/**
 * How many memberships one transaction ends: it takes 100 writes, and the first one has up to 8 others. Hardly anybody has more.
 */
export const membershipsAtOnce = 90

/** The name of a user whose account was deleted. Their record remains, without name and address: the history refers to it. */
export const deletedName = 'Deleted account'

/** A deletion that ends these memberships. It is due at once. */
export function newDeletion(
  { userId, email }: Pick<UserRecord, 'userId' | 'email'>,
  { formerAddresses }: Pick<PrincipalRecord, 'formerAddresses'>,
  ended: readonly MembershipRecord[],
  now: Date,
): AccountDeletionRecord {
  const personKey = personKeyOf(userId)
  return {
    personKey,
    userId,
    organizations: ended.map(({ organizationId, role }) => ({ organizationId, role })),
    email,
    ...(formerAddresses && { formerAddresses }),
    createdAt: timestampOf(now),
    ...timerOf(personKey, now.getTime()),
  }
}

/** Ends memberships. Fails if a role has changed since it was read. */
export function endMemberships(memberships: readonly MembershipRecord[]): Record<string, TransactionItem> {
  return Object.fromEntries(
    memberships.map(({ userKey, organizationId, role: known }) => [
      `membership:${organizationId}`,
      {
        Delete: membershipEntity
          .remove({ userKey, organizationId })
          .where(({ role }, { eq }) => eq(role, known)),
      },
    ]),
  )
}

/** Changes a deletion. Fails if another sweep has claimed it since it was read. */
export function changeDeletion(
  { personKey, dueAt: known }: AccountDeletionRecord,
  changes: Partial<Pick<AccountDeletionRecord, 'organizations' | 'timer' | 'dueAt' | 'dueShard'>>,
): TransactionItem {
  return {
    Update: accountDeletionEntity
      .patch({ personKey })
      .set(changes)
      .where(({ dueAt }, { eq }) => eq(dueAt, known)),
  }
}

/** The memberships that a user with more than one transaction takes still has, for the user's list. */
export function listMemberships(userKey: string, memberships: readonly MembershipRecord[]): TransactionItem {
  const organizationIds = memberships.map(({ organizationId }) => organizationId)
  return { Update: userEntity.patch({ userKey }).set({ organizationIds }) }
}
