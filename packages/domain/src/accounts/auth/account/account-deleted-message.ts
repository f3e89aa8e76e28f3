import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { momentInEmail } from '../links/moment-in-email.ts'

/** The last email to the address of an account that was deleted. */
export function accountDeletedMessage(to: Recipient, now: Date, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in?mode=register`
  return composeEmail(
    { kind: 'account_deleted', link },
    to,
    ({ accountDeleted, account, createAccount }) => ({
      subject: accountDeleted.subject,
      preview: accountDeleted.preview,
      blocks: [
        { kind: 'text', text: accountDeleted.text },
        {
          kind: 'facts',
          rows: [
            [account, to.email],
            [accountDeleted.deleted, momentInEmail(now)],
          ],
        },
        { kind: 'text', text: accountDeleted.whatEnded },
        { kind: 'text', text: accountDeleted.final },
        { kind: 'button', text: createAccount, url: link },
      ],
      footer: [],
    }),
  )
}
