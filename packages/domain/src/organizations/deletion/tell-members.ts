import { momentInEmail } from '../../accounts/auth/links/moment-in-email.ts'
import { composeEmail, type Recipient } from '../../accounts/email/compose-email.ts'
import type { EmailMessage } from '../../accounts/email/email-delivery.ts'
import { nameInEmail } from '../../accounts/email/name-in-email.ts'
import { readAddressee } from '../../accounts/notifications/mail/addressee.ts'
import { deliverOnce } from '../../accounts/notifications/mail/deliver-once.ts'
import type { DueServices } from '../../background/due/sweep-records.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Database } from '../../storage/database/client.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { accessPattern, pagesOf } from '../../storage/database/query-records.ts'
import { transact } from '../../storage/database/transaction.ts'
import type { OrganizationDeletionRecord } from '../../storage/table/entities/due/organization-deletion.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { longId } from '../../storage/table/short-id.ts'

type DeletedOrganization = {
  name: string
  deletedAt: Date
  /** Null if that account is deleted, too. */
  deletedBy: string | null
}

/**
 * The email to somebody who was a member of a deleted organization.
 *
 * @param isDeleter  Whether it goes to the person who deleted it: that may have been somebody else with that person's account.
 */
function organizationDeletedMessage(
  to: Recipient,
  isDeleter: boolean,
  { name, deletedAt, deletedBy }: DeletedOrganization,
  webOrigin: string,
): EmailMessage {
  const organization = nameInEmail(name)
  const link = isDeleter ? `${webOrigin}/settings/security` : webOrigin
  return composeEmail(
    { kind: 'organization_deleted', link },
    to,
    ({ organizationDeleted: words, openCairn }) => {
      const by = deletedBy === null ? words.theOwner : nameInEmail(deletedBy)
      const subject = isDeleter ? words.youDeleted(organization) : words.deletedBy(by, organization)
      return {
        subject,
        preview: words.preview,
        blocks: [
          { kind: 'text', text: `${subject}.` },
          {
            kind: 'facts',
            rows: [
              [words.organization, organization],
              [words.by, by],
              [words.at, momentInEmail(deletedAt)],
            ],
          },
          { kind: 'text', text: words.whatIsGone },
          { kind: 'text', text: isDeleter ? words.ifNot : words.accountStays },
          { kind: 'button', text: isDeleter ? words.openSecurity : openCairn, url: link },
        ],
        footer: [{ text: words.why(organization) }],
      }
    },
  )
}

/** 6 hours. After that the data is deleted, whether or not everybody could be told: it has to be gone within a day. */
const tellingMilliseconds = 6 * 3_600_000
const pageSize = 50

/**
 * Emails everybody who was a member of a deleted organization, once each. A membership is marked before its email is sent: a process
 * that dies in between leaves one person without the email, and sends none twice. If the mail service does not take an email, the mark
 * is removed, and the next sweep tries again.
 *
 * @param isOver  Whether the time of the sweep is up.
 * @returns whether the deletion goes on. `failed`: somebody is left who could not be told.
 */
export async function tellMembers(
  services: DueServices,
  { organizationKey, name, deletedByUserId, createdAt }: OrganizationDeletionRecord,
  now: Date,
  isOver: () => boolean,
): Promise<'told' | 'failed' | 'time is up'> {
  const { database, email, logError, webOrigin } = services
  const organizationId = longId(organizationKey)
  const deletedAt = new Date(createdAt)
  const until = deletedAt.getTime() + tellingMilliseconds
  // It has no name if a deleted account was alone in it.
  if (!email.enabled || name === undefined || now.getTime() >= until) return 'told'
  const deleter = await readAddressee(database, { userId: deletedByUserId })
  const deleted = { name, deletedAt, deletedBy: deleter?.displayName ?? null }
  let hasFailed = false
  const members = accessPattern(database, membershipEntity, 'byOrganization', { organizationId })
  for await (const page of pagesOf(({ cursor }) => members.query({ cursor, limit: pageSize }))) {
    for (const { userId, toldAt } of page) {
      if (toldAt !== undefined) continue
      if (isOver()) return 'time is up'
      const addressee = await readAddressee(database, { userId })
      if (!addressee || !(await mark(database, { userId, organizationId }, now))) continue
      try {
        await deliverOnce(
          services,
          organizationDeletedMessage(addressee, userId === deletedByUserId, deleted, webOrigin),
        )
      } catch (error) {
        logError('an email about a deleted organization was not sent', { error })
        await unmark(database, { userId, organizationId })
        hasFailed = true
      }
    }
  }
  return hasFailed ? 'failed' : 'told'
}

type Member = { userId: string; organizationId: string }

const keyOfMember = ({ userId, organizationId }: Member) => ({ userKey: keyOf(userId), organizationId })

/** Returns false if another sweep tells the person, or the membership has ended: the index may be behind. */
async function mark(database: Database, member: Member, now: Date): Promise<boolean> {
  const failed = await transact(database, {
    membership: {
      Update: membershipEntity
        .patch(keyOfMember(member))
        .set({ toldAt: timestampOf(now) })
        .where(({ toldAt }, { notExists }) => notExists(toldAt)),
    },
  })
  return failed.length === 0
}

/** If the membership has ended meanwhile, nobody has to be told. */
async function unmark(database: Database, member: Member): Promise<void> {
  await transact(database, {
    membership: { Update: membershipEntity.patch(keyOfMember(member)).remove(['toldAt']) },
  })
}
