import { composeEmail } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'

/** The email to an address without an account, for which somebody asked for a link. */
export function noAccountMessage(to: string, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in?mode=register`
  return composeEmail(
    { kind: 'no_account', to, link },
    {
      subject: 'There is no Cairn account with this email address',
      preview: 'Nothing was changed.',
      blocks: [
        {
          kind: 'text',
          text: 'Somebody, perhaps you, asked for a link to a Cairn account with this email address. There is none. You may have used another address.',
        },
        { kind: 'button', text: 'Create an account', url: link },
        { kind: 'text', text: 'If it was not you, ignore this email.' },
      ],
      footer: [],
    },
  )
}
