import { keyOf } from '@cairn/domain/keys'
import { memberSortOf } from '@cairn/domain/organizations/rules'
import type { TableContent } from './read-table.ts'

/** Users, memberships, owners, and the invitations that hold an address. */
export function memberProblems(content: TableContent): string[] {
  const problems: string[] = []
  const organizations = new Set(content.organization.map(({ organizationId }) => organizationId))
  const users = new Set(content.user.map(({ userKey }) => userKey))
  const memberships = new Set(
    content.membership.map(({ userKey, organizationId }) => `${userKey}/${organizationId}`),
  )

  for (const { userKey, userId, activeOrganizationId } of content.user) {
    if (userKey !== keyOf(userId)) problems.push(`user ${userId} stands under another's key`)
    if (!memberships.has(`${userKey}/${activeOrganizationId}`)) {
      problems.push(`user ${userId} is no member of its active organization ${activeOrganizationId}`)
    }
  }
  for (const { userKey, userId, organizationId, role, displayName, memberSort } of content.membership) {
    if (!users.has(userKey)) problems.push(`a membership of user ${userId}, who does not exist`)
    if (!organizations.has(organizationId)) {
      problems.push(`a membership in organization ${organizationId}, which does not exist`)
    }
    if (memberSort !== memberSortOf(role, displayName)) {
      problems.push(`user ${userId} stands at another place of the members of ${organizationId}`)
    }
  }
  for (const organizationId of organizations) {
    const members = content.membership.filter((membership) => membership.organizationId === organizationId)
    const owners = members.filter(({ role }) => role === 'owner')
    if (owners.length !== 1) problems.push(`organization ${organizationId} has ${owners.length} owners`)
  }
  return [...problems, ...invitationProblems(content)]
}

/** An address is held by the one invitation to it that is pending; one that has expired may have lost it. */
function invitationProblems({ invitation, invitationAddress }: TableContent): string[] {
  const held = (organizationId: string, emailKey: string, invitationId: string) =>
    `${organizationId}/${emailKey}/${invitationId}`
  const heldBy = (record: (typeof invitation)[number]) =>
    held(record.organizationId, keyOf(record.email), record.invitationId)
  const now = new Date().toISOString()
  const pending = invitation.filter(({ status }) => status === 'pending')
  const alive = pending.filter(({ expiresAt }) => expiresAt > now).map(heldBy)
  const markers = invitationAddress.map((record) =>
    held(record.organizationId, record.emailKey, record.invitationId),
  )
  const pendingReferences = new Set(pending.map(heldBy))
  return [
    ...markers
      .filter((marker) => !pendingReferences.has(marker))
      .map((marker) => `an address is held without a pending invitation: ${marker}`),
    ...alive
      .filter((invited) => !markers.includes(invited))
      .map((invited) => `a pending invitation does not hold its address: ${invited}`),
  ]
}
