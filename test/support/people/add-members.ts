import { randomUUID } from 'node:crypto'
import { newMembership } from '@cairn/domain/organizations/session/user-organizations'
import type { Database } from '@cairn/domain/storage/database/client'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { userEntity } from '@cairn/domain/storage/table/entities/people/user'
import { writeRecords } from '../table/write-records.ts'

/** Adds people to an organization, with the records that the service would have written. Returns their user ids. */
export async function addMembers(
  database: Database,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const now = new Date().toISOString()
  const people = Array.from({ length: count }, (_, index) => ({
    id: `email:${randomUUID()}`,
    displayName: `Member ${index}`,
    email: `${randomUUID()}@example.com`,
  }))
  await writeRecords(
    database,
    userEntity,
    people.map(({ id, displayName, email }) => ({
      userKey: keyOf(id),
      userId: id,
      displayName,
      email,
      activeOrganizationId: organizationId,
      organizationIds: [organizationId],
      createdAt: now,
    })),
  )
  await writeRecords(
    database,
    membershipEntity,
    people.map((person) => newMembership(person, organizationId, 'member', now)),
  )
  return people.map(({ id }) => id)
}
