import { type OrganizationRole, organizationRoles } from '@cairn/contract/schemas/people/organizations'
import { timestampOf } from '../requests/context.ts'
import { foldedName, sortableName } from '../storage/database/keys.ts'
import type { MembershipRecord } from '../storage/table/entities/organizations/membership.ts'

const organizationNameMaximumLength = 100

/** A limit, because every request that returns a user's organizations reads all of them. */
export const maximumOrganizationsPerUser = 100

/**
 * The name of a user's first organization, from a display name of any length. Organizations have 1 to 100 characters.
 */
export function firstOrganizationName(displayName: string): string {
  const name = [...displayName.trim()].slice(0, organizationNameMaximumLength).join('').trim()
  return name === '' ? 'My organization' : name
}

// A sort key has at most 1,024 bytes, so member lists are ordered by this many characters of the folded name. Cut after
// folding, because NFC can turn one character into three (U+1D160).
const sortedNameLength = 100

/** The sort key of member lists: owner, admins, members, each by display name without regard to case. */
export function memberSortOf(role: OrganizationRole, displayName: string): string {
  const name = [...foldedName(displayName)].slice(0, sortedNameLength).join('')
  return `${organizationRoles.indexOf(role)}${sortableName(name)}`
}

export type Joining = Pick<MembershipRecord, 'joinedAt' | 'organizationId'>

/** Orders memberships by when the user joined; those of the same millisecond always in the same order. */
export function byJoining(left: Joining, right: Joining): number {
  return (
    left.joinedAt.localeCompare(right.joinedAt) || left.organizationId.localeCompare(right.organizationId)
  )
}

/**
 * Returns the `joinedAt` of a new membership: later than all earlier memberships, even if the same request created the
 * first one.
 *
 * @param memberships  In the order in which the user joined.
 */
export function joiningTime(now: Date, memberships: readonly Joining[]): string {
  const last = memberships.at(-1)
  const earliest = last === undefined ? 0 : Date.parse(last.joinedAt) + 1
  return timestampOf(new Date(Math.max(now.getTime(), earliest)))
}
