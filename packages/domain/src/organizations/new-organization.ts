import type { Database } from '../database/client.ts'
import { goalLabelDirectoryEntity } from '../table/entities/goal-labels/goal-label-directory.ts'
import { type MembershipRecord, membershipEntity } from '../table/entities/membership.ts'
import { organizationEntity } from '../table/entities/organization.ts'
import { createRecord } from '../table/entity/writes.ts'

/** The writes of a new organization, for the transaction that also adds it to its owner's list. */
export function newOrganization(
  database: Database,
  name: string,
  createdAt: string,
  owner: MembershipRecord,
) {
  const { organizationId, userId } = owner
  const organization = { organizationId, name, createdAt, createdByUserId: userId, updatedAt: createdAt }
  return {
    organization: createRecord(database, organizationEntity, organization),
    membership: createRecord(database, membershipEntity, owner),
    labels: createRecord(database, goalLabelDirectoryEntity, { organizationId, labels: {} }),
  }
}
