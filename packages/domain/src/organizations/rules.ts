import { type OrganizationRole, organizationRoles } from '@cairn/contract/schemas/organizations'
import { timestampOf } from '../context.ts'
import { foldedName, sortableName } from '../database/keys.ts'
import type { MembershipRecord } from '../table/entities/membership.ts'

const organizationNameMaximumLength = 100

/** Each request that returns a user's organizations reads all of them. */
export const maximumOrganizationsPerUser = 100

/** Providers vouch for names of any length, organizations have one of 1 to 100 characters. */
export function firstOrganizationName(displayName: string): string {
  const name = [...displayName.trim()].slice(0, organizationNameMaximumLength).join('').trim()
  return name === '' ? 'My organization' : name
}

// A sort key takes 1,024 bytes; what follows this many characters, folded, does not order member lists any more.
// Cut after folding: NFC makes three characters of some (U+1D160).
const sortedNameLength = 100

/** Position in member lists: owner, admins, members, each by display name without regard to case. */
export function memberSortOf(role: OrganizationRole, displayName: string): string {
  const name = [...foldedName(displayName)].slice(0, sortedNameLength).join('')
  return `${organizationRoles.indexOf(role)}${sortableName(name)}`
}

/** Where owner and admins stand in member lists: between these positions, which are nobody's. */
export const administratorSorts = { from: '0', to: `${organizationRoles.indexOf('member')}` }

type Joining = Pick<MembershipRecord, 'joinedAt' | 'organizationId'>

/** Orders a user's memberships by when the user joined; two of the same millisecond always in the same way. */
export function byJoining(left: Joining, right: Joining): number {
  return (
    left.joinedAt.localeCompare(right.joinedAt) || left.organizationId.localeCompare(right.organizationId)
  )
}

/**
 * When a user joins an organization now, given the memberships before, in the order of joining: a moment later than
 * all of them, also where the first one was made by the same request.
 */
export function joiningTime(now: Date, memberships: readonly Joining[]): string {
  const last = memberships.at(-1)
  const earliest = last === undefined ? 0 : Date.parse(last.joinedAt) + 1
  return timestampOf(new Date(Math.max(now.getTime(), earliest)))
}
