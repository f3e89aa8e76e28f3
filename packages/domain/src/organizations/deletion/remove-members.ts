import { readInboxMails, readPending, readQuestionMails } from '../../accounts/notifications/pending.ts'
import { personKeyOf } from '../../accounts/notifications/person.ts'
import { deleteGrants } from '../../programs/oauth/grants-of-user.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { accessPattern, pagesOf } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { transact } from '../../storage/database/transaction.ts'
import { creationKeysOf } from '../../storage/idempotency/create-once.ts'
import { apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import { inboxMailEntity } from '../../storage/table/entities/due/inbox-mail.ts'
import { questionMailEntity } from '../../storage/table/entities/due/question-mail.ts'
import { reminderEntity } from '../../storage/table/entities/due/reminder.ts'
import { inboxItemEntity } from '../../storage/table/entities/inbox/inbox-item.ts'
import { auditEntryEntity } from '../../storage/table/entities/organizations/audit-entry.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { keyOfRecord, partitionKeyOf } from '../../storage/table/entity.ts'
import { leaveOrganization, readUser } from '../session/user-organizations.ts'
import { type DeletionStep, type DeletionWork, removeAllIn, removeKeys } from './deletion-work.ts'

/** Removes the members, and what each of them has in the organization. The membership goes last: a crash leaves the way to the rest. */
export const removeMembers: DeletionStep = async (work) => {
  const { database, organizationId } = work
  const members = accessPattern(database, membershipEntity, 'byOrganization', { organizationId })
  for await (const page of pagesOf(({ cursor }) => members.query({ cursor, limit: pageSize }))) {
    for (const { userId } of page) {
      if (work.isOver()) return false
      await removeWhatIsOf(work, userId)
      await endMembership(work, userId)
    }
  }
  return true
}

/** Removes what is left of those who were members. The audit log names them, for longer than any API token is kept. */
export const removeFormerMembers: DeletionStep = async (work) => {
  const { database, organizationKey } = work
  const userIds = new Set<string>()
  const entries = accessPattern(database, auditEntryEntity, 'byKind', { organizationKey, kind: 'member' })
  for await (const page of pagesOf(entries.query)) {
    for (const { target } of page) if (target?.userId !== undefined) userIds.add(target.userId)
    if (work.isOver()) return false
  }
  for (const userId of userIds) {
    if (work.isOver()) return false
    await removeWhatIsOf(work, userId)
  }
  return true
}

const pageSize = 50

async function removeWhatIsOf(work: DeletionWork, userId: string): Promise<void> {
  const { database, organizationId, organizationKey } = work
  const personKey = personKeyOf(userId)
  const [reminders, questions, items] = await Promise.all([
    readPending(database, personKey),
    readQuestionMails(database, personKey),
    readInboxMails(database, personKey),
  ])
  const isOfOrganization = (record: { organizationKey: string }) => record.organizationKey === organizationKey
  await removeKeys(work, [
    ...reminders.filter(isOfOrganization).map((reminder) => keyOfRecord(reminderEntity, reminder)),
    ...questions.filter(isOfOrganization).map((question) => keyOfRecord(questionMailEntity, question)),
    ...items.filter(isOfOrganization).map((item) => keyOfRecord(inboxMailEntity, item)),
  ])
  await removeAllIn(work, partitionKeyOf(inboxItemEntity, 'record', { organizationKey, personKey }))
  const key = { organizationId, userKey: keyOf(userId) }
  const tokens = accessPattern(database, apiTokenEntity, 'byUserAndOrganization', key)
  for await (const page of pagesOf(tokens.query)) {
    for (const { tokenId } of page) {
      await removeAllIn(work, creationKeysOf(['api_token', tokenId, organizationId]))
    }
    await removeKeys(
      work,
      page.map((token) => keyOfRecord(apiTokenEntity, token)),
    )
  }
  await deleteGrants(database, { userId, organizationId }, work.now)
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
    membership: { Delete: membershipEntity.remove(key) },
    user: user && leaveOrganization(user, organizationId),
  })
}
