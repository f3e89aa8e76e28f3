import { keyOf } from '../../database/keys.ts'
import { type Position, type QueryResult, queryRecords } from '../../database/query-records.ts'
import { readRecord } from '../../database/read-record.ts'
import { transact } from '../../database/transaction.ts'
import { creationKeysOf } from '../../idempotency/create-once.ts'
import { readPending } from '../../notifications/pending.ts'
import { personKeyOf } from '../../notifications/person.ts'
import { type ApiTokenRecord, apiTokenEntity } from '../../table/entities/api-token.ts'
import { type AuditEntryRecord, auditEntryEntity } from '../../table/entities/audit-entry.ts'
import { reminderEntity } from '../../table/entities/due/reminder.ts'
import { type MembershipRecord, membershipEntity } from '../../table/entities/membership.ts'
import { keyOfRecord } from '../../table/entity/keys.ts'
import { removeRecord } from '../../table/entity/writes.ts'
import { leaveOrganization, readUser } from '../session/user-organizations.ts'
import { type DeletionStep, type DeletionWork, removeAllIn, removeKeys } from './deletion-work.ts'

/** Removes the members, and what each of them has in the organization. The membership goes last: a crash leaves the way to the rest. */
export const removeMembers: DeletionStep = async (work) => {
  const { database, organizationId } = work
  let cursor: Position | null = null
  do {
    const page: QueryResult<MembershipRecord> = await queryRecords(
      database,
      membershipEntity,
      'byOrganization',
      { organizationId },
      { cursor, limit: pageSize },
    )
    for (const { userId } of page.data) {
      if (work.isOver()) return false
      await removeWhatIsOf(work, userId)
      await endMembership(work, userId)
    }
    cursor = page.cursor
  } while (cursor !== null)
  return true
}

/** Removes what is left of those who were members. The audit log names them, for longer than any API token is kept. */
export const removeFormerMembers: DeletionStep = async (work) => {
  const { database, organizationKey } = work
  const userIds = new Set<string>()
  let cursor: Position | null = null
  do {
    if (work.isOver()) return false
    const page: QueryResult<AuditEntryRecord> = await queryRecords(
      database,
      auditEntryEntity,
      'byKind',
      { organizationKey, kind: 'member' },
      { cursor },
    )
    for (const { target } of page.data) if (target?.userId !== undefined) userIds.add(target.userId)
    cursor = page.cursor
  } while (cursor !== null)
  for (const userId of userIds) {
    if (work.isOver()) return false
    await removeWhatIsOf(work, userId)
  }
  return true
}

const pageSize = 50

async function removeWhatIsOf(work: DeletionWork, userId: string): Promise<void> {
  const { database, organizationId, organizationKey } = work
  const waiting = (await readPending(database, personKeyOf(userId))).filter(
    (reminder) => reminder.organizationKey === organizationKey,
  )
  await removeKeys(
    work,
    waiting.map((reminder) => keyOfRecord(reminderEntity, reminder)),
  )
  const key = { organizationId, userKey: keyOf(userId) }
  let cursor: Position | null = null
  do {
    const page: QueryResult<ApiTokenRecord> = await queryRecords(
      database,
      apiTokenEntity,
      'byUserAndOrganization',
      key,
      { cursor },
    )
    for (const { tokenId } of page.data) {
      await removeAllIn(work, creationKeysOf(['api_token', tokenId, organizationId]))
    }
    await removeKeys(
      work,
      page.data.map((token) => keyOfRecord(apiTokenEntity, token)),
    )
    cursor = page.cursor
  } while (cursor !== null)
  await removeAllIn(work, creationKeysOf(['session', userId, organizationId]))
}

/** Also takes the organization out of the user's list, in one transaction. If the user changes at the same moment, the next pass does. */
async function endMembership(work: DeletionWork, userId: string): Promise<void> {
  const { database, organizationId } = work
  const key = { userKey: keyOf(userId), organizationId }
  const [user, membership] = await Promise.all([
    readUser(database, key.userKey),
    readRecord(database, membershipEntity, key),
  ])
  // The index may be behind.
  if (!membership) return
  work.removed++
  await transact(database, {
    membership: removeRecord(database, membershipEntity, key),
    user: user && leaveOrganization(database, user, organizationId),
  })
}
