import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { InputOf, OutputOf } from '@cairn/contract/registry/registry'
import { recordEvents } from '../../background/changes/record-events.ts'
import { requireAdministrator, type SessionAccess } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { countAttempt } from '../../requests/rate-limits/rate-limiter.ts'
import type { EmailContext } from '../../requests/request-context.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { type Creation, createOnce, sessionCreatorOf } from '../../storage/idempotency/create-once.ts'
import { invitationEntity } from '../../storage/table/entities/organizations/invitation.ts'
import { bySession } from '../audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority } from '../context/membership-check.ts'
import { readOrganizationFacts } from '../context/organization-context.ts'
import { invitationAuditEntry } from './invitation-audit-entry.ts'
import { invitationEvent } from './invitation-event.ts'
import { issueInvitation } from './link/issue-invitation.ts'
import { languageOfInvited } from './link/language-of-invited.ts'
import { newLink } from './link/new-link.ts'
import { invitedAddressOf } from './rules.ts'
import { findAddressHolder, takeAddress } from './state/invited-address.ts'
import { isInviter, voidCheck } from './state/inviter.ts'
import { revokeVoid } from './state/pending-invitation.ts'

/**
 * Invites an email address to the organization. An address has at most one pending invitation: an expired one no longer
 * reserves it, and a void one (`inviter.ts`) is revoked here.
 */
export const createOrganizationInvitation: Implementation<
  'createOrganizationInvitation',
  EmailContext
> = async (context, access, { body }) => {
  const { organizationId } = access
  const request = {
    operation: 'createOrganizationInvitation',
    caller: sessionCreatorOf(access, organizationId),
    body,
    authority: requireAdministrator(access),
  }
  // An operation that fails before it awaits the authority must not leave an unhandled rejection.
  request.authority.catch(() => undefined)
  return createOnce(context, request, (creation) => inviteOnce(context, access, body, creation))
}

async function inviteOnce(
  context: EmailContext,
  access: SessionAccess,
  { email, role }: InputOf<'createOrganizationInvitation'>['body'],
  creation: Creation,
): Promise<OutputOf<'createOrganizationInvitation'>> {
  const { database, now, settings } = context
  const { user, organizationId } = access
  const cause = bySession(context, access)
  if (email === invitedAddressOf(user.email)) {
    await requireAdministrator(access)
    throw new ServiceError('invitation_self', 'You cannot invite your own email address.')
  }
  const counted = countAttempt(context, 'issueInvitation', { provenUserId: user.id })
  const spoken = languageOfInvited(context, email, access.stored)
  const { secret, stored } = newLink(now, settings.invitationLifetimeDays)
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
  const [organizationName, language] = await retryOnLostRace(database, async () => {
    // Read before the transaction: a failed read after it would lose the link of a valid invitation.
    const [administrator, facts, found, language] = await Promise.all([
      requireAdministrator(access),
      readOrganizationFacts(database, [organizationId]),
      findAddressHolder(context, invitation),
      spoken,
      counted,
      creation.requireUnused(),
    ])
    // The caller is an administrator, so the caller's own invitation is not void. The transaction checks that another
    // one is.
    const holder = found && !isInviter(found, administrator) ? found : undefined
    const failed = await transact(database, {
      authority: administratorCheck(administrator),
      invitation: { Put: invitationEntity.create(invitation) },
      address: takeAddress(invitation, holder, now),
      void: holder && voidCheck(holder),
      revoked: holder && revokeVoid(holder),
      created: creation.use(invitation.invitationId),
      audit: invitationAuditEntry(context, cause, 'invitation.created', invitation),
      auditOfVoid: holder && invitationAuditEntry(context, cause, 'invitation.revoked', { ...holder, email }),
      change: recordEvents(database, {
        organizationId,
        events: [
          ...(holder ? [invitationEvent('invitation.revoked', access, now, holder)] : []),
          invitationEvent('invitation.created', access, now, invitation),
        ],
      }),
    })
    if (failed.length === 0) return [facts.get(organizationId)?.name, language] as const
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    if (failed.includes('created')) return lostRace
    if (failed.includes('void') || (found && !holder)) {
      throw new ServiceError(
        'invitation_already_pending',
        'This email address already has a pending invitation.',
      )
    }
    return lostRace
  })
  const sender = { displayName: user.displayName, organizationName }
  return issueInvitation(context, invitation, secret, sender, language)
}
