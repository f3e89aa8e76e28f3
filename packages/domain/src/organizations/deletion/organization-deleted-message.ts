import { momentInEmail } from '../../auth/links/moment-in-email.ts'
import { composeEmail } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail } from '../../email/name-in-email.ts'

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
  to: string,
  isDeleter: boolean,
  { name, deletedAt, deletedBy }: DeletedOrganization,
  webOrigin: string,
): EmailMessage {
  const organization = nameInEmail(name)
  const by = deletedBy === null ? 'The owner' : nameInEmail(deletedBy)
  const subject = `${isDeleter ? 'You' : by} deleted the organization ${organization}`
  const link = isDeleter ? `${webOrigin}/settings/security` : webOrigin
  return composeEmail(
    { kind: 'organization_deleted', to, link },
    {
      subject,
      preview: 'Its goals and everything else in it are gone.',
      blocks: [
        { kind: 'text', text: `${subject}.` },
        {
          kind: 'facts',
          rows: [
            ['Organization', organization],
            ['Deleted by', by],
            ['Deleted', momentInEmail(deletedAt)],
          ],
        },
        {
          kind: 'text',
          text: 'Its goals with their reports and history are gone, and so are its labels, invitations, API tokens, webhooks and audit log. Nobody can open it, and this cannot be undone.',
        },
        {
          kind: 'text',
          text: isDeleter
            ? 'If it was not you, somebody else uses your account: end your other sessions and change your password.'
            : 'Your account stays, and so do your other organizations. If you have questions, ask who deleted it.',
        },
        isDeleter
          ? { kind: 'button', text: 'Open security settings', url: link }
          : { kind: 'button', text: 'Open Cairn', url: link },
      ],
      footer: [{ text: `You get this email because you were a member of ${organization}.` }],
    },
  )
}
