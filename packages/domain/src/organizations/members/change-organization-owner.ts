import { ServiceError } from '@cairn/contract/errors/errors'
import { requirePassword } from '../../accounts/auth/passwords/require-password.ts'
import { recordEvents } from '../../background/changes/record-events.ts'
import { newEvent } from '../../events/new-event.ts'
import { callerOfSession, requireMembership } from '../../requests/access.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { auditEntry, bySession } from '../audit/audit-entry.ts'
import { explainLostAuthority, organizationCheck } from '../context/membership-check.ts'
import { toOrganizationContextResponse } from '../context/organization-context.ts'
import { readOrganizations } from '../session/user-organizations.ts'
import { requireOwner } from './require-owner.ts'
import { withRole } from './with-role.ts'

/**
 * Hands the organization over to another member: that one becomes the owner, the caller an admin, in one transaction. It requires
 * both roles as they were read, so an organization has exactly one owner at any time, and of two concurrent requests one wins.
 *
 * With the built-in email provider it needs the password: a browser that somebody left signed in is not enough.
 *
 * @throws `organization_owner_required`, `member_not_found`, `invalid_credentials`.
 */
export const changeOrganizationOwner: Implementation<'changeOrganizationOwner', RequestContext> = async (
  context,
  access,
  { body: { userId, password } },
) => {
  const { database, now } = context
  const { organizationId, user } = access
  const hasPassword = access.own?.account === 'email'
  if (hasPassword && password === undefined) throw invalidField('password', 'Enter your password.')
  const caller = { userKey: keyOf(user.id), organizationId }
  const successor = { userKey: keyOf(userId), organizationId }
  const confirmed = hasPassword && password !== undefined && requirePassword(context, access, password)
  // Anybody but the owner is refused, and nobody awaits this.
  if (confirmed) confirmed.catch(() => undefined)

  return retryOnLostRace(database, async () => {
    const [owner, member, organizations] = await Promise.all([
      readRecord(database, membershipEntity, caller),
      readRecord(database, membershipEntity, successor),
      readOrganizations(database, access),
      access.membership(),
    ])
    const current = requireOwner(requireMembership(owner))
    await confirmed
    if (userId === user.id) throw invalidField('userId', 'You own this organization. Pick somebody else.')
    if (!member) throw new ServiceError('member_not_found', 'This user is not a member of the organization.')

    const by = { by: callerOfSession(user.id, organizationId), now }
    const failed = await transact<string>(database, {
      // Otherwise a hand-over would be confirmed of what was deleted a moment before.
      organization: organizationCheck(organizationId),
      owner: withRole(current, 'admin'),
      member: withRole(member, 'owner'),
      audit: auditEntry(context, bySession(context, access), {
        action: 'organization.owner_changed',
        target: { kind: 'member', id: userId, userId },
        changes: [{ field: 'owner', from: user.id, to: userId }],
      }),
      change: recordEvents(database, {
        organizationId,
        events: [
          newEvent('member.role_changed', by, { userId, role: 'owner', previousRole: member.role }),
          newEvent('member.role_changed', by, { userId: user.id, role: 'admin', previousRole: 'owner' }),
        ],
      }),
    })
    if (failed.includes('organization')) return explainLostAuthority(database, caller)
    if (failed.length > 0) return lostRace
    return toOrganizationContextResponse(organizationId, {
      ...organizations,
      memberships: organizations.memberships.map((membership) =>
        membership.organizationId === organizationId ? { ...membership, role: 'admin' } : membership,
      ),
    })
  })
}

function invalidField(path: string, message: string): ServiceError {
  return new ServiceError('invalid_request', 'The request is not valid.', { details: [{ path, message }] })
}
