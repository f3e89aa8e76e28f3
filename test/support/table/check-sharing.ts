import type { Database } from '@cairn/domain/storage/database/client'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { expect } from 'vitest'
import { problemsIn } from './check-table.ts'
import { readTable, type TableContent } from './read-table.ts'

type Invitation = TableContent['invitation'][number]
type AddressMarker = TableContent['invitationAddress'][number] & { expiresAt: string; ttl: number }

/**
 * Like `expectSoundTable`, but by a clock: an invitation still stored as pending after its expiry may have lost its
 * address to a later one. Also checks what else must agree about invitations after any race.
 */
export async function expectSoundSharing(database: Database): Promise<TableContent> {
  const content = await readTable(database)
  const overtaken = content.invitation.filter((invitation) => isOvertaken(invitation, content))
  const excused = (problem: string) =>
    overtaken.some(({ invitationId }) => problem === lostAddress(content, invitationId))
  const problems = problemsIn(content).filter((problem) => !excused(problem))
  expect([...problems, ...invitationProblems(content)]).toEqual([])
  return content
}

function lostAddress({ invitation }: TableContent, id: string): string {
  const lost = invitation.find(({ invitationId }) => invitationId === id)
  return `a pending invitation does not reserve its address: ${lost?.organizationId}/${keyOf(lost?.email ?? '')}/${id}`
}

/** Still `pending` in the table, but a later invitation to the address was created after its expiry. */
function isOvertaken(invitation: Invitation, { invitation: all }: TableContent): boolean {
  return (
    invitation.status === 'pending' &&
    all.some(
      ({ organizationId, email, createdAt }) =>
        organizationId === invitation.organizationId &&
        email === invitation.email &&
        createdAt >= invitation.expiresAt,
    )
  )
}

function invitationProblems({ invitation, invitationAddress, membership, principal, user }: TableContent) {
  const problems: string[] = []
  const markers = invitationAddress as AddressMarker[]
  for (const { organizationId, invitationId, email, status, expiresAt, ttl, ...stored } of invitation) {
    const name = `invitation ${invitationId}, ${status},`
    const isPending = status === 'pending'
    if (isPending !== 'gsi1pk' in stored) problems.push(`${name} is ${isPending ? 'not ' : ''}listed`)
    if (isPending !== (ttl !== undefined))
      problems.push(`${name} is ${isPending ? 'kept' : 'removed'} for ever`)
    const marker = markers.find((candidate) => candidate.invitationId === invitationId)
    if (marker && (marker.expiresAt !== expiresAt || marker.ttl !== ttl)) {
      problems.push(`${name} ends at ${expiresAt}, its hold on the address at ${marker.expiresAt}`)
    }
    // The owner of the address: a principal, or the user whom the provider last asserted with it.
    const accounts = [...principal, ...user].filter(
      (account) => 'email' in account && account.email === email,
    )
    const isMember = membership.some(
      (member) =>
        member.organizationId === organizationId && accounts.some(({ userId }) => userId === member.userId),
    )
    if (status === 'accepted' && !isMember) problems.push(`${name} made nobody a member`)
  }
  return problems
}
