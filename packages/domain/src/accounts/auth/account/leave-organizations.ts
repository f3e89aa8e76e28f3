import { recordEvents } from '../../../background/changes/record-events.ts'
import { newEvent } from '../../../events/new-event.ts'
import { auditEntry, credentialOf } from '../../../organizations/audit/audit-entry.ts'
import { endOrganization } from '../../../organizations/deletion/end-organization.ts'
import { withRole } from '../../../organizations/members/with-role.ts'
import { beginRemoval } from '../../../organizations/removal/removal-record.ts'
import { pauseWebhooks, readWebhooksOf } from '../../../programs/webhooks/record/pause-webhooks.ts'
import { callerOfSession } from '../../../requests/access.ts'
import { timestampOf } from '../../../requests/context.ts'
import type { Database } from '../../../storage/database/client.ts'
import { queryRecords } from '../../../storage/database/query-records.ts'
import { lostRace, retryOnLostRace } from '../../../storage/database/retry.ts'
import { transact } from '../../../storage/database/transaction.ts'
import type {
  AccountDeletionRecord,
  EndedMembership,
} from '../../../storage/table/entities/due/account-deletion.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../../storage/table/entities/organizations/organization.ts'
import type { TransactionItem } from '../../../storage/table/entity.ts'
import { changeDeletion } from './account-deletion.ts'
import { forgetAccepted } from './forget-address.ts'

/**
 * Tells the organizations of a deleted account, one after the other. One transaction each removes it from the
 * list, after the addresses by which the person joined were removed from invitations and the audit log. What a member leaves behind follows as for any member (`organizations/removal/`).
 *
 * An organization in which the person was alone is deleted a minute later, when the list of members shows everybody who joined
 * before: nobody could join after. Whoever did gets it.
 *
 * @returns what is left to do; undefined if another sweep has it.
 */
export async function leaveOrganizations(
  database: Database,
  deletion: AccountDeletionRecord,
  now: Date,
  { isSettled, isOver }: { isSettled: boolean; isOver: () => boolean },
): Promise<AccountDeletionRecord | undefined> {
  let left = deletion
  for (const ended of deletion.organizations) {
    if (isOver()) break
    if (ended.role === 'owner' && !isSettled) continue
    const next = { ...left, organizations: left.organizations.filter((one) => one !== ended) }
    // Before it is taken off the list: a crash repeats it.
    await forgetAccepted(database, deletion, ended.organizationId)
    const done = changeDeletion(left, { organizations: next.organizations })
    const outcome = await leave(database, deletion, ended, done, now)
    if (outcome === 'lost') return undefined
    if (outcome === 'done') left = next
  }
  return left
}

/** `lost`: another sweep has claimed the deletion. */
type Outcome = 'done' | 'lost'

async function leave(
  database: Database,
  { userId }: AccountDeletionRecord,
  { organizationId, role }: EndedMembership,
  deletion: TransactionItem,
  now: Date,
): Promise<Outcome> {
  const by = { by: callerOfSession(userId, organizationId), now }
  return retryOnLostRace<Outcome>(database, async () => {
    const [webhooks, successor] = await Promise.all([
      readWebhooksOf(database, organizationId, userId),
      role === 'owner' ? findSuccessor(database, organizationId) : undefined,
    ])
    const cause = { organizationId, userId, credential: credentialOf('session', undefined) }
    const audit = auditEntry({ now }, cause, {
      action: 'member.left',
      target: { kind: 'member', id: userId, userId },
      changes: [{ field: 'role', from: role, to: null }],
    })
    if (role === 'owner' && !successor) {
      const writes = await endOrganization(database, { organizationId }, userId, now)
      // Its removal finds by the audit log what a former member has left.
      const failed = await transact<string>(database, { deletion, audit, ...writes })
      return afterFailures(database, deletion, failed)
    }
    const failed = await transact<string>(database, {
      deletion,
      organization: { ConditionCheck: organizationEntity.remove({ organizationId }) },
      successor: successor && withRole(successor, 'owner'),
      removal: beginRemoval(organizationId, {
        userId,
        receiverUserId: undefined,
        removedByUserId: userId,
        createdAt: timestampOf(now),
      }),
      ...pauseWebhooks(database, webhooks, cause, now),
      audit,
      change: recordEvents(database, {
        organizationId,
        events: [
          ...(successor
            ? [
                newEvent('member.role_changed', by, {
                  userId: successor.userId,
                  role: 'owner',
                  previousRole: successor.role,
                }),
              ]
            : []),
          newEvent('member.left', by, { userId, role }),
        ],
      }),
    })
    return afterFailures(database, deletion, failed)
  })
}

async function afterFailures(
  database: Database,
  deletion: TransactionItem,
  failed: readonly string[],
): Promise<Outcome | typeof lostRace> {
  if (failed.length === 0) return 'done'
  if (failed.includes('deletion')) return 'lost'
  // The organization was deleted meanwhile: nobody has to know.
  if (failed.includes('organization')) {
    return (await transact(database, { deletion })).length === 0 ? 'done' : 'lost'
  }
  return lostRace
}

/** The first of the others: administrators come first in the list. */
async function findSuccessor(
  database: Database,
  organizationId: string,
): Promise<MembershipRecord | undefined> {
  const { data } = await queryRecords(
    database,
    membershipEntity,
    'byOrganization',
    { organizationId },
    { limit: 1 },
  )
  return data[0]
}
