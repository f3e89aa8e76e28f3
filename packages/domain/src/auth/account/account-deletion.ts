/** The writes of a deletion, which the request begins and the sweep finishes. */
import { timestampOf } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { personKeyOf } from '../../notifications/person.ts'
import {
  type AccountDeletionRecord,
  accountDeletionEntity,
} from '../../table/entities/due/account-deletion.ts'
import { timerOf } from '../../table/entities/due/due-index.ts'
import { type MembershipRecord, membershipEntity } from '../../table/entities/membership.ts'
import type { UserRecord } from '../../table/entities/user.ts'
import { userEntity } from '../../table/entities/user.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { removeRecord, updateRecord } from '../../table/entity/writes.ts'

/**
 * How many memberships one transaction ends: it takes 100 writes, and the first one has up to 8 others. Hardly anybody has more.
 */
export const membershipsAtOnce = 90

/** The name of a user whose account was deleted. Their record remains, without name and address: the history refers to it. */
export const deletedName = 'Deleted account'

/** A deletion that ends these memberships. It is due at once. */
export function newDeletion(
  { userId }: Pick<UserRecord, 'userId'>,
  ended: readonly MembershipRecord[],
  now: Date,
): AccountDeletionRecord {
  const personKey = personKeyOf(userId)
  return {
    personKey,
    userId,
    organizations: ended.map(({ organizationId, role }) => ({ organizationId, role })),
    createdAt: timestampOf(now),
    ...timerOf(personKey, now.getTime()),
  }
}

/** Ends memberships. Fails if a role has changed since it was read. */
export function endMemberships(
  database: Database,
  memberships: readonly MembershipRecord[],
): Record<string, TransactionItem> {
  return Object.fromEntries(
    memberships.map(({ userKey, organizationId, role: known }) => [
      `membership:${organizationId}`,
      removeRecord(database, membershipEntity, { userKey, organizationId }, ({ role }, { eq }) =>
        eq(role, known),
      ),
    ]),
  )
}

/** Changes a deletion. Fails if another sweep has claimed it since it was read. */
export function changeDeletion(
  database: Database,
  { personKey, dueAt: known }: AccountDeletionRecord,
  changes: Partial<Pick<AccountDeletionRecord, 'organizations' | 'timer' | 'dueAt' | 'dueShard'>>,
): TransactionItem {
  return updateRecord(
    database,
    accountDeletionEntity,
    { personKey },
    { set: changes, where: ({ dueAt }, { eq }) => eq(dueAt, known) },
  )
}

/** The memberships that a user with more than one transaction takes still has, for the user's list. */
export function listMemberships(
  database: Database,
  userKey: string,
  memberships: readonly MembershipRecord[],
): TransactionItem {
  const organizationIds = memberships.map(({ organizationId }) => organizationId)
  return updateRecord(database, userEntity, { userKey }, { set: { organizationIds } })
}
