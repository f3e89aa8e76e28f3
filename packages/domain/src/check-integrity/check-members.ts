import { isDeepStrictEqual } from 'node:util'
import { keyOf } from '../database/keys.ts'
import { memberSortOf } from '../organizations/rules.ts'
import type { StoredRecord } from '../table/entities.ts'
import { byPartition, type Check, type Report } from './finding.ts'

type Partition = { user: StoredRecord<'user'> | undefined; memberships: StoredRecord<'membership'>[] }

/**
 * A user with the memberships, which share a partition: the active one is among them, none is without its user, and the
 * user's list, where there is one, names all of them and nothing else.
 */
export function checkMembers(report: Report): Check {
  return byPartition<Partition>({
    begin: () => ({ user: undefined, memberships: [] }),
    see: (partition, record) => {
      if (record.__edb_e__ === 'user') partition.user = record
      else if (record.__edb_e__ === 'membership') partition.memberships.push(record)
    },
    end: ({ user, memberships }) => {
      if (user) checkUser(report, user, memberships)
      for (const membership of memberships) {
        const { userKey, userId, organizationId, role, displayName, memberSort } = membership
        if (!user) report('broken', membership, `a membership of user ${userId}, who does not exist`)
        if (userKey !== keyOf(userId)) {
          report('broken', membership, `a membership of user ${userId} stands under another's key`)
        }
        if (memberSort !== memberSortOf(role, displayName)) {
          report(
            'broken',
            membership,
            `user ${userId} stands at another place of the members of ${organizationId}`,
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
): void {
  const { userKey, userId, activeOrganizationId } = user
  if (userKey !== keyOf(userId)) report('broken', user, `user ${userId} stands under another's key`)
  if (!memberships.some(({ organizationId }) => organizationId === activeOrganizationId)) {
    report('broken', user, `user ${userId} is no member of its active organization ${activeOrganizationId}`)
  }
  const joined = memberships.map(({ organizationId }) => organizationId)
  const { organizationIds = joined } = user
  if (!isDeepStrictEqual(organizationIds.toSorted(), joined.toSorted())) {
    report('broken', user, `user ${userId} lists other organizations than the memberships`)
  }
}
