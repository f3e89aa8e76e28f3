import { isDeepStrictEqual } from 'node:util'
import { memberSortOf } from '../../organizations/rules.ts'
import { keyOf } from '../../storage/database/keys.ts'
import type { StoredRecord } from '../../storage/table/entities.ts'
import { byPartition, type Check, type Report } from '../finding.ts'

type Partition = { user: StoredRecord<'user'> | undefined; memberships: StoredRecord<'membership'>[] }

/**
 * Checks a user against the memberships, which are in the same partition: the active organization is among them unless
 * that membership has ended, and the user's list of organizations, if there is one, matches them.
 *
 * @param deleting  Organizations that are being removed: their memberships are not seen.
 */
export function checkMembers(report: Report, deleting: ReadonlySet<string>): Check {
  return byPartition<Partition>({
    begin: () => ({ user: undefined, memberships: [] }),
    see: (partition, record) => {
      if (record.__edb_e__ === 'user') partition.user = record
      else if (record.__edb_e__ === 'membership') partition.memberships.push(record)
    },
    end: ({ user, memberships }) => {
      if (user) checkUser(report, user, memberships, deleting)
      for (const membership of memberships) {
        const { userKey, userId, organizationId, role, displayName, memberSort } = membership
        if (!user) report('broken', membership, `a membership of user ${userId}, who does not exist`)
        if (userKey !== keyOf(userId)) {
          report(
            'broken',
            membership,
            `a membership of user ${userId} is stored under the key of another user`,
          )
        }
        if (memberSort !== memberSortOf(role, displayName)) {
          report(
            'broken',
            membership,
            `user ${userId} has a wrong sort key in the member list of organization ${organizationId}`,
          )
        }
      }
    },
  })
}

function checkUser(
  report: Report,
  user: StoredRecord<'user'>,
  memberships: readonly StoredRecord<'membership'>[],
  deleting: ReadonlySet<string>,
): void {
  const { userKey, userId, activeOrganizationId, lostOrganizationId } = user
  if (userKey !== keyOf(userId))
    report('broken', user, `user ${userId} is stored under the key of another user`)
  const isMember = memberships.some(({ organizationId }) => organizationId === activeOrganizationId)
  if (!isMember && activeOrganizationId !== lostOrganizationId && !deleting.has(activeOrganizationId)) {
    report(
      'broken',
      user,
      `user ${userId} is not a member of the active organization ${activeOrganizationId}`,
    )
  }
  const joined = memberships.map(({ organizationId }) => organizationId)
  const listed = user.organizationIds.filter((id) => !deleting.has(id))
  if (!isDeepStrictEqual(listed.toSorted(), joined.toSorted())) {
    report('broken', user, `the list of organizations of user ${userId} does not match the memberships`)
  }
}
