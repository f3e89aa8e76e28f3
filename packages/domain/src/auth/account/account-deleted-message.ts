import { composeEmail } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { momentInEmail } from '../links/moment-in-email.ts'

/** The last email to the address of an account that was deleted. */
export function accountDeletedMessage(to: string, now: Date, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in?mode=register`
  return composeEmail(
    { kind: 'account_deleted', to, link },
    {
      subject: 'Your Cairn account was deleted',
      preview: 'You will get no more emails about it.',
      blocks: [
        { kind: 'text', text: 'Your Cairn account was deleted.' },
        {
          kind: 'facts',
          rows: [
            ['Account', to],
            ['Deleted', momentInEmail(now)],
          ],
        },
        {
          kind: 'text',
          text: 'You were signed out everywhere, and your API tokens no longer work. Organizations in which you were alone are deleted with it. What you wrote in others stays there, without your name.',
        },
        {
          kind: 'text',
          text: 'This cannot be undone. If it was not you, somebody knows your password: change it wherever else you use it. You can create a new account with this address.',
        },
        { kind: 'button', text: 'Create an account', url: link },
      ],
      footer: [],
    },
  )
}
