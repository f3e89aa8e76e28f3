import { goalLabelDirectoryEntity } from '../storage/table/entities/goal-labels/goal-label-directory.ts'
import { completeCounts, goalCountEntity } from '../storage/table/entities/goals/goal-count.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../storage/table/entities/organizations/organization.ts'
import { shortId } from '../storage/table/short-id.ts'

/** The writes of a new organization, for the transaction that also adds it to its owner's list. */
export function newOrganization(name: string, createdAt: string, owner: MembershipRecord) {
  const { organizationId, userId } = owner
  const organization = { organizationId, name, createdAt, createdByUserId: userId, updatedAt: createdAt }
  return {
    organization: { Put: organizationEntity.create(organization) },
    membership: { Put: membershipEntity.create(owner) },
    // All its goals are counted from now on.
    counts: {
      Put: goalCountEntity.create({
        organizationKey: shortId(organizationId),
        shard: completeCounts,
      }),
    },
    labels: { Put: goalLabelDirectoryEntity.create({ organizationId, labels: {} }) },
  }
}
