import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors'
import { requireAdministrator } from '../access.ts'
import { timestampOf } from '../context.ts'
import { lostRace, retryOnLostRace } from '../database/retry.ts'
import { transact } from '../database/transaction.ts'
import type { Implementation } from '../operation.ts'
import { administratorCheck, explainLostAuthority } from '../organizations/membership-check.ts'
import { readOrganizationNames } from '../organizations/organization-context.ts'
import { countAttempt } from '../rate-limits/rate-limiter.ts'
import type { EmailContext } from '../request-context.ts'
import { invitationEntity } from '../table/entities/invitation.ts'
import { issueInvitation } from './issue-invitation.ts'
import { newLink } from './new-link.ts'
import { invitedAddressOf } from './rules.ts'
import { findAddressHolder, takeAddress } from './state/invited-address.ts'
import { isInviter, voidCheck } from './state/inviter.ts'
import { endVoid } from './state/pending-invitation.ts'

/**
 * Invites an address into the organization. An address has one pending invitation: one that has expired gives it
 * up, one that is void (`inviter.ts`) is ended here.
 */
export const createOrganizationInvitation: Implementation<
  'createOrganizationInvitation',
  EmailContext
> = async (context, access, { body: { email, role } }) => {
  const { database, now, settings } = context
  const { user, organizationId } = access
  if (email === invitedAddressOf(user.email)) {
    await requireAdministrator(access)
    throw new ServiceError('invitation_self', 'This is your own address.')
  }
  const counted = countAttempt(context, 'issueInvitation', { provenUserId: user.id })
  const { secret, stored } = newLink(now, settings.invitationLifetimeInDays)
  const invitation = {
    organizationId,
    invitationId: randomUUID(),
    email,
    role,
    status: 'pending' as const,
    ...stored,
    invitedByUserId: user.id,
    createdAt: timestampOf(now),
  }
  const organizationName = await retryOnLostRace(database, async () => {
    // Before the transaction: a read that failed after it would lose the link of an invitation that stands.
    const [administrator, names, found] = await Promise.all([
      requireAdministrator(access),
      readOrganizationNames(database, [organizationId]),
      findAddressHolder(context, invitation),
      counted,
    ])
    // The caller's own invitation is not void. Of another one the transaction finds out.
    const holder = found && !isInviter(found, administrator) ? found : undefined
    const failed = await transact(database, {
      authority: administratorCheck(database, administrator),
      invitation: { Put: invitationEntity(database).create(invitation).params() },
      address: takeAddress(database, invitation, holder, now),
      void: holder && voidCheck(database, holder),
      ended: holder && endVoid(database, holder),
    })
    if (failed.length === 0) return names.get(organizationId)
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.includes('void') || (found && !holder)) {
      throw new ServiceError('invitation_already_pending', 'This address has a pending invitation already.')
    }
    return lostRace
  })
  const sender = { displayName: user.displayName, organizationName }
  return issueInvitation(context, invitation, secret, sender)
}
