import { momentInEmail } from '../../accounts/auth/links/moment-in-email.ts'
import { composeEmail, type Recipient } from '../../accounts/email/compose-email.ts'
import type { EmailMessage } from '../../accounts/email/email-delivery.ts'
import { nameInEmail } from '../../accounts/email/name-in-email.ts'

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
export function organizationDeletedMessage(
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
