import { newMembership } from '@cairn/domain/organizations/session/user-organizations'
import type { Database } from '@cairn/domain/storage/database/client'
import { goalLabelDirectoryEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label-directory'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { organizationEntity } from '@cairn/domain/storage/table/entities/organizations/organization'
import { userEntity } from '@cairn/domain/storage/table/entities/people/user'
import { writeRecords } from '../../../support/table/write-records.ts'
import { acme } from './events.ts'

const createdAt = '2026-06-01T12:00:00.000Z'

/** Writes nothing of an organization but its record, without which it gets no feed. */
export async function writeOrganization(database: Database, organizationId: string): Promise<void> {
  await writeRecords(database, organizationEntity, [
    { organizationId, name: 'Acme', createdAt, createdByUserId: 'ada', updatedAt: createdAt },
  ])
}

/** Writes the organization of these tests and its owner, without which the integrity check does not accept its feed. */
export async function writeAcme(database: Database): Promise<void> {
  const ada = { id: 'ada', displayName: 'Ada', email: 'ada@example.com' }
  const owner = newMembership(ada, acme, 'owner', createdAt)
  const { userKey, userId, displayName, email } = owner
  await writeOrganization(database, acme)
  await writeRecords(database, goalLabelDirectoryEntity, [{ organizationId: acme, labels: {} }])
  await writeRecords(database, membershipEntity, [owner])
  await writeRecords(database, userEntity, [
    { userKey, userId, displayName, email, activeOrganizationId: acme, organizationIds: [acme], createdAt },
  ])
}
