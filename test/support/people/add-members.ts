import { randomUUID } from 'node:crypto'
import type { Database } from '@cairn/domain/database/client'
import { keyOf } from '@cairn/domain/database/keys'
import { newMembership } from '@cairn/domain/organizations/session/user-organizations'
import { membershipEntity } from '@cairn/domain/table/entities/membership'
import { userEntity } from '@cairn/domain/table/entities/user'
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
