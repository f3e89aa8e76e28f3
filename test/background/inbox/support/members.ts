import { memberSortOf } from '@cairn/domain/organizations/rules'
import type { Database } from '@cairn/domain/storage/database/client'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { writeRecords } from '../../../support/table/write-records.ts'

/** Writes so many members of an organization, who have nothing else. Returns the ids of their users. */
export async function seedMembers(
  database: Database,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const userIds = Array.from({ length: count }, (_, index) => `email:seeded-${organizationId}-${index}`)
  await writeRecords(
    database,
    membershipEntity,
    userIds.map((userId, index) => ({
      userKey: keyOf(userId),
      organizationId,
      userId,
      displayName: `Member ${index}`,
      email: `member${index}@example.com`,
      role: 'member' as const,
      memberSort: memberSortOf('member', `Member ${index}`),
      joinedAt: '2026-11-20T10:00:00.000Z',
      joinId: `join ${index}`,
    })),
  )
  return userIds
}
