import { randomUUID } from 'node:crypto'
import { newMembership } from '@cairn/domain/organizations/session/user-organizations'
import type { Database } from '@cairn/domain/storage/database/client'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { goalLabelDirectoryEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label-directory'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { organizationEntity } from '@cairn/domain/storage/table/entities/organizations/organization'
import { type UserRecord, userEntity } from '@cairn/domain/storage/table/entities/people/user'
import { changeRecord, writeRecords } from '../table/write-records.ts'

/** The record of a user. Throws if there is none. */
export async function userRecordOf(database: Database, userId: string): Promise<UserRecord> {
  const user = await readRecord(database, userEntity, { userKey: keyOf(userId) })
  if (!user) throw new Error(`The service does not know ${userId}.`)
  return user
}

/**
 * Makes a user the owner of `count` more organizations, with the records that the service would have written, and
 * returns their ids in the order of joining.
 *
 * @param listed  Whether the user's record lists them, as it must.
 */
export async function giveOrganizations(
  database: Database,
  userId: string,
  count: number,
  { listed = true } = {},
): Promise<string[]> {
  const user = await userRecordOf(database, userId)
  const organizations = Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(Date.now() + index).toISOString()
    const organizationId = randomUUID()
    return {
      organizationId,
      name: `Given ${index}`,
      createdAt,
      createdByUserId: userId,
      updatedAt: createdAt,
    }
  })
  const memberships = organizations.map(({ organizationId, createdAt }) =>
    newMembership({ ...user, id: userId }, organizationId, 'owner', createdAt),
  )
  const ids = organizations.map(({ organizationId }) => organizationId)
  await writeRecords(database, organizationEntity, organizations)
  await writeRecords(
    database,
    goalLabelDirectoryEntity,
    ids.map((organizationId) => ({ organizationId, labels: {} })),
  )
  await writeRecords(database, membershipEntity, memberships)
  if (listed) {
    const organizationIds = [...user.organizationIds, ...ids]
    await changeRecord(database, userEntity, { userKey: user.userKey }, { set: { organizationIds } })
  }
  return ids
}
