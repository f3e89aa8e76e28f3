import { goalLabelDirectoryEntity } from '../storage/table/entities/goal-labels/goal-label-directory.ts'
import {
  type MembershipRecord,
  membershipEntity,
} from '../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../storage/table/entities/organizations/organization.ts'

/** The writes of a new organization, for the transaction that also adds it to its owner's list. */
export function newOrganization(name: string, createdAt: string, owner: MembershipRecord) {
  const { organizationId, userId } = owner
  const organization = { organizationId, name, createdAt, createdByUserId: userId, updatedAt: createdAt }
  return {
    organization: { Put: organizationEntity.create(organization) },
    membership: { Put: membershipEntity.create(owner) },
    labels: { Put: goalLabelDirectoryEntity.create({ organizationId, labels: {} }) },
  }
}
